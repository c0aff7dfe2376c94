// Tournaments for the screenshots of docs/tournaments.*.md.
const NAMES = [
  ['Lại Lý Huynh', 'm', 'TP Hồ Chí Minh', 2560],
  ['Nguyễn Anh Mẫn', 'm', 'Đà Nẵng', 2480],
  ['Trần Chánh Tâm', 'm', 'Hà Nội', 2390],
  ['Vũ Hữu Cường', 'm', 'Hà Nội', 2350],
  ['Hoàng Thị Hải Bình', 'w', 'TP Hồ Chí Minh', 2300],
  ['Đàm Thị Thùy Dung', 'w', 'Đà Nẵng', 2210],
  ['Lê Thị Kim Loan', 'w', 'TP Hồ Chí Minh', 2190],
  ['Nguyễn Hoàng Yến', 'w', 'Hà Nội', 2180],
  ['Trần Quốc Việt', 'm', 'Đà Nẵng', 2150],
];

const acts = (person, id, list) => person.ask('POST', `/tournaments/${id}/acts`, { acts: list });
const lowerWins = (board) => (board.first < board.second ? 'first' : 'second');

async function make(person, name, preset, count) {
  const { id } = await person.ask('POST', '/tournaments', { name, place: 'Huế · 15.11.2026', preset });
  const players = NAMES.slice(0, count).map(([player, sex, team, rating]) => ({ name: player, sex, team, rating }));
  await acts(person, id, [{ type: 'enter', section: 1, players }]);
  return id;
}

async function round(person, id, number, results) {
  await person.ask('POST', `/tournaments/${id}/pair`, { section: 1 });
  const view = await acts(person, id, [{ type: 'publish', section: 1, round: number, starts_at: null }]);
  const boards = view.sections[0].rounds[number - 1].boards;
  const entered = boards
    .map((board) => ({ type: 'result', section: 1, round: number, board: board.board, result: results(board) }))
    .filter((act) => act.result);
  await acts(person, id, entered);
}

/** Takes all pictures of a language. `shoot` is given a person, a name and what to do. */
export async function shootTournaments(person, phone, tone, shoot) {
  const english = tone === 'en';
  const swiss = await make(person, english ? 'Club championship 2026' : 'Giải vô địch câu lạc bộ 2026', 'club', 9);
  await round(person, swiss, 1, (board) => (board.board === 2 ? 'draw' : lowerWins(board)));
  await round(person, swiss, 2, lowerWins);
  await round(person, swiss, 3, (board) => (board.board === 1 ? 'draw' : undefined));
  const open = (path, ready) => async (one) => {
    await one.page.goto(path);
    await one.page.waitForSelector(ready);
  };
  await shoot(person, `tournament-players-${tone}`, open(`/tournaments/${swiss}?tab=players`, 'ol.players li'));
  await shoot(person, `tournament-round-${tone}`, open(`/tournaments/${swiss}`, 'table.boards'));
  await shoot(person, `tournament-why-${tone}`, async ({ page }) => {
    await page.locator('table.boards td:last-child button').nth(1).click();
    await page.locator('dialog li').first().waitFor();
    await page.locator('dialog select').selectOption('1');
    await page.locator('dialog [role=status] p').waitFor();
  });
  const cup = await make(person, english ? 'Club cup 2026' : 'Cúp câu lạc bộ 2026', 'groups_knockout', 8);
  for (let number = 1; number <= 3; number += 1) await round(person, cup, number, lowerWins);
  await round(person, cup, 4, lowerWins);
  await round(person, cup, 5, lowerWins);
  await round(person, cup, 6, (board) => (board.board === 1 ? 'draw' : lowerWins(board)));
  await shoot(person, `tournament-bracket-${tone}`, open(`/tournaments/${cup}?tab=bracket`, '.bracket'));
  const { players } = await person.ask('GET', `/tournaments/${swiss}/links?section=1`);
  await shoot(phone, `tournament-phone-${tone}`, open(`/tournaments/${swiss}/join/${players[1][1]}`, 'table.boards'));
}
