// Title of the page. While an announcement stands, the titles that pages set wait behind it.
let page = document.title;
let announced: string | undefined;

function show(): void {
  document.title = announced ?? page;
}

/** Sets the title of the page that is open. */
export function setTitle(title: string): void {
  page = title;
  show();
}

/** Shows a title while the page is in the background, whatever title the page itself gets meanwhile. */
export function announceInTitle(text: string): void {
  if (!document.hidden) return;
  announced = text;
  show();
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  announced = undefined;
  show();
});
