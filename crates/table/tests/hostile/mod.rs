//! Hostile files, read by tests and measured by `cargo xtask bench hostile`.

/// Text repeated to 512 KiB.
fn sized(piece: &str) -> Vec<u8> {
    piece.as_bytes().iter().copied().cycle().take(512 * 1024).collect()
}

/// Hostile files by name, each of 512 KiB or as large as needed.
pub fn files() -> Vec<(&'static str, Vec<u8>)> {
    let mut xqf = small_xqf();
    xqf.truncate(1024 + 8);
    let chain: Vec<u8> =
        [23 + 24, 24 + 32, 0xFF, 0, 0, 0, 0, 0].into_iter().cycle().take(511 * 1024).collect();
    let mut long_xqf = xqf.clone();
    long_xqf.extend(&chain);
    let mut huge_comment = xqf.clone();
    huge_comment.extend([23 + 24, 24 + 32, 0xF0, 0, 0xFF, 0xFF, 0xFF, 0x7F]);
    let mut keyed = long_xqf.clone();
    keyed[2] = 18;
    for (index, byte) in keyed[3..16].iter_mut().enumerate() {
        *byte = (index * 37 + 11) as u8;
    }
    let mut cbl = b"CCBridgeLibrary\0".to_vec();
    cbl.extend(b"CCBridge Record\0".iter().cycle().take(512 * 1024));
    let mut cbr = b"CCBridge Record\0".to_vec();
    cbr.resize(0x8A6, 0x11);
    cbr.extend([2, 0, 70, 67].into_iter().cycle().take(500 * 1024));
    let branches: String =
        (0..20_000).map(|n| format!("[DhtmlXQ_move_{n}_1_{}]7747[/DhtmlXQ_move]", n + 1)).collect();
    vec![
        ("nested variations", sized("1. h2e2 (")),
        ("parentheses", sized("(")),
        ("pairs of parentheses", [b"1. h2e2 ".to_vec(), sized("()")].concat()),
        ("one comment", [b"{".to_vec(), sized("x")].concat()),
        ("comments", sized("{x}")),
        ("open headers", sized("[A \"")),
        ("headers on one line", sized("[A \"x\"]")),
        ("headers", sized("[A \"x\"]\n")),
        ("brackets", sized("[")),
        ("one long game", sized("h2e2 h9g7 e2h2 g7h9 ")),
        ("many games", sized("1-0\n")),
        ("positions", sized("4k4/9/9/9/9/9/9/9/R8/3K5 w\n")),
        ("broken bytes", sized("\u{FFFD}").iter().map(|byte| byte ^ 0x55).collect()),
        ("zeros", vec![0; 512 * 1024]),
        ("objects left open", sized("{\"fen\": \"")),
        ("objects", sized("{\"fen\": \"4k4/9/9/9/9/9/9/9/R8/3K5 w\", \"line\": [\"a1a2\"]}\n")),
        ("turn-ups left out", games_without_reveals()),
        ("gbk without end", vec![0xB0; 512 * 1024]),
        ("xml", [b"<ChineseChessRecord><MoveList>".to_vec(), sized("<Move value=\"77-47\">")].concat()),
        ("dhtmlxq opened", sized("[DhtmlXQ_")),
        ("dhtmlxq heads", sized("[DhtmlXQ_ver][DhtmlXQ_movelist]")),
        (
            "dhtmlxq branches",
            format!("[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]{branches}").into_bytes(),
        ),
        ("xqf in a circle", long_xqf),
        ("xqf with a huge comment", huge_comment),
        ("xqf with keys", keyed),
        ("cbl of heads", cbl),
        ("cbr of branches", cbr),
    ]
}

/// Games of jieqi without reveals that cannot be disambiguated: every attempt fails at the end.
fn games_without_reveals() -> Vec<u8> {
    let pawns: String = (1..=9).step_by(2).map(|file| format!("P{file}+1 P{file}+1 ")).collect();
    let rest = "C2=5 C8=5 H2+3 H8+7 H8+7 H2+3 R1=2 R9=8 A4+5 A4+5 E3+5 E3+5 R2+6 R8+6 R5+9 R5+9 ";
    let game = format!("[Game \"jieqi\"]\n\n{pawns}{rest}*\n\n");
    sized(&game)
}

/// An XQF 1.0 file as its author's text describes it: two plies, a comment, and a variation.
pub fn small_xqf() -> Vec<u8> {
    let mut bytes = vec![0_u8; 1024];
    bytes[..3].copy_from_slice(b"XQ\x0A");
    let pieces: [u8; 32] = [
        80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3, 9, 19, 29, 39, 49, 59, 69, 79, 89, 17,
        77, 6, 26, 46, 66, 86,
    ];
    bytes[16..48].copy_from_slice(&pieces);
    bytes[51] = 2;
    bytes[0x130] = 6;
    // 胡荣华 in GBK.
    bytes[0x131..0x137].copy_from_slice(&[0xBA, 0xFA, 0xC8, 0xD9, 0xBB, 0xAA]);
    bytes.extend([24, 32, 0xF0, 0xFF, 0, 0, 0, 0]);
    bytes.extend([23 + 24, 24 + 32, 0xF0, 0, 4, 0, 0, 0]);
    // 好棋 in GBK.
    bytes.extend([0xBA, 0xC3, 0xC6, 0xE5]);
    bytes.extend([79 + 24, 67 + 32, 0x0F, 0, 0, 0, 0, 0]);
    bytes.extend([19 + 24, 27 + 32, 0, 0, 0, 0, 0, 0]);
    bytes
}
