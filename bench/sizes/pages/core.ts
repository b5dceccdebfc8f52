import * as core from '@ambit/core'

// Whoever takes all names at once keeps all of them.
Object.assign(globalThis, { core: { ...core } })
