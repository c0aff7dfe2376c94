// Invalid entries of a form. Fields report themselves: a removed field blocks nothing, an invalid one is never ignored.
import { getContext, setContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';

const KEY = Symbol('faults');

export class Faults {
  readonly #fields = new SvelteSet<string>();

  /** True if an entry is invalid. */
  get any(): boolean {
    return this.#fields.size > 0;
  }

  has(field: string): boolean {
    return this.#fields.has(field);
  }

  set(field: string, wrong: boolean): void {
    if (wrong) this.#fields.add(field);
    else this.#fields.delete(field);
  }
}

/** Invalid entries of the fields inside this component. */
export function collectFaults(): Faults {
  return setContext(KEY, new Faults());
}

/** Reports a field of the surrounding form for as long as it exists. */
export function reportFault(field: string, wrong: () => boolean): void {
  const faults = getContext<Faults | undefined>(KEY);
  $effect(() => {
    faults?.set(field, wrong());
    return () => faults?.set(field, false);
  });
}
