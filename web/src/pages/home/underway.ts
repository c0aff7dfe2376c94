// Remembers whether a game was in progress at the last visit.
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
    // Without storage no space is reserved.
  }
}
