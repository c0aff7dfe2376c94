// File labels on the board's edges.
import assert from 'node:assert/strict';
import test from 'node:test';
import { hanIndex, rankSigns, rimSigns, rimStyle } from '../../src/board/coordinates.ts';

test('each player counts files from the own right hand, whichever way the board lies', () => {
  for (const side of ['white', 'black'] as const) {
    assert.equal(rimSigns('digits', 'bottom', side).join(''), '987654321');
    assert.equal(rimSigns('digits', 'top', side).join(''), '123456789');
  }
});

test('Chinese numerals belong to Red and turn with the board', () => {
  assert.equal(rimSigns('han', 'bottom', 'white').join(''), '九八七六五四三二一');
  assert.equal(rimSigns('han', 'top', 'white').join(''), '123456789');
  assert.equal(rimSigns('han', 'top', 'black').join(''), '一二三四五六七八九');
  assert.equal(rimSigns('han', 'bottom', 'black').join(''), '987654321');
});

test('a Chinese numeral finds its place in the drawing, which runs from nine to one', () => {
  assert.equal(hanIndex('九'), 0);
  assert.equal(hanIndex('一'), 8);
  assert.equal(hanIndex('5'), -1);
});

test('letters go with coordinate notation', () => {
  assert.equal(rimStyle('vi', 'uci'), 'letters');
  assert.equal(rimStyle('zh-Hant', 'zh-hant'), 'han');
  assert.equal(rimStyle('vi', 'vi'), 'digits');
  assert.equal(rimSigns('letters', 'top', 'black').join(''), 'ihgfedcba');
});

test('coordinates name the ranks too, and only coordinates do', () => {
  assert.equal(rankSigns('letters', 'white').join(''), '9876543210');
  assert.equal(rankSigns('letters', 'black').join(''), '0123456789');
  assert.deepEqual(rankSigns('digits', 'white'), []);
});
