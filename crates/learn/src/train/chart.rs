//! Chart of the training and validation loss by epoch, as SVG.

use std::fmt::Write;

use super::EpochLoss;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 56.0;

/// Draws the loss curves.
pub fn draw(title: &str, curve: &[EpochLoss]) -> String {
    let losses = || curve.iter().flat_map(|epoch| [epoch.training, epoch.validation]);
    let (low, high) = (losses().fold(f64::MAX, f64::min), losses().fold(0.0, f64::max));
    let (low, high) = if low < high { (low, high) } else { (0.0, high.max(1e-9)) };
    let last = curve.last().map_or(1, |epoch| epoch.number).max(2) as f64;
    let x = |epoch: f64| MARGIN + (WIDTH - 2.0 * MARGIN) * (epoch - 1.0) / (last - 1.0);
    let y = |loss: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (loss - low) / (high - low);
    let path = |of: fn(&EpochLoss) -> f64| {
        let points = curve.iter().map(|epoch| format!("{:.1},{:.1}", x(epoch.number as f64), y(of(epoch))));
        points.collect::<Vec<_>>().join(" ")
    };
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"28\" font-size=\"16\">{}</text>\n",
        escaped(title)
    );
    for part in 0..=4 {
        let loss = low + (high - low) * f64::from(part) / 4.0;
        let at = y(loss);
        let _ = write!(
            out,
            "<line x1=\"{MARGIN}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\n\
             <text x=\"6\" y=\"{:.1}\">{loss:.4}</text>\n",
            WIDTH - MARGIN,
            at + 4.0
        );
    }
    for (number, anchor) in [(1.0, "start"), (last, "end")] {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"{anchor}\">epoch {number}</text>",
            x(number),
            HEIGHT - MARGIN + 22.0
        );
    }
    let lines = [
        ("training", "#b3261e", path(|epoch| epoch.training)),
        ("validation", "#1e5fb3", path(|epoch| epoch.validation)),
    ];
    for (index, (name, color, points)) in lines.into_iter().enumerate() {
        let at = WIDTH - MARGIN - 150.0 + 80.0 * index as f64;
        let _ = write!(
            out,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{points}\"/>\n\
             <text x=\"{at}\" y=\"28\" fill=\"{color}\">{name}</text>\n"
        );
    }
    out.push_str("</svg>\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_a_point_for_each_epoch() {
        let curve: Vec<EpochLoss> = (1..=5)
            .map(|number| EpochLoss { number, training: 1.0 / number as f64, validation: 1.1 })
            .collect();
        let drawing = draw("a < b", &curve);
        assert_eq!(drawing.matches("<polyline").count(), 2);
        assert!(drawing.contains("a &lt; b") && drawing.contains("epoch 5"));
        let points = drawing.split("points=\"").nth(1).and_then(|rest| rest.split('"').next());
        assert_eq!(points.map(|points| points.split(' ').count()), Some(5));
        for short in [&curve[..1], &[]] {
            assert!(!draw("", short).contains("NaN"));
        }
    }
}
