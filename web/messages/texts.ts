// What a catalogue in another language must have: every key of the Vietnamese one, and nothing else.
export type Texts<Vietnamese> = Readonly<Record<keyof Vietnamese, string>>;
