//! Engines as players of a tournament: built-in ones by their specification, programs of the operator by their names.

use game::Message;
use table::{EngineResources, EngineSpec, Rulebook};

use crate::app::App;
use crate::engine_pool::outside_engine;
use crate::new_game::rulebook;
use crate::room::Occupant;
use crate::tournaments::state::TournamentState;
use crate::wire::{Entrant, SectionSettings, TournamentAct};

/// Prefix of the operator's programs, as in the leagues of the Lab.
const OUTSIDE: &str = "outside:";

/// Engine of an entrant as it sits at a board.
pub fn occupant(app: &App, book: &'static dyn Rulebook, engine: &str) -> Result<Occupant, Message> {
    let spec = match engine.strip_prefix(OUTSIDE) {
        Some(name) => {
            let known = &app.config.league_engines;
            if !known.iter().any(|(known, _)| known == name) {
                let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
                return Err(Message::new("engine_unknown")
                    .text("name", engine)
                    .text("known", names.join(", ")));
            }
            outside_engine(name)?
        }
        None => {
            let spec: EngineSpec = engine.parse()?;
            // A network is a file of the operator: not for requests.
            if let Some(net) = spec.get("net") {
                return Err(Message::new("engine_net_unknown").text("name", net));
            }
            if !book.engines().contains(&spec.name.as_str()) {
                return Err(spec.unknown(book.engines()));
            }
            book.engine(&spec, EngineResources { hash: 1, threads: 1 })?;
            spec
        }
    };
    Ok(Occupant::Machine { level: None, engine: spec.to_string() })
}

/// Checks the engines that changes enter: they must play the game that their section has by then.
pub fn check(app: &App, state: &TournamentState, acts: &[TournamentAct]) -> Result<(), Message> {
    for (index, act) in acts.iter().enumerate() {
        let (number, entrants) = match act {
            TournamentAct::Enter { section, players } => (*section, players.as_slice()),
            TournamentAct::Edit { section, player, .. } => (*section, std::slice::from_ref(&**player)),
            _ => continue,
        };
        let earlier = acts[..index].iter().rev().find_map(|act| match act {
            TournamentAct::Section { section, settings } if *section == number => Some(&**settings),
            _ => None,
        });
        let known = || state.sections.get(&number).map(|section| &section.settings);
        let settings = earlier.or_else(known);
        entrants.iter().try_for_each(|entrant| check_entrant(app, settings, entrant))?;
    }
    Ok(())
}

fn check_entrant(app: &App, settings: Option<&SectionSettings>, entrant: &Entrant) -> Result<(), Message> {
    let Some(settings) = settings.filter(|_| !entrant.engine.is_empty()) else { return Ok(()) };
    let online = settings.online.as_ref().ok_or_else(|| Message::new("tournament_engine_offline"))?;
    occupant(app, rulebook(&online.game)?, &entrant.engine).map(|_| ())
}
