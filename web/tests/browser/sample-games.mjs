// Sample games for the screenshots, played over the API in seconds.

/** Games that end in mate on the last move: known chess traps, and weak engines beaten by stronger ones. */
export const MATES = {
  chess: [
    'e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7',
    'e2e4 e7e5 f1c4 b8c6 d1f3 d7d6 f3f7',
    'e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5 g4d1 c4f7 e8e7 c3d5',
  ],
  xiangqi: [
    'b2b9 a9b9 h2e2 b7a7 e2e6 b9b0 a0b0 a7a3 b0b7 a3e3 b7h7 e3i3 i0i3 g9i7 h7h8 a6a5 i3i6 h9f8 h8f8 g6g5 h0g2 g5g4 g3g4 i7g9 i6i9 c9a7 i9g9 c6c5 g9f9',
    'h2h9 b7c7 b2h2 c7c8 h0g2 a9a8 b0a2 c8f8 a0b0 h7g7 h2h8 i9i7 h8a8 g7h7 b0b9 h7c7 b9b7 c7c8 b7i7 a6a5 a8f8 c9a7 i7e7 c8e8 e7e6 g6g5 i0h0 c6c5 f8f2 a5a4 a3a4 a7c9 h0h8 c9e7 e6e7 c5c4 h8f8 c4b4 f8f9',
  ],
};
/** Known openings, so that the screenshots show realistic games. */
export const LINES = {
  xiangqi: 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8 b2a2 a9b9 a0b0 b7b3',
  chess: 'd2d4 d7d5 c1f4 g8f6 e2e3 e7e6 g1f3 c7c5 c2c3 b8c6 b1d2 f8e7 f1d3 e8g8',
};
/** Clearly won for the user: the engine accepts a draw at once. */
const AHEAD = {
  xiangqi: ['4k4/9/9/9/9/9/9/R8/1R7/3K5 w', 'b1b2'],
  chess: ['4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1', 'a1a2'],
};

/** Plays a game to its end over its socket: moves, then a final action. */
async function playOut(person, room, moves, last) {
  await person.page.evaluate(
    ([room, moves, last]) =>
      new Promise((done, failed) => {
        const socket = new WebSocket(
          `${location.origin.replace('http', 'ws')}/api/rooms/${room}/socket?evaluation=false`,
        );
        let id = 0;
        const left = [...moves];
        setTimeout(() => failed(new Error(`${room} did not end`)), 60_000);
        socket.onmessage = ({ data }) => {
          const said = JSON.parse(data);
          if (said.type !== 'view') return;
          if (said.outcome) return done(socket.close());
          if (!said.own_sides.includes(said.turn)) return;
          const ask = left.length ? { type: 'play', mv: left.shift() } : { type: last };
          socket.send(JSON.stringify({ id: `s${(id += 1)}`, seq: said.seq, ...ask }));
        };
      }),
    [room, moves, last],
  );
}

/** One game with the given result for the user: `won`, `drawn`, `lost`. */
async function game(person, name, other, result) {
  const make = (wanted) => person.ask('POST', '/rooms', { game: name, one: { kind: 'me' }, other, ...wanted });
  const lines = MATES[name] ?? [];
  if (result === 'won' && lines.length > 0) {
    const moves = lines[game.count++ % lines.length].split(' ');
    await playOut(person, (await make({ moves: moves.slice(0, -1) })).room, moves.slice(-1), 'resign');
  } else if (result === 'drawn' && AHEAD[name]) {
    const [setup, mv] = AHEAD[name];
    await playOut(person, (await make({ setup })).room, [mv], 'offer_draw');
  } else {
    const moves = LINES[name]?.split(' ') ?? [];
    await playOut(person, (await make({ moves: moves.slice(0, 4 + 2 * (game.count++ % 6)) })).room, [], 'resign');
  }
}
game.count = 0;

const level = (number) => ({ kind: 'level', level: number });
const engine = (text) => ({ kind: 'engine', engine: text });

/** Plays a history: mostly won against low levels, less against high ones; two friends; engine matches. */
export async function playSampleGames(person) {
  const plan = [
    [level(1), 'www'],
    [level(2), 'wwlw'],
    [level(3), 'wlwdlww'],
    [level(4), 'lwdll'],
    [level(5), 'llwl'],
    [engine('alphabeta:depth=3'), 'wlwwl'],
    [engine('mcts:sims=1000'), 'wdl'],
  ];
  const RESULTS = { w: 'won', d: 'drawn', l: 'lost' };
  const rounds = Math.max(...plan.map(([, results]) => results.length));
  for (let round = 0; round < rounds; round += 1)
    for (const [other, results] of plan) {
      if (!results[round]) continue;
      await game(person, 'xiangqi', other, RESULTS[results[round]]);
      if (round < 2) await game(person, 'chess', other, RESULTS[results[round]]);
    }
  for (let round = 0; round < 2; round += 1) await game(person, 'jieqi', level(2), 'lost');
  for (const name of ['xiangqi', 'chess'])
    await playOut(
      person,
      (
        await person.ask('POST', '/rooms', {
          game: name,
          one: { kind: 'me' },
          other: { kind: 'here', name: 'Minh' },
          moves: LINES[name].split(' '),
        })
      ).room,
      [],
      'resign',
    );
  // Engine matches from short endings.
  for (const [one, other] of [
    [level(3), level(2)],
    [engine('alphabeta:depth=3'), engine('greedy')],
  ])
    await person.ask('POST', '/rooms', { game: 'xiangqi', one, other, pace_ms: 0, setup: AHEAD.xiangqi[0] });
  // Games in progress.
  for (const name of ['xiangqi', 'chess', 'jieqi'])
    await person.ask('POST', '/rooms', {
      game: name,
      one: { kind: 'me' },
      other: level(3),
      ...(LINES[name] ? { moves: LINES[name].split(' ') } : {}),
    });
}
