#!/usr/bin/env python3
"""Writes the sample files of this folder: one invented game of xiangqi with comments and variations in every file
format that `crates/record` reads. Run it after changing the game; the files are checked in."""

from pathlib import Path

HERE = Path(__file__).parent

TITLE, EVENT, RED, BLACK = "中炮对屏风马", "测试", "红方", "黑方"
PREFACE = "这是为测试而写的一局棋。"

# A node: (move, comment, replies). The first reply continues the line, the others are variations.
TREE = [
    ("h2e2", "中炮", [
        ("h9g7", "", [
            ("h0g2", "", [
                ("i9h9", "好棋", [
                    ("i0h0", "", [("b9c7", "屏风马", [("c3c4", "", [])])]),
                ]),
                ("g6g5", "", [("c3c4", "也可以", [("b9c7", "", [])])]),
            ]),
            ("b0c2", "", []),
        ]),
        ("b9c7", "另一种应法", [("h0g2", "", [("i9i8", "", [])])]),
    ]),
    ("c3c4", "仙人指路", [("g6g5", "", [])]),
]

# Points of the starting position in the order of XQF and DhtmlXQ: the first side's sixteen pieces, then the second's.
XQF_ORDER = [
    "i0", "h0", "g0", "f0", "e0", "d0", "c0", "b0", "a0", "h2", "b2", "i3", "g3", "e3", "c3", "a3",
    "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9", "b7", "h7", "a6", "c6", "e6", "g6", "i6",
]


def xy(square):
    return ord(square[0]) - ord("a"), int(square[1])


def preorder(nodes):
    """Yields (node, has_continuation, has_sibling): each move before its replies, those before its siblings."""
    for index, node in enumerate(nodes):
        yield node, bool(node[2]), index + 1 < len(nodes)
        yield from preorder(node[2])


def field(size, text):
    data = text.encode("gbk")
    return bytes([len(data)]) + data + bytes(size - 1 - len(data))


