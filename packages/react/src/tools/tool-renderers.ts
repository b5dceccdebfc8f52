import type { Agent } from '@ambit/core'
import { registrarOf } from './registrar.ts'
import { Listeners } from '../listeners.ts'
import type { RegisteredRenderer } from './tool-renderer.ts'
import type { Readable } from '../use-store.ts'

type ByName = ReadonlyMap<string, RegisteredRenderer>

const none: ByName = new Map()

/** The renderers of an agent's tools, as components read them. On a server, and in what it rendered, there are none. */
class ToolRenderers implements Readable<ByName> {
  readonly #listeners = new Listeners()
  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe
  readonly getState: () => ByName
  readonly getInitialState = (): ByName => none

  constructor(agent: Agent) {
    const registrar = registrarOf(agent)
    const { renderers } = registrar
    this.getState = () => renderers
    registrar.onRenderer = this.#listeners.announce
  }
}

const stores = new WeakMap<Agent, ToolRenderers>()

/** The one store of an agent. */
export function renderersOf(agent: Agent): Readable<ByName> {
  let store = stores.get(agent)
  if (!store) stores.set(agent, (store = new ToolRenderers(agent)))
  return store
}
