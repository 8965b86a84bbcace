//! Routes and their description, made together: what is served is what `openapi.json` says.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::handler::Handler;
use axum::http::Method;
use axum::routing::{MethodFilter, on};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use skep_wire::error::ErrorBody;

use crate::site::Site;

/// Where all of it lives.
pub const PREFIX: &str = "/api/v1";

type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

/// Who may call an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Everybody.
    Anyone,
    /// Whoever is signed in, by cookie or by a token with this scope.
    Scope(&'static str),
    /// The owner of an account, at a browser or terminal.
    Owner,
    /// Moderators; to others it does not exist.
    Moderator,
}

/// What is said about an operation.
#[derive(Clone, Debug)]
pub struct About {
    summary: &'static str,
    access: Access,
    body: Option<MakeSchema>,
    answers: Vec<(u16, &'static str, Option<MakeSchema>)>,
    refusals: &'static [u16],
    query: &'static [(&'static str, &'static str)],
}

/// Begins a description.
pub fn about(summary: &'static str, access: Access) -> About {
    About { summary, access, body: None, answers: Vec::new(), refusals: &[], query: &[] }
}

impl About {
    /// The body of the request.
    #[must_use]
    pub fn body<T: JsonSchema>(mut self) -> About {
        self.body = Some(SchemaGenerator::subschema_for::<T>);
        self
    }

    /// The usual answer, as JSON.
    #[must_use]
    pub fn answers<T: JsonSchema>(mut self) -> About {
        self.answers.push((200, "application/json", Some(SchemaGenerator::subschema_for::<T>)));
        self
    }

    /// An answer without a body.
    #[must_use]
    pub fn answers_nothing(mut self) -> About {
        self.answers.push((204, "", None));
        self
    }

    /// An answer in another type.
    #[must_use]
    pub fn answers_as(mut self, kind: &'static str) -> About {
        self.answers.push((200, kind, None));
        self
    }

    /// Statuses of refusals besides those that every operation has.
    #[must_use]
    pub fn refuses(mut self, statuses: &'static [u16]) -> About {
        self.refusals = statuses;
        self
    }

    /// Words after the question mark.
    #[must_use]
    pub fn query(mut self, words: &'static [(&'static str, &'static str)]) -> About {
        self.query = words;
        self
    }
}

/// Routes that describe themselves.
pub struct Api {
    router: Router<Arc<Site>>,
    schemas: SchemaGenerator,
    paths: BTreeMap<&'static str, Map<String, Value>>,
}

impl std::fmt::Debug for Api {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Api").field("paths", &self.paths.keys()).finish_non_exhaustive()
    }
}

impl Default for Api {
    fn default() -> Api {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        Api { router: Router::new(), schemas: settings.into_generator(), paths: BTreeMap::new() }
    }
}

impl Api {
    /// Adds an operation.
    #[must_use]
    pub fn add<H, T>(mut self, method: &Method, path: &'static str, handler: H, about: About) -> Api
    where
        H: Handler<T, Arc<Site>>,
        T: 'static,
    {
        let filter =
            MethodFilter::try_from(method.clone()).expect("the methods used here are the usual ones");
        self.router = self.router.route(path, on(filter, handler));
        let operation = self.describe(method, path, &about);
        self.paths.entry(path).or_default().insert(method.as_str().to_lowercase(), operation);
        self
    }

    fn describe(&mut self, method: &Method, path: &str, about: &About) -> Value {
        let mut responses = Map::new();
        for (status, kind, schema) in &about.answers {
            let entry =
                responses.entry(status.to_string()).or_insert_with(|| json!({ "description": "done" }));
            if !kind.is_empty() {
                let schema = schema
                    .map_or_else(|| json!({ "type": "string" }), |make| make(&mut self.schemas).to_value());
                entry["content"][*kind] = json!({ "schema": schema });
            }
        }
        let refusal = self.schemas.subschema_for::<ErrorBody>().to_value();
        let mut refusals: Vec<u16> = vec![429, 503];
        refusals.extend(about.refusals);
        let parameters = parameters(path);
        if !parameters.is_empty() {
            refusals.push(404);
        }
        if !about.query.is_empty() {
            refusals.push(400);
        }
        if *method != Method::GET {
            refusals.push(403);
        }
        if about.body.is_some() {
            refusals.extend([400, 408, 413, 415]);
        }
        match about.access {
            Access::Anyone => {}
            Access::Scope(_) | Access::Owner => refusals.extend([401, 403]),
            Access::Moderator => refusals.extend([401, 403, 404]),
        }
        // A bad token is a bad token everywhere.
        refusals.push(401);
        for status in refusals {
            let content = json!({ "application/json": { "schema": refusal } });
            responses
                .entry(status.to_string())
                .or_insert_with(|| json!({ "description": "refused", "content": content }));
        }
        let query = about.query.iter().map(|(name, meaning)| {
            json!({ "name": name, "in": "query", "description": meaning, "schema": { "type": "string" } })
        });
        let parameters: Vec<Value> = parameters.into_iter().chain(query).collect();
        let mut operation = json!({ "summary": about.summary, "responses": responses });
        if !parameters.is_empty() {
            operation["parameters"] = Value::Array(parameters);
        }
        if let Some(make) = about.body {
            let schema = make(&mut self.schemas).to_value();
            operation["requestBody"] =
                json!({ "required": true, "content": { "application/json": { "schema": schema } } });
        }
        operation["security"] = match about.access {
            Access::Anyone => json!([{}, { "token": [] }, { "cookie": [] }]),
            Access::Scope(scope) => json!([{ "token": [scope] }, { "cookie": [] }]),
            Access::Owner | Access::Moderator => json!([{ "cookie": [] }]),
        };
        operation
    }

    /// The routes, and the document.
    pub fn finish(mut self) -> (Router<Arc<Site>>, Value) {
        let schemas = self.schemas.take_definitions(true);
        let document = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Skep",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "Online play of the board game Hive. Ids are strings; times are milliseconds since 1970.",
                "license": { "name": "MIT OR Apache-2.0" },
            },
            "servers": [{ "url": PREFIX }],
            "paths": self.paths,
            "components": {
                "schemas": schemas,
                "securitySchemes": {
                    "token": {
                        "type": "http",
                        "scheme": "bearer",
                        "description": "a token made with POST /tokens; scopes: read, play, challenge, chat, account",
                    },
                    "cookie": {
                        "type": "apiKey",
                        "in": "cookie",
                        "name": "__Host-skep",
                        "description": "set by POST /session; writes must come from the site's own pages",
                    },
                },
            },
        });
        (self.router, document)
    }
}

/// The names in braces.
fn parameters(path: &str) -> Vec<Value> {
    let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let describe =
        |name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } });
    names.map(describe).collect()
}
