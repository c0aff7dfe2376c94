// The game screen.
import type vi from '../vi/play.ts';
import type { Texts } from '../texts.ts';

export default {
} as const satisfies Texts<typeof vi>;
