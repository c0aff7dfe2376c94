// Runes everywhere: no component falls back to the older reactivity unnoticed.
export default { compilerOptions: { runes: true } };
