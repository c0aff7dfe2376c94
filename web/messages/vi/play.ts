// The game screen.
export default {
} as const;
