// Account of the visitor: who is signed in, and the settings that travel with the account.
import type {
  AccountState,
  CodeOut,
  NewAccountOut,
  PasswordChange,
  PasswordIn,
  RecoverIn,
  SessionOut,
  SignInIn,
  SignUpIn,
} from '../wire/index.ts';
import { request } from './api.ts';
import { t } from './i18n/index.svelte.ts';
import { restore, settings } from './settings.svelte.ts';
import { showToast } from './toast.svelte.ts';

let known: AccountState | undefined = $state.raw();

/** Account of the visitor; undefined until it was fetched. */
export const accountState = (): AccountState | undefined => known;

export async function fetchAccount(): Promise<AccountState> {
  known = await request<AccountState>('GET', '/account');
  return known;
}

/** Brings the page in line with a session that the server has ended, and says so if nobody is signed in any more. */
export async function leaveAccount(): Promise<void> {
  const before = known?.account;
  const now = await fetchAccount().catch(() => undefined);
  if (before && now && !now.account) showToast(t('account_ended'));
}

export async function signUp(asked: SignUpIn): Promise<string> {
  const made = await request<NewAccountOut>('POST', '/account', asked);
  await saveSettings();
  return made.recovery_code;
}

export async function signIn(asked: SignInIn): Promise<void> {
  known = await request<AccountState>('POST', '/session', asked);
  takeSettings(known.account?.settings ?? '');
}

export async function recover(asked: RecoverIn): Promise<string> {
  const { recovery_code } = await request<CodeOut>('POST', '/account/recover', asked);
  return recovery_code;
}

export async function signOut(): Promise<void> {
  await request('DELETE', '/session');
  await fetchAccount();
}

export async function signOutEverywhere(): Promise<void> {
  await request('DELETE', '/account/sessions');
  await fetchAccount();
}

export const fetchSessions = (): Promise<SessionOut[]> => request('GET', '/account/sessions');
export const endSession = (id: string): Promise<void> =>
  request('DELETE', `/account/sessions/${encodeURIComponent(id)}`);
export const changePassword = (asked: PasswordChange): Promise<void> => request('PUT', '/account/password', asked);
export const newRecoveryCode = async (asked: PasswordIn): Promise<string> =>
  (await request<CodeOut>('POST', '/account/recovery', asked)).recovery_code;

export async function deleteAccount(asked: PasswordIn): Promise<void> {
  await request('DELETE', '/account', asked);
  await fetchAccount();
}

/** Settings of the account replace those of the browser. */
function takeSettings(text: string): void {
  if (!text) return;
  try {
    Object.assign(settings, restore(JSON.parse(text), settings.language));
  } catch {
    // What cannot be read is not taken.
  }
}

/** Stores the settings of this browser with the account. */
export async function saveSettings(): Promise<void> {
  await request('PUT', '/account/settings', $state.snapshot(settings));
}

/** Fetches the account once, and stores changed settings with it. Call once, inside a component's set-up. */
export function followAccount(): void {
  let saved = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  void fetchAccount().catch(() => undefined);
  $effect(() => {
    const text = JSON.stringify(settings);
    if (!known?.account) {
      saved = '';
      return;
    }
    if (!saved || saved === text) {
      saved = text;
      return;
    }
    saved = text;
    clearTimeout(timer);
    timer = setTimeout(() => void saveSettings().catch(() => undefined), 1000);
  });
}
