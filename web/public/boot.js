// Sets theme, board and language before the first paint, so that nothing flashes. Keep in step with lib/settings.
(function () {
  var root = document.documentElement;
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('kydai.settings') || '{}') || {};
  } catch {
    // Storage is unavailable or unreadable: the defaults apply.
  }
  var dark = kept.theme === 'dark' || (kept.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (kept.board === 'paper' || kept.board === 'slate') root.dataset.board = kept.board;
  if (typeof kept.language === 'string') root.lang = kept.language;
})();
