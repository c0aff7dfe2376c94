// Runes mode everywhere: no component may silently use legacy reactivity.
export default { compilerOptions: { runes: true } };
