// Compatibility with choices stored by earlier versions, in which a machine's engine was called its brain.

/** Returns a stored choice with the present field names. */
export function upgradeStored(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  return { ...stored, machine: upgradeMachine(stored.machine), second: upgradeMachine(stored.second) };
}

function upgradeMachine(machine: unknown): unknown {
  if (!isObject(machine)) return machine;
  return {
    ...machine,
    by: machine.by === 'brain' ? 'engine' : machine.by,
    engine: machine.engine ?? machine.brain,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
