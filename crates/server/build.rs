//! Migrations are embedded by a macro that cargo cannot see through: a new file must build the crate again.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
}
