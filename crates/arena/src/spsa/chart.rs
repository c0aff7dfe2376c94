//! Chart of the tuned parameters by iteration, as SVG: each relative to its initial value.

use std::fmt::Write;

use super::Spsa;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 420.0;
const MARGIN: f64 = 56.0;
/// Width of the legend on the right.
const LEGEND: f64 = 230.0;
const COLORS: [&str; 8] =
    ["#b3261e", "#1e5fb3", "#2e7d32", "#8e24aa", "#ef6c00", "#00838f", "#6d4c41", "#546e7a"];
/// Points of a line at most.
const POINTS: usize = 400;

/// Draws the path of every parameter, in perturbations away from its initial value.
pub fn draw(title: &str, run: &Spsa) -> String {
    let (params, done) = (&run.options().params, run.iterations());
    let moved = |param: usize, iteration: usize| match iteration.checked_sub(1) {
        None => 0.0,
        Some(before) => (done[before].values[param] - params[param].start) / params[param].perturbation,
    };
    let step = done.len().div_ceil(POINTS).max(1);
    let mut shown: Vec<usize> = (0..done.len()).step_by(step).collect();
    shown.push(done.len());
    let all = || shown.iter().flat_map(|&at| (0..params.len()).map(move |param| moved(param, at)));
    let (low, high) = (all().fold(-1.0, f64::min), all().fold(1.0, f64::max));
    let last = done.len().max(1) as f64;
    let right = WIDTH - LEGEND;
    let x = |iteration: usize| MARGIN + (right - MARGIN) * iteration as f64 / last;
    let y = |value: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (value - low) / (high - low);
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"28\" font-size=\"16\">{}</text>\n",
        title.replace('&', "&amp;").replace('<', "&lt;")
    );
    for part in 0..=4 {
        let value = low + (high - low) * f64::from(part) / 4.0;
        let at = y(value);
        let _ = write!(
            out,
            "<line x1=\"{MARGIN}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\n\
             <text x=\"6\" y=\"{:.1}\">{value:+.1}</text>\n",
            at + 4.0
        );
    }
    let below = HEIGHT - MARGIN + 22.0;
    let _ = write!(
        out,
        "<text x=\"{MARGIN}\" y=\"{below}\">iteration 0</text>\n\
         <text x=\"{right}\" y=\"{below}\" text-anchor=\"end\">{}</text>\n",
        done.len()
    );
    for (index, param) in params.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let points: Vec<String> =
            shown.iter().map(|&at| format!("{:.1},{:.1}", x(at), y(moved(index, at)))).collect();
        let value = run.values()[index];
        let _ = write!(
            out,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\" points=\"{}\"/>\n\
             <text x=\"{}\" y=\"{}\" fill=\"{color}\">{} {:.0} → {value:.1}</text>\n",
            points.join(" "),
            right + 12.0,
            MARGIN + 17.0 * index as f64,
            param.spec.name,
            param.start,
        );
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::{SpsaOptions, TunedParam};

    #[test]
    fn every_parameter_has_a_line_from_its_initial_value() {
        let book = table::games::by_name("xiangqi").expect("xiangqi");
        let params: Vec<TunedParam> = ["lmr_base", "rfp_margin", "qs_see"]
            .iter()
            .map(|name| TunedParam::read(name, book).expect("known"))
            .collect();
        let mut run = Spsa::new(SpsaOptions { params, iterations: 900, pairs: 1, rate: 0.01, seed: 1 });
        assert!(!draw("", &run).contains("NaN"), "nothing played yet");
        for number in 0..900 {
            run.update(f64::from(number % 3) - 1.0);
        }
        let drawing = draw("a < b", &run);
        assert_eq!(drawing.matches("<polyline").count(), 3);
        assert!(drawing.contains("a &lt; b") && drawing.contains("lmr_base") && !drawing.contains("NaN"));
        let points = drawing.split("points=\"").nth(1).and_then(|rest| rest.split('"').next());
        assert!(points.is_some_and(|points| (2..=POINTS + 1).contains(&points.split(' ').count())));
    }
}
