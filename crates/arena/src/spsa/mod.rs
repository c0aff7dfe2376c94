//! Tuning of search parameters by matches: simultaneous perturbation stochastic approximation (SPSA, Spall 1992).
//!
//! In each iteration every parameter is moved a little up or down at random; the engine with these values plays the one
//! with the opposite ones, and all parameters move toward the winner. The steps shrink as in Spall's guidelines and
//! Stockfish's fishtest. The state is one line per iteration, so that a run can be resumed; iterations depend only
//! on the seed and their number, so that a resumed run goes the same way.

mod chart;

use std::ops::ControlFlow;

use game::Random;
use table::{EngineResources, EngineSpec, Message, ParamSpec, Rulebook};

use crate::engine_game::Adjudication;
use crate::engine_match::EngineMatch;
use crate::opening::Openings;
use crate::schedule::{Schedule, round_robin};
use crate::spec::{PlayerKind, PlayerSpec};
use crate::time_control::TimeControl;

pub use chart::draw;

/// First line of a state file, with the version of the format.
const HEADER: &str = "kydai-spsa 1";
/// Decay of the step size with the iterations (Spall's alpha).
const STEP_DECAY: f64 = 0.602;
/// Decay of the perturbations with the iterations (Spall's gamma).
const PERTURBATION_DECAY: f64 = 0.101;
/// Iterations by which the first steps are damped, as a share of all.
const STABILITY: f64 = 0.1;
/// Last perturbation of a parameter without its own, as a share of its value.
const DEFAULT_PERTURBATION: f64 = 0.1;

/// A parameter to be tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TunedParam {
    /// Name and range.
    pub spec: ParamSpec,
    /// Initial value.
    pub start: f64,
    /// Perturbation in the last iteration; larger before.
    pub perturbation: f64,
}

impl TunedParam {
    /// Reads `name` or `name=perturbation`, for a game's engine.
    pub fn read(text: &str, book: &dyn Rulebook) -> Result<Self, Message> {
        let (name, perturbation) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (text.trim(), None),
        };
        let unknown = || {
            let known: Vec<&str> = ParamSpec::all().iter().map(|spec| spec.name).collect();
            Message::new("tune_param_unknown").text("name", name).text("known", known.join(", "))
        };
        let spec = *ParamSpec::all().iter().find(|spec| spec.name == name).ok_or_else(unknown)?;
        let params = book.search_params().ok_or_else(|| {
            Message::new("tune_search_game").word("game", format!("game_{}", book.spec().name))
        })?;
        let start = f64::from(params.get(name).unwrap_or(spec.default));
        let perturbation = match perturbation {
            Some(value) => {
                let wrong = || Message::new("arena_option").text("name", name).text("value", value);
                value.parse::<f64>().ok().filter(|step| step.is_finite() && *step > 0.0).ok_or_else(wrong)?
            }
            None => (start.abs() * DEFAULT_PERTURBATION).max(0.5),
        };
        Ok(TunedParam { spec, start, perturbation })
    }

    fn clamp(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.spec.least), f64::from(self.spec.most))
    }
}

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct SpsaOptions {
    /// Parameters to be tuned.
    pub params: Vec<TunedParam>,
    /// Number of iterations.
    pub iterations: usize,
    /// Pairs of games in each iteration.
    pub pairs: usize,
    /// Step size in the last iteration, as a share of the squared perturbation.
    pub rate: f64,
    /// Random seed of perturbations and openings.
    pub seed: u64,
}

/// A finished iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Iteration {
    /// Points of the raised side minus those of the lowered side, in games.
    pub balance: f64,
    /// Values after the iteration.
    pub values: Vec<f64>,
}

/// Run of SPSA: the values so far. It does not play the games itself.
#[derive(Clone, Debug)]
pub struct Spsa {
    options: SpsaOptions,
    iterations: Vec<Iteration>,
}

impl Spsa {
    /// Makes a run before its first iteration.
    pub fn new(options: SpsaOptions) -> Self {
        Spsa { options, iterations: Vec::new() }
    }

    /// Finished iterations.
    pub fn iterations(&self) -> &[Iteration] {
        &self.iterations
    }

    /// Settings.
    pub fn options(&self) -> &SpsaOptions {
        &self.options
    }

    /// Returns true if all iterations are done.
    pub fn is_finished(&self) -> bool {
        self.iterations.len() >= self.options.iterations
    }

    /// Current values.
    pub fn values(&self) -> Vec<f64> {
        match self.iterations.last() {
            Some(last) => last.values.clone(),
            None => self.options.params.iter().map(|param| param.start).collect(),
        }
    }

