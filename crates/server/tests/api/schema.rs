//! A small reader of JSON schemas: enough of them to hold an answer against its description.

use serde_json::{Map, Value};

/// What is wrong with a value, if anything.
pub(crate) fn check(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let Some(schema) = schema.as_object() else {
        return if schema == &Value::Bool(false) { Err("nothing is allowed here".into()) } else { Ok(()) };
    };
    if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
        let target = document.pointer(path.trim_start_matches('#')).ok_or_else(|| format!("no {path}"))?;
        check(document, target, value)?;
    }
    if let Some(expected) = schema.get("const")
        && expected != value
    {
        return Err(format!("{value} is not {expected}"));
    }
    if let Some(choices) = schema.get("enum").and_then(Value::as_array)
        && !choices.contains(value)
    {
        return Err(format!("{value} is not in {choices:?}"));
    }
    if let Some(kind) = schema.get("type") {
        check_type(kind, value)?;
    }
    for (key, all) in [("allOf", true), ("anyOf", false), ("oneOf", false)] {
        let Some(branches) = schema.get(key).and_then(Value::as_array) else { continue };
        let results: Vec<_> = branches.iter().map(|branch| check(document, branch, value)).collect();
        let good = results.iter().filter(|result| result.is_ok()).count();
        if (all && good < branches.len()) || (!all && good == 0) {
            return Err(format!("{key}: {results:?}"));
        }
    }
    match value {
        Value::Object(fields) => check_fields(document, schema, fields),
        Value::Array(items) => match schema.get("items") {
            Some(each) => items.iter().try_for_each(|item| check(document, each, item)),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

fn check_type(kind: &Value, value: &Value) -> Result<(), String> {
    let kinds: Vec<&str> = match kind {
        Value::String(word) => vec![word],
        Value::Array(words) => words.iter().filter_map(Value::as_str).collect(),
        _ => return Err("a type is a word or a list".into()),
    };
    let fits = |kind: &str| match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    if kinds.into_iter().any(fits) { Ok(()) } else { Err(format!("{value} is no {kind}")) }
}

fn check_fields(
    document: &Value,
    schema: &Map<String, Value>,
    fields: &Map<String, Value>,
) -> Result<(), String> {
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        let name = name.as_str().unwrap_or_default();
        if !fields.contains_key(name) {
            return Err(format!("{name} is missing"));
        }
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, value) in fields {
        if let Some(property) = properties.and_then(|properties| properties.get(name)) {
            check(document, property, value).map_err(|why| format!("{name}: {why}"))?;
        }
    }
    Ok(())
}
