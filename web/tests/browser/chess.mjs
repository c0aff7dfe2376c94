// Chess on one device: special moves.
import assert from 'node:assert/strict';
import test from './journey.mjs';

const HERE = { other: { kind: 'here' } };

export function chessJourneys(here) {
  const sit = async (wanted = {}) => {
    const person = await here.server.person();
    await person.begin('chess', { ...HERE, ...wanted });
    return person;
  };

  test('a game is played to mate, and the page says so', async () => {
    const person = await sit();
    for (const mv of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) await person.play(mv);
    const view = await person.view();
    assert.equal(view.outcome.reason, 'checkmate');
    assert.equal(view.outcome.winner, 'second');
    await person.page.getByRole('heading', { name: 'Đen thắng' }).waitFor();
    assert.equal(await person.page.locator('square.check').count(), 1);
    assert.deepEqual(person.consoleErrors, []);
    await person.close();
  });

  test('castling moves the rook too', async () => {
    const person = await sit();
    for (const mv of ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'f8c5', 'e1g1']) await person.play(mv);
    await person.sees('g1', /Vua/);
    await person.sees('f1', /Xe/);
    await person.sees('h1', /trống/);
    // The last-move marks follow the king, not the rook.
    const marked = await person.page.evaluate(() =>
      ['from', 'to'].map((kind) => document.querySelector(`kd-mark.${kind}`).style.getPropertyValue('--x')),
    );
    assert.deepEqual(marked, ['4', '6']);
    await person.close();
  });

  test('a pawn taken in passing leaves the board', async () => {
    const person = await sit();
    for (const mv of ['e2e4', 'a7a6', 'e4e5', 'd7d5', 'e5d6']) await person.play(mv);
    await person.sees('d5', /trống/);
    await person.sees('d6', /Tốt Trắng/);
    await person.close();
  });

  test('a pawn becomes what was chosen, or goes back when nothing was', async () => {
    const person = await sit({ setup: '6k1/3P4/8/8/8/8/8/4K3 w - - 0 1' });
    await person.click('d7d8');
    await person.page.waitForSelector('.promotion');
    await person.page.keyboard.press('Escape');
    await person.page.waitForSelector('.promotion', { state: 'detached' });
    assert.equal((await person.view()).plies.length, 0);
    await person.play('d7d8n');
    await person.sees('d8', /Mã Trắng/);
    await person.close();
  });
}
