// Two users, two browsers, one board; and the information each must not receive.
import assert from 'node:assert/strict';
import test from './journey.mjs';

export function peopleJourneys(here) {
  /** Two users at one board: the inviter has the first side. */
  async function pair(game, wanted = {}) {
    const one = await here.server.person({ animated: true });
    const other = await here.server.person({ animated: true, language: 'en' });
    const made = await one.begin(game, { other: { kind: 'link' }, ...wanted });
    await other.page.goto(`/join/${made.invitation}`);
    await other.page.getByRole('button', { name: 'Join', exact: true }).click();
    await other.page.waitForSelector('cg-board piece');
    other.room = made.room;
    return { one, other, made };
  }

  test('a friend sits down by link, and both see every move', async () => {
    const { one, other, made } = await pair('xiangqi');
    await one.play('h2e2');
    await other.until((view) => view.plies.length === 1 && view.legal.length > 0);
    await other.play('h9g7');
    await one.until((view) => view.plies.length === 2);
    await one.sees('g7', /Mã Đen/);
    assert.equal((await other.view()).own_sides[0], 'second');
    assert.equal(await other.page.locator('.orientation-black').count(), 1, 'one sits behind the own pieces');

    const third = await here.server.person();
    await third.page.goto(`/join/${made.invitation}`);
    assert.equal(await third.page.getByRole('button', { name: /vào bàn/i }).count(), 0, 'an invitation works once');
    await third.enter(made.room);
    assert.deepEqual((await third.view()).own_sides, []);
    assert.deepEqual(one.consoleErrors.concat(other.consoleErrors), []);

    await one.page.keyboard.press('d');
    await other.page.getByRole('button', { name: 'Accept' }).click();
    const view = await one.until((now) => now.outcome);
    assert.equal(view.outcome.winner, null);
    await one.page.getByRole('heading', { name: 'Hòa' }).waitFor();
    await other.page.getByRole('heading', { name: 'Draw', exact: true }).waitFor();
    for (const person of [one, other, third]) await person.close();
  });

  test('between people a takeback needs consent, and no evaluation is sent', async () => {
    const { one, other } = await pair('chess');
    await one.play('e2e4');
    await one.presses('z', (view) => view.offer);
    await other.page.getByRole('button', { name: 'Decline' }).click();
    await one.until((view) => !view.offer);
    assert.equal((await one.view()).plies.length, 1);
    await one.presses('z', (view) => view.offer);
    await other.page.getByRole('button', { name: 'Accept' }).click();
    await one.until((view) => view.plies.length === 0);
    assert.equal(await one.page.locator('.ev').count(), 0);
    for (const person of [one, other])
      for (const frame of person.frames)
        assert.ok(!/"type":"(search_info|evaluation|hint)"/.test(frame), frame.slice(0, 200));
    for (const person of [one, other]) await person.close();
  });

  test('at jieqi no socket carries what its reader may not know', async () => {
    const { one, other } = await pair('jieqi');
    const watcher = await here.server.person();
    await watcher.enter(one.room);
    const people = [one, other];
    for (let ply = 0; ply < 24; ply += 1) {
      const mover = people[ply % 2];
      const view = await mover.until((now) => now.outcome || (now.plies.length === ply && now.legal.length > 0));
      if (view.outcome) break;
      const board = boardOf(view.position);
      // Captures of face-down pieces could leak information: they come first.
      const takes = view.legal.find((mv) => /x/i.test(board[mv.slice(2, 4)] ?? ''));
      await mover.play(takes ?? view.legal[(ply * 7) % view.legal.length]);
    }
    await new Promise((done) => setTimeout(done, 500));
    const end = await one.view();
    const taken = end.plies.filter((ply) => ply.took?.face_down);
    assert.ok(taken.length > 0, 'nothing was captured face down: the journey shows nothing');
    for (const [person, viewer] of [
      [one, 'first'],
      [other, 'second'],
      [watcher, 'public'],
    ]) {
      for (const frame of person.frames) {
        const message = JSON.parse(frame);
        if (message.type !== 'view') continue;
        assert.equal(message.viewer, viewer);
        for (const ply of message.plies)
          if (ply.took?.face_down && ply.side !== viewer)
            assert.equal(ply.took.letter, '?', 'a captured face-down piece was disclosed');
        assert.ok(!message.outcome ? !/seed/i.test(message.deal ?? '') : true);
        assert.ok(hiddenStayHidden(message), frame.slice(0, 300));
      }
    }
    for (const person of [...people, watcher]) await person.close();
  });
}

const boardOf = (position) => {
  const out = {};
  position
    .split(' ')[0]
    .split('/')
    .forEach((row, index) => {
      let file = 0;
      for (const letter of row) {
        if (letter >= '1' && letter <= '9') file += Number(letter);
        else out['abcdefghi'[file++] + (9 - index)] = letter;
      }
    });
  return out;
};

/** A piece that never moved is face down in every position of a view. */
function hiddenStayHidden(view) {
  const start = boardOf(view.start.position);
  const touched = new Set();
  let fine = true;
  const look = (position) => {
    const board = boardOf(position);
    for (const [square, letter] of Object.entries(start))
      if (!touched.has(square) && /x/i.test(letter) && board[square] !== letter) fine = false;
  };
  if (view.plies_from > 0) return true; // only a whole view can be followed from the start
  look(view.start.position);
  for (const ply of view.plies) {
    touched.add(ply.mv.slice(0, 2)).add(ply.mv.slice(2, 4));
    look(ply.position);
  }
  return fine;
}
