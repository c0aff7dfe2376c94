// Fair deals of jieqi: two browsers contribute, play to the end, and verify the deal.
import assert from 'node:assert/strict';
import test from './journey.mjs';

export function dealJourneys(here) {
  test('a deal made by two browsers is played to its end by link, verifies, and a changed byte does not', async () => {
    const one = await here.server.person({ settings: { evaluation: false } });
    const other = await here.server.person({ language: 'en', settings: { evaluation: false } });
    const sent = [];
    one.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
    const made = await one.begin('jieqi', { other: { kind: 'link' } });
    const before = await one.until((view) => view.deal.nonces[0]);
    assert.equal(before.deal.dealt, false, 'nothing is dealt before the friend has come');
    assert.equal(before.deal.seed, null);
    await one.page.getByText('Chưa chia').waitFor();

    await other.page.goto(`/join/${made.invitation}`);
    await other.page.getByRole('button', { name: 'Join', exact: true }).click();
    await other.page.waitForSelector('cg-board piece');
    other.room = made.room;
    const dealt = await one.until((view) => view.deal.dealt);
    assert.equal(dealt.deal.commitment, before.deal.commitment);
    assert.deepEqual(dealt.deal.by, ['player', 'player']);
    const mine = sent.map((text) => JSON.parse(text)).find((message) => message.type === 'add_part');
    assert.equal(mine.nonce, dealt.deal.nonces[0], 'what the browser drew is what was added');
    assert.match(mine.nonce, /^[0-9a-f]{64}$/);
    await one.page.getByText('Đã niêm phong').waitFor();

    const people = [one, other];
    for (let ply = 0; ply < 12; ply += 1) {
      const mover = people[ply % 2];
      const view = await mover.until((now) => now.outcome || (now.plies.length === ply && now.legal.length > 0));
      if (view.outcome) break;
      await mover.play(view.legal[(ply * 11) % view.legal.length], view);
    }
    await one.page.locator('main').focus();
    await one.page.keyboard.press('r');
    await one.page.locator('dialog .btn.danger').click();
    const end = await one.until((view) => view.outcome);
    assert.match(end.deal.seed, /^[0-9a-f]{64}$/);
    for (const person of people)
      for (const frame of person.frames.map((text) => JSON.parse(text)))
        if (frame.type === 'view' && !frame.outcome) assert.equal(frame.deal.seed, null, 'no seed before the end');

    // The whole deal, and the link from the result card to the verification page.
    await one.page.getByRole('button', { name: 'Hiện mọi quân' }).click();
    const dark = Object.values(await one.pieces()).filter((label) => /úp/i.test(label ?? '')).length;
    assert.equal(dark, 0, 'every piece lies face up');
    await one.page.locator('.end').getByRole('link', { name: 'Kiểm chứng' }).click();
    await one.page.getByRole('heading', { name: /^Cách chia quân hợp lệ/ }).waitFor();
    assert.equal(
      await one.page.locator('.result li').count(),
      5,
      'seal, pieces, moves, what was remembered, the own part',
    );
    assert.equal(await one.page.locator('.result li.broken').count(), 0);

    // The saved data, pasted elsewhere; then with one digit changed.
    const download = one.page.waitForEvent('download');
    await one.page.getByRole('button', { name: 'Lưu dữ liệu' }).click();
    const stream = await (await download).createReadStream();
    let text = '';
    for await (const chunk of stream) text += chunk;
    const stranger = await here.server.person({ language: 'en', settings: { evaluation: false } });
    await stranger.page.goto('/verify');
    const area = stranger.page.locator('textarea');
    await area.fill(text);
    await stranger.page.getByRole('button', { name: 'Verify', exact: true }).click();
    await stranger.page.getByRole('heading', { name: /^The deal is valid/ }).waitFor();
    assert.equal(await stranger.page.locator('.result li').count(), 3);
    const proof = JSON.parse(text);
    const seed = (proof.seed[0] === '7' ? '8' : '7') + proof.seed.slice(1);
    await area.fill(JSON.stringify({ ...proof, seed }));
    await stranger.page.getByRole('button', { name: 'Verify', exact: true }).click();
    await stranger.page.getByRole('heading', { name: 'The deal is not valid' }).waitFor();
    await area.fill('no data at all');
    await stranger.page.getByRole('button', { name: 'Verify', exact: true }).click();
    await stranger.page.getByRole('alert').waitFor();
    assert.deepEqual(
      [one, other, stranger].flatMap((person) => person.consoleErrors),
      [],
    );
    for (const person of [one, other, stranger]) await person.close();
  });

  test('at one device and against an engine a deal needs no further step, and verifies too', async () => {
    const person = await here.server.person({ size: [390, 844], settings: { evaluation: false } });
    for (const wanted of [{ other: { kind: 'here' } }, { other: { kind: 'engine', engine: 'random' } }]) {
      await person.begin('jieqi', wanted);
      const view = await person.myTurn();
      await person.play(view.legal[3], view);
      await person.until((now) => now.plies.length > 0);
      await person.page.locator('main').focus();
      await person.page.keyboard.press('r');
      await person.page.locator('dialog .btn.danger').click();
      await person.until((now) => now.outcome);
      await person.page.goto(`/verify/${person.room}`);
      await person.page.getByRole('heading', { name: /^Cách chia quân hợp lệ/ }).waitFor();
    }
    await person.page.goto('/verify/nosuchroom');
    await person.page.getByRole('alert').waitFor();
    await person.close();
  });
}
