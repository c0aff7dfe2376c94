// Whether a game is likely to be under way, remembered from the last visit.
const KEY = 'kydai.live';

export function expectedLive(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

export function expectLive(is: boolean): void {
  try {
    localStorage.setItem(KEY, is ? 'yes' : 'no');
  } catch {
    // Then the place is simply not kept free.
  }
}
