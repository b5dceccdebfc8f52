import type { Agent } from '@ambit/core'
import type { InstanceClaim, InstanceMember } from './instance.ts'
import { type Registrar, registrarOf } from '../registrar.ts'

type Join = (claim: InstanceClaim) => InstanceMember

let loaded: Join | undefined
/** One for all, so that instances join in the order in which they were mounted. */
let loading: Promise<{ joinInstances: Join }> | undefined

/** Calls `then` with what joins instances: at once, or when it has been loaded, until when the page is not ready. */
export function loadInstances(agent: Agent, then: (join: Join) => void): void {
  if (loaded) then(loaded)
  else void load(registrarOf(agent), then)
}

async function load(registrar: Registrar, then: (join: Join) => void): Promise<void> {
  registrar.loading++
  try {
    const { joinInstances } = await (loading ??= import('./instance-group.ts'))
    then((loaded = joinInstances))
  } catch (error) {
    loading = undefined
    console.error('[ambit] An instance of a tool was not registered.', error)
  } finally {
    registrar.loading--
    registrar.scopes.refresh()
  }
}
