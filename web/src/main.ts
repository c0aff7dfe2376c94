// Entry point: loads the language catalogs first, so that no untranslated text is shown, then mounts the shell.
import { mount } from 'svelte';
import App from './App.svelte';
import { speak } from './lib/i18n/index.svelte.ts';
import { settings } from './lib/settings.svelte.ts';
import './look/tokens.css';
import './look/app.css';

await speak(settings.language);
const target = document.getElementById('app');
if (target) mount(App, { target });
