/** The key under which a tool's context keeps its run. */
export const runOfContext: unique symbol = Symbol('run')
