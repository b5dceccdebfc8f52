import type { Agent } from '@ambit/core'
import type { Instance, InstanceRequest } from './instance.ts'

type RegisterInstance = (request: InstanceRequest) => Instance

let loaded: RegisterInstance | undefined
/** The one load of all instances: they are registered in the order of mounting. */
let loading: Promise<{ registerInstance: RegisterInstance }> | undefined

/**
 * Calls `then` with the function that registers instances: at once if its code is loaded, else
 * after loading. Until then the page is not settled, and the next request waits.
 */
export function loadInstances(agent: Agent, then: (register: RegisterInstance) => void): void {
  if (loaded) then(loaded)
  else agent.scopes.load(load(then))
}

async function load(then: (register: RegisterInstance) => void): Promise<void> {
  try {
    const { registerInstance } = await (loading ??= import('../../late-chunk.ts'))
    then((loaded = registerInstance))
  } catch (error) {
    loading = undefined
    console.error('[ambit] An instance of a tool was not registered.', error)
  }
}
