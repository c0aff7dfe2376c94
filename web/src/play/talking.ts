// Parts of the play screen that only talking players need: loaded with the first line or when the tab is opened.
export { default as Said } from './Said.svelte';
export { default as Talk } from './Talk.svelte';
