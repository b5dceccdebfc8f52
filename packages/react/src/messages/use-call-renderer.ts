import type { Agent } from '@ambit/core'
import { useMemo } from 'react'
import { useProvidedAgent } from '../agent/agent-context.ts'
import { Listeners } from '../agent/use-store.ts'
import { type Readable, useStore } from '../agent/use-store.ts'
import { registrarOf } from '../tools/registrar.ts'
import { useRenderers } from './use-renderers.ts'
import type { RegisteredRenderer, ToolRenderer } from '../tools/render-props.ts'

/**
 * Gives a tool that the page did not register by `useTool` a `render`: one of a server, for
 * example. A tool that has a `render` of another owner keeps it. Calls in the conversation keep
 * what they show when the component unmounts.
 */
export function useCallRenderer(tool: string, render: ToolRenderer): void {
  useRenderers(useMemo(() => ({ [tool]: render }), [tool, render]))
}

/** Returns the renderer of a tool name with its owner. Errors name the hook. */
export function useRegisteredRenderer(
  hook: string,
  name: string | undefined,
): RegisteredRenderer | undefined {
  const renderers = renderersOf(useProvidedAgent(hook))
  return useStore(renderers, (byName) => (name === undefined ? undefined : byName.get(name)))
}

type ByName = ReadonlyMap<string, RegisteredRenderer>

const none: ByName = new Map()

/** The store of an agent's renderers. On a server, and in the first hydration, it is empty. */
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

function renderersOf(agent: Agent): Readable<ByName> {
  let store = stores.get(agent)
  if (!store) stores.set(agent, (store = new ToolRenderers(agent)))
  return store
}
