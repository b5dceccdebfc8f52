import type { Agent } from '@ambit/core'
import { useProvidedAgent } from '../agent/agent-context.ts'
import { Listeners } from '../agent/listeners.ts'
import { type Readable, useStore } from '../agent/use-store.ts'
import { registrarOf } from '../tools/registrar.ts'
import type { RegisteredRenderer, ToolRenderer } from '../tools/tool-render-props.ts'

/**
 * What a tool's owner gave `useTool` as `render`, also after it has unmounted; undefined where there is none. It shows what
 * `useToolView` returns; {@link ToolView} does all of it.
 */
export const useToolRenderer = (name: string): ToolRenderer | undefined =>
  useRegisteredRenderer('useToolRenderer', name)?.render

export function useRegisteredRenderer(
  hook: string,
  name: string | undefined,
): RegisteredRenderer | undefined {
  const renderers = renderersOf(useProvidedAgent(hook))
  return useStore(renderers, (byName) => (name === undefined ? undefined : byName.get(name)))
}

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
