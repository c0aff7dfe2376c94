//! Prints the migrations of the server's database that SQLite and PostgreSQL both accept, for `cargo xtask trial postgres`.

fn main() {
    for (version, sql) in server::store::portable_migrations() {
        println!("-- Version {version}\n{}", sql.trim());
    }
}