def curve(key):
    return (((((key * key) * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) & 0xFF


def xqf(version):
    """XQF: version 10 is plain, later versions add keys to the bytes."""
    head = bytearray(1024)
    head[0:3] = bytes([ord("X"), ord("Q"), version])
    pieces_key = from_key = to_key = comment_key = 0
    stream = bytes(32)
    if version > 10:
        head[3] = 0xB5
        head[8:12] = bytes([0x11, 0x22, 0x44, 0x88])
        head[12:16] = bytes([0x5A, 0x37, 0x91, 0x6D])
        total, pieces, start, end = head[12:16]
        pieces_key = curve(pieces) * pieces & 0xFF
        from_key = curve(start) * pieces_key & 0xFF
        to_key = curve(end) * from_key & 0xFF
        comment_key = (total * 256 + pieces) % 32000 + 767
        filters = [(value & head[3]) | head[8 + index] for index, value in enumerate(head[12:16])]
        words = b"[(C) Copyright Mr. Dong Shiwei.]"
        stream = bytes(byte & filters[index % 4] for index, byte in enumerate(words))
    points = [10 * x + y for x, y in map(xy, XQF_ORDER)]
    for slot, point in enumerate(points):
        index = slot if version < 12 else (slot - pieces_key - 1) % 32
        head[16 + index] = (point + pieces_key) & 0xFF
    head[51] = 1
    for at, size, text in [(0x50, 64, TITLE), (0xD0, 64, EVENT), (0x130, 16, RED), (0x140, 16, BLACK)]:
        head[at:at + size] = field(size, text)
    body = bytearray()

    def write(start, end, goes_on, branches, comment):
        data = comment.encode("gbk")
        length = (len(data) + comment_key) & 0xFFFFFFFF
        start, end = (start + 24 + from_key) & 0xFF, (end + 32 + to_key) & 0xFF
        if version <= 10:
            flags = (0xF0 if goes_on else 0) | (0x0F if branches else 0)
            body.extend([start, end, flags, 0])
            body.extend(length.to_bytes(4, "little"))
        else:
            flags = (0x80 if goes_on else 0) | (0x40 if branches else 0) | (0x20 if data else 0)
            body.extend([start, end, flags, 0])
            if data:
                body.extend(length.to_bytes(4, "little"))
        body.extend(data)

    write(0, 0, True, False, PREFACE)
    for (move, comment, _), goes_on, branches in preorder(TREE):
        (a, b), (c, d) = xy(move[:2]), xy(move[2:])
        write(10 * a + b, 10 * c + d, goes_on, branches, comment)
    keyed = bytes((byte + stream[index % 32]) & 0xFF for index, byte in enumerate(body))
    return bytes(head) + keyed


def row_place(square):
    """A point counted from Black's corner, row by row."""
    x, y = xy(square)
    return (9 - y) * 9 + x


def cbr(title):
    """CBR: one game of CCBridge."""
    head = bytearray(0x8A6)
    head[0:16] = b"CCBridge Record\0"
    for at, text in [(0xB4, title), (0x2B4, EVENT), (0x434, RED), (0x514, BLACK)]:
        data = text.encode("utf-16-le")
        head[at:at + len(data)] = data
    head[0x81C] = 1
    head[0x844] = 1
    kinds = {"R": 1, "N": 2, "B": 3, "A": 4, "K": 5, "C": 6, "P": 7}
    for index, square in enumerate(XQF_ORDER):
        kind = kinds["RNBAKABNRCCPPPPP"[index % 16]]
        head[0x848 + row_place(square)] = (0x10 if index < 16 else 0x20) | kind
    body = bytearray()

    def write(start, end, goes_on, branches, comment):
        data = comment.encode("utf-16-le")
        body.extend([(0 if goes_on else 1) | (2 if branches else 0) | (4 if data else 0), 0, start, end])
        if data:
            body.extend(len(data).to_bytes(4, "little") + data)

    write(0, 0, True, False, PREFACE)
    for (move, comment, _), goes_on, branches in preorder(TREE):
        write(row_place(move[:2]), row_place(move[2:]), goes_on, branches, comment)
    return bytes(head) + bytes(body)


def cbl(titles):
    """CBL: a library of games, each in slots of 4096 bytes."""
    data = bytearray(b"CCBridgeLibrary\0")
    data.extend(bytes(4096 - len(data)))
    for title in titles:
        game = cbr(title)
        data.extend(game + bytes(-len(game) % 4096))
    return bytes(data)


def cbf():
    """CBF: the older XML format of CCBridge."""
    moves = [f'<Move value="00-00"><![CDATA[{PREFACE}]]></Move>']
    for (move, comment, _), goes_on, branches in preorder(TREE):
        (a, b), (c, d) = xy(move[:2]), xy(move[2:])
        marks = (' branch="1"' if branches else "") + ("" if goes_on else ' end="1"')
        moves.append(f'<Move value="{a}{9 - b}-{c}{9 - d}"{marks}>{comment}</Move>')
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<ChineseChessRecord Version="1.0">\n<Head>\n'
        f"<Name>{TITLE}</Name>\n<Contest>{EVENT}</Contest>\n<Red>{RED}</Red>\n<Black>{BLACK}</Black>\n"
        "<RecordResult>1</RecordResult>\n</Head>\n<MoveList>\n" + "\n".join(moves) + "\n</MoveList>\n"
        "</ChineseChessRecord>\n"
    )


def line_of(node):
    """The moves of a node and its first replies."""
    moves = [node[0]]
    while node[2]:
        node = node[2][0]
        moves.append(node[0])
    return moves


def dhtmlxq(tree, title):
    """DhtmlXQ: the main line, and a numbered field for each variation."""
    digits = lambda moves: "".join(f"{xy(m[:2])[0]}{9 - xy(m[:2])[1]}{xy(m[2:])[0]}{9 - xy(m[2:])[1]}" for m in moves)
    out = [
        "[DhtmlXQ]", "[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]", f"[DhtmlXQ_title]{title}[/DhtmlXQ_title]",
        f"[DhtmlXQ_red]{RED}[/DhtmlXQ_red]", f"[DhtmlXQ_black]{BLACK}[/DhtmlXQ_black]",
        "[DhtmlXQ_result]红胜[/DhtmlXQ_result]", f"[DhtmlXQ_comment0]{PREFACE}[/DhtmlXQ_comment0]",
        f"[DhtmlXQ_movelist]{digits(line_of(tree[0]))}[/DhtmlXQ_movelist]",
    ]
    branch = 0

    def walk(nodes, number, ply):
        """The first of the nodes belongs to line `number`; the others begin new lines at this ply."""
        nonlocal branch
        for index, node in enumerate(nodes):
            own = number
            if index > 0:
                branch += 1
                own = branch
                out.append(f"[DhtmlXQ_move_{number}_{ply}_{own}]{digits(line_of(node))}[/DhtmlXQ_move_{number}_{ply}_{own}]")
            if node[1]:
                mark = f"comment{own}_{ply}" if own else f"comment{ply}"
                out.append(f"[DhtmlXQ_{mark}]{node[1]}[/DhtmlXQ_{mark}]")
            walk(node[2], own, ply + 1)

    walk(tree, 0, 1)
    return "\n".join(out + ["[/DhtmlXQ]"]) + "\n"


def pgn():
    """PGN in coordinates, with variations in parentheses."""
    def text(node, note):
        return node[0] + (f" {{{node[1]}}}" if note and node[1] else "")

    def line(nodes, ply):
        if not nodes:
            return []
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}..."
        words = [number, text(nodes[0], True)]
        for other in nodes[1:]:
            words.append("(" + " ".join([number, text(other, True)] + line(other[2], ply + 1)) + ")")
        return words + line(nodes[0][2], ply + 1)

    tags = [("Game", "Chinese Chess"), ("Event", EVENT), ("Red", RED), ("Black", BLACK), ("Result", "1-0")]
    head = "\n".join(f'[{name} "{value}"]' for name, value in tags)
    return f"{head}\n\n{{{PREFACE}}} " + " ".join(line(TREE, 0)) + " 1-0\n"


def large_tree():
    """Every pair of these first moves and replies: hundreds of variations."""
    first = "h2e2 b2e2 c3c4 g3g4 a3a4 i3i4 e3e4 b0c2 h0g2 b0a2 h0i2 c0e2 g0e2 d0e1 f0e1 e0e1 a0a1 i0i1 b2d2 h2f2".split()
    mirror = lambda move: f"{move[0]}{9 - int(move[1])}{move[2]}{9 - int(move[3])}"
    replies = [mirror(move) for move in first]
    return [(move, "", [(reply, "", []) for reply in replies]) for move in first]


for name, data in {
    "game.xqf": xqf(10),
    "keyed.xqf": xqf(18),
    "game.cbr": cbr(TITLE),
    "library.cbl": cbl([TITLE, TITLE + "（二）"]),
    "game.cbf": cbf().encode("utf-8"),
    "game.pgn": pgn().encode("utf-8"),
    "game_gbk.pgn": pgn().encode("gbk"),
    "game.dhtmlxq": dhtmlxq(TREE, TITLE).encode("utf-8"),
    "large_tree.dhtmlxq": dhtmlxq(large_tree(), "四百变").encode("utf-8"),
}.items():
    (HERE / name).write_bytes(data)
