//! A user's own evaluation: weights as options of an engine, `alphabeta:depth=3,eval=custom,horse=450`.

use eval::CustomWeights;
use eval::contact::Contact;
use eval::material::Material;
use game::Message;

use super::EngineSpec;

/// Name of the user's own evaluation.
pub(super) const CUSTOM: &str = "custom";

/// Weight that a user may set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalWeight {
    /// Name of the option.
    pub name: &'static str,
    /// Least value.
    pub least: i32,
    /// Largest value.
    pub most: i32,
    /// Value of the built-in evaluation.
    pub usual: i32,
}

impl EvalWeight {
    /// Weight with these bounds.
    pub const fn new(name: &'static str, least: i32, most: i32, usual: i32) -> Self {
        EvalWeight { name, least, most, usual }
    }

    /// Value in a specification, or the usual one; outside the bounds an error.
    pub fn of(&self, spec: &EngineSpec) -> Result<i32, Message> {
        let value = spec.parse::<i32>(self.name)?.unwrap_or(self.usual);
        if (self.least..=self.most).contains(&value) {
            return Ok(value);
        }
        Err(Message::new("engine_option_range")
            .text("name", self.name)
            .number("value", value)
            .number("least", self.least)
            .number("most", self.most))
    }
}

/// Largest value of a piece, in centipawns.
const MOST_VALUE: i32 = 2_000;
/// Percent of the piece-square tables, percent of the contact evaluation, centipawns per square.
const SQUARES: EvalWeight = EvalWeight::new("squares", 0, 300, 100);
const CONTACT: EvalWeight = EvalWeight::new("contact", 0, 300, 0);
const MOBILITY: EvalWeight = EvalWeight::new("mobility", 0, 30, 0);

/// Weights of a game with material values and tables. Kings and generals have no value to set: they are never captured.
pub(super) fn of_tables<P: Material>() -> Vec<EvalWeight> {
    let roles = P::ROLES.iter().enumerate().map(|(role, name)| (*name, P::VALUES[role]));
    let values = roles
        .filter(|(_, usual)| *usual <= MOST_VALUE)
        .map(|(name, usual)| EvalWeight::new(name, 0, MOST_VALUE, usual));
    values.chain([SQUARES, CONTACT, MOBILITY]).collect()
}

/// Weights of a specification.
pub(super) fn read_tables<P: Contact>(spec: &EngineSpec) -> Result<CustomWeights, Message> {
    let mut values = P::VALUES;
    for weight in of_tables::<P>() {
        let Some(role) = P::ROLES.iter().position(|name| *name == weight.name) else { continue };
        let value = weight.of(spec)?;
        values[role] = value;
        values[P::ROLE_STRIDE + role] = value;
    }
    Ok(CustomWeights {
        values,
        squares: SQUARES.of(spec)?,
        contact: CONTACT.of(spec)?,
        mobility: MOBILITY.of(spec)?,
    })
}

/// Names of weights.
pub(super) fn names_of(weights: &[EvalWeight]) -> Vec<&'static str> {
    weights.iter().map(|weight| weight.name).collect()
}
