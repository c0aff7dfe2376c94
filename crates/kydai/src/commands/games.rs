//! `kydai games`: lists every game with its options, notations and formats.

use serde_json::{Value as Json, json};
use table::{Message, Rulebook, games};

use crate::failure::Failure;
use crate::output::Output;

pub fn run(output: &Output) -> Result<(), Failure> {
    if output.json {
        let list: Vec<Json> = games::ALL.iter().map(|book| describe_json(*book, output)).collect();
        return output.print_json(&json!({ "games": list }));
    }
    let list: Vec<String> = games::ALL.iter().map(|book| describe(*book, output)).collect();
    output.print(&list.join("\n"))
}

fn title(book: &dyn Rulebook, output: &Output) -> String {
    output.word(&format!("game_{}", book.spec().name))
}

fn describe(book: &dyn Rulebook, output: &Output) -> String {
    let spec = book.spec();
    let notations: Vec<&str> = book.notations().iter().map(|notation| notation.name()).collect();
    let mut text = format!("{}: {}\n", spec.name, title(book, output));
    let mut row = |key: &str, value: String| {
        if !value.is_empty() {
            text.push_str(&format!("  {}\n", output.label(key, &value)));
        }
    };
    row("games_aliases", spec.aliases.join(", "));
    row("games_board", format!("{} × {}", spec.files, spec.ranks));
    row("games_notations", notations.join(", "));
    row("games_dialects", spec.dialects.join(", "));
    if !spec.options.is_empty() {
        text.push_str(&format!("  {}\n", output.label("games_options", "").trim_end()));
    }
    for option in spec.options {
        let values =
            if option.values.is_empty() { output.word("games_number") } else { option.values.join(" | ") };
        let values = Message::new("games_values").text("values", values).text("default", option.default);
        text.push_str(&format!(
            "    {}: {} ({})\n",
            option.name,
            output.word(&format!("option_{}", option.name)),
            output.render(&values)
        ));
    }
    text
}

fn describe_json(book: &dyn Rulebook, output: &Output) -> Json {
    let spec = book.spec();
    let options: Vec<Json> = spec
        .options
        .iter()
        .map(|option| {
            json!({
                "name": option.name,
                "title": output.word(&format!("option_{}", option.name)),
                "default": option.default,
                "values": option.values,
            })
        })
        .collect();
    json!({
        "name": spec.name,
        "title": title(book, output),
        "aliases": spec.aliases,
        "files": spec.files,
        "ranks": spec.ranks,
        "sides": spec.sides.map(|side| output.word(side)),
        "options": options,
        "notations": book.notations().iter().map(|notation| notation.name()).collect::<Vec<_>>(),
        "dialects": spec.dialects,
    })
}