    /// Random numbers of the next iteration.
    fn random(&self) -> Random {
        let number = self.iterations.len() as u64 + 1;
        Random::new(self.options.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Perturbation of each parameter in the next iteration, with its sign.
    fn perturbations(&self) -> Vec<f64> {
        let mut random = self.random();
        let (number, all) = (self.iterations.len() as f64 + 1.0, self.options.iterations.max(1) as f64);
        let growth = libm::pow(all / number, PERTURBATION_DECAY);
        let signed = |param: &TunedParam| {
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            sign * param.perturbation * growth
        };
        self.options.params.iter().map(signed).collect()
    }

    /// Values of the two sides of the next iteration, rounded at random so that small changes count too.
    pub fn sides(&self) -> [Vec<i32>; 2] {
        let perturbations = self.perturbations();
        let values = self.values();
        let mut random = Random::new(self.random().bits() ^ 1);
        [1.0, -1.0].map(|sign| {
            let side = self.options.params.iter().zip(values.iter().zip(&perturbations));
            side.map(|(param, (value, perturbation))| {
                let dither = random.below(1 << 20) as f64 / f64::from(1 << 20);
                param.clamp((param.clamp(value + sign * perturbation) + dither).floor()) as i32
            })
            .collect()
        })
    }

    /// Finishes an iteration with the balance of its games.
    pub fn update(&mut self, balance: f64) {
        let perturbations = self.perturbations();
        let (number, all) = (self.iterations.len() as f64 + 1.0, self.options.iterations.max(1) as f64);
        let stability = STABILITY * all;
        let growth = libm::pow((stability + all) / (stability + number), STEP_DECAY);
        let step = |(param, (value, perturbation)): (&TunedParam, (f64, f64))| {
            // Step size over the perturbation: a_k / c_k of Spall.
            let gain = self.options.rate * param.perturbation.powi(2) * growth / perturbation.abs();
            param.clamp(value + gain * balance * perturbation.signum())
        };
        let values = self.values().into_iter().zip(perturbations);
        let values = self.options.params.iter().zip(values).map(step).collect();
        self.iterations.push(Iteration { balance, values });
    }

    /// Header of the state file: the settings a resumed run must share.
    pub fn header(&self, title: &str) -> String {
        let params = self.options.params.iter();
        let params: Vec<String> = params
            .map(|param| format!("{}:{}:{}", param.spec.name, param.start, param.perturbation))
            .collect();
        let SpsaOptions { iterations, pairs, rate, seed, .. } = self.options;
        format!(
            "{HEADER}\n{} iterations {iterations} pairs {pairs} rate {rate} seed {seed} {}\n",
            title.replace(['\n', '\r'], " "),
            params.join(" ")
        )
    }

    /// Line of an iteration in the state file: balance and values.
    pub fn line(iteration: &Iteration) -> String {
        let values: Vec<String> = iteration.values.iter().map(f64::to_string).collect();
        format!("{} {}\n", iteration.balance, values.join(" "))
    }

    /// Continues from a state file. An incomplete last line is ignored; a file of other settings is an error.
    pub fn resume(&mut self, text: &str, title: &str) -> Result<(), Message> {
        let rest = text.strip_prefix(&self.header(title)).ok_or_else(|| Message::new("tune_state_other"))?;
        for (index, line) in rest.split_inclusive('\n').enumerate() {
            if !line.ends_with('\n') {
                break;
            }
            let numbers: Option<Vec<f64>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
            let numbers = numbers
                .filter(|all| all.len() == self.options.params.len() + 1)
                .filter(|all| all.iter().all(|number| number.is_finite()))
                .ok_or_else(|| Message::new("arena_state").number("line", index + 3))?;
            self.iterations.push(Iteration { balance: numbers[0], values: numbers[1..].to_vec() });
        }
        Ok(())
    }
}

/// The games of an iteration.
pub struct SpsaGames {
    /// The game.
    pub book: &'static dyn Rulebook,
    /// Options of the engine that are not tuned, such as `eval=classic`.
    pub engine: EngineSpec,
    /// Table size of each engine.
    pub resources: EngineResources,
    /// Time control.
    pub time_control: TimeControl,
    /// Openings.
    pub openings: Openings,
    /// Adjudication.
    pub adjudication: Adjudication,
    /// Number of concurrent games.
    pub concurrency: usize,
}

impl SpsaGames {
    /// Plays the games of the next iteration; returns the points of the first side minus those of the second.
    pub fn play(&self, run: &Spsa) -> Result<f64, Message> {
        let number = run.iterations.len() as u64;
        let player = |(name, values): (&str, &Vec<i32>)| {
            let params = run.options.params.iter().zip(values);
            let options = params.map(|(param, value)| (param.spec.name.to_owned(), value.to_string()));
            PlayerSpec {
                name: name.to_owned(),
                kind: PlayerKind::BuiltIn(self.engine.clone().with(options), self.resources),
                time_control: None,
            }
        };
        let sides = run.sides();
        let games = EngineMatch {
            book: self.book,
            options: Vec::new(),
            players: ["raised", "lowered"].into_iter().zip(&sides).map(player).collect(),
            schedule: Schedule {
                pairings: round_robin(2),
                games: 2 * run.options.pairs,
                seed: run.options.seed ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03),
            },
            openings: self.openings.clone(),
            time_control: self.time_control,
            adjudication: self.adjudication,
            concurrency: self.concurrency,
            sprt: None,
        };
        let reports = games.run(&[], &mut |_| ControlFlow::Continue(()))?;
        let wins: f64 = reports.iter().map(|report| report.games.wins as f64).sum();
        let losses: f64 = reports.iter().map(|report| report.games.losses as f64).sum();
        Ok(wins - losses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(iterations: usize) -> SpsaOptions {
        let book = table::games::by_name("chess").expect("chess");
        let read = |text: &str| TunedParam::read(text, book).expect(text);
        SpsaOptions {
            params: vec![read("rfp_margin=8"), read("lmr_base=60")],
            iterations,
            pairs: 4,
            rate: 0.02,
            seed: 7,
        }
    }

    /// Plays iterations against a made-up truth: the balance is larger the nearer a side is to the best values.
    fn tune(run: &mut Spsa, until: usize) {
        let loss = |side: &[i32]| {
            let miss = |value: i32, best: f64, scale: f64| ((f64::from(value) - best) / scale).powi(2);
            miss(side[0], 110.0, 20.0) + miss(side[1], 400.0, 150.0)
        };
        while run.iterations().len() < until {
            let [raised, lowered] = run.sides();
            run.update((8.0 * (loss(&lowered) - loss(&raised))).clamp(-8.0, 8.0));
        }
    }

    #[test]
    fn values_move_to_the_best_ones() {
        let mut run = Spsa::new(options(3000));
        tune(&mut run, 3000);
        let values = run.values();
        assert!((values[0] - 110.0).abs() < 8.0 && (values[1] - 400.0).abs() < 60.0, "{values:?}");
        assert!(run.is_finished());
    }

    #[test]
    fn a_resumed_run_goes_the_same_way() {
        let mut whole = Spsa::new(options(60));
        tune(&mut whole, 60);
        let mut first = Spsa::new(options(60));
        tune(&mut first, 25);
        let mut text = first.header("chess nodes=500");
        first.iterations().iter().for_each(|iteration| text.push_str(&Spsa::line(iteration)));
        // Cut off inside a line.
        text.push_str("3 71.");
        let mut second = Spsa::new(options(60));
        second.resume(&text, "chess nodes=500").expect("the same settings");
        assert_eq!(second.iterations().len(), 25);
        tune(&mut second, 60);
        assert_eq!(second.values(), whole.values());

        let mut other = Spsa::new(options(61));
        assert_eq!(
            other.resume(&text, "chess nodes=500").expect_err("other settings").code,
            "tune_state_other"
        );
        let broken = format!("{}1 x 2\n", second.header("t"));
        let mut third = Spsa::new(options(60));
        assert_eq!(third.resume(&broken, "t").expect_err("no number").code, "arena_state");
    }

    #[test]
    fn values_stay_in_their_range_and_parameters_are_known() {
        let mut run = Spsa::new(options(50));
        for _ in 0..50 {
            run.update(1e6);
            for side in run.sides() {
                for (value, param) in side.iter().zip(&run.options.params) {
                    assert!((param.spec.least..=param.spec.most).contains(value));
                }
            }
        }
        let chess = table::games::by_name("chess").expect("chess");
        assert_eq!(TunedParam::read("speed", chess).expect_err("unknown").code, "tune_param_unknown");
        assert_eq!(TunedParam::read("lmr_base=-1", chess).expect_err("negative").code, "arena_option");
        let toy = table::games::by_name("toy").expect("toy");
        assert_eq!(TunedParam::read("lmr_base", toy).expect_err("no champion").code, "tune_search_game");
    }

    #[test]
    fn the_games_of_an_iteration_are_played() {
        let book = table::games::by_name("chess").expect("chess");
        let games = SpsaGames {
            book,
            engine: "champion:eval=classic".parse().expect("well formed"),
            resources: EngineResources { hash: 1, threads: 1 },
            time_control: "nodes=60".parse().expect("well formed"),
            openings: Openings::built_in(book).expect("openings"),
            adjudication: Adjudication { resign: Some((400, 2)), max_plies: 80, ..Adjudication::default() },
            concurrency: 1,
        };
        let mut run = Spsa::new(SpsaOptions { pairs: 1, ..options(2) });
        let balance = games.play(&run).expect("played");
        assert!((-2.0..=2.0).contains(&balance));
        assert_eq!(
            games.play(&run).expect("played again"),
            balance,
            "the same iteration gives the same games"
        );
        run.update(balance);
        assert_eq!(run.iterations().len(), 1);
    }
}
