import type { Agent } from '@ambit/core'
import { isProduction } from '../refuse-production.ts'
import type { Fault } from './disturb-model.ts'
import { offeredModels } from './offered-models.ts'
import { Store } from './store.ts'

/** The changes that the devtools make to an agent. */
export interface TogglesState {
  /** The names of the tools that are switched off. */
  readonly off: readonly string[]
  /** The name of the model that gets the requests, among those offered. Absent: the agent's. */
  readonly model?: string | undefined
  /** The time before each request, in milliseconds. 0 for none. */
  readonly latencyMs: number
  /** The fault of the next request. It is gone once it was made. */
  readonly fault?: Fault | undefined
  /** The toggles that a reload keeps. */
  readonly pinned: readonly Toggle[]
  /** True if the browser kept no pin: storage is blocked or full. */
  readonly isPinRefused: boolean
}

/** A toggle that can be pinned. */
export type Toggle = 'model' | 'latency' | `tool ${string}`

const none: TogglesState = { off: [], latencyMs: 0, pinned: [], isPinRefused: false }

/** The reason that the model and the user are told. */
export const switchedOff = 'switched off in devtools'

/**
 * The toggles of one agent. They end when nothing watches the agent any more, so also with the
 * page. Those that are pinned come back with the next watching. In a production build nothing can
 * be toggled.
 */
export class Toggles extends Store<TogglesState> {
  /** False in a production build, where they change nothing. */
  readonly isAllowed: boolean = !isProduction()
  readonly #agent: Agent
  readonly #switches = new Map<string, () => void>()
  #removePlugin: (() => void) | undefined
  #isStopped = false

  constructor(agent: Agent) {
    super(none)
    this.#agent = agent
    this.#set(readPinned(agent))
  }

  /** True while the devtools change something. */
  get isAnyOn(): boolean {
    const { off, model, latencyMs, fault } = this.getState()
    return off.length > 0 || model !== undefined || latencyMs > 0 || fault !== undefined
  }

  /** Switches a tool off, or ends that. */
  switchTool(name: string, isOff: boolean): void {
    const off = this.getState().off.filter((other) => other !== name)
    this.#set({ off: isOff ? [...off, name] : off })
  }

  /** Gives the next requests to an offered model. With undefined, to the agent's. */
  setModel(model: string | undefined): void {
    this.#set({ model })
  }

  /** Makes each request wait first. */
  setLatency(latencyMs: number): void {
    this.#set({ latencyMs: Number.isFinite(latencyMs) ? Math.max(0, latencyMs) : 0 })
  }

  /** Makes the next request fail. */
  setFault(fault: Fault | undefined): void {
    this.#set({ fault })
  }

  /** Keeps a toggle over a reload, or ends that. */
  pin(toggle: Toggle, isPinned: boolean): void {
    const pinned = this.getState().pinned.filter((other) => other !== toggle)
    this.#set({ pinned: isPinned ? [...pinned, toggle] : pinned })
  }

  /** Ends all toggles, also pinned ones. */
  clear(): void {
    this.#set({ ...none, model: undefined, fault: undefined })
  }

  /** Ends all toggles for good. Those that are pinned come back with the next watching. */
  stop(): void {
    this.#isStopped = true
    this.setState(none)
    this.#apply(none)
  }

  #set(change: Partial<TogglesState>): void {
    if (!this.isAllowed || this.#isStopped) return
    const state = { ...this.getState(), ...change }
    const pinned = state.pinned.filter((toggle) => isOn(state, toggle))
    const isPinRefused = !writePinned(this.#agent, { ...state, pinned })
    this.setState({
      ...state,
      pinned: isPinRefused ? this.getState().pinned : pinned,
      isPinRefused,
    })
    this.#apply(this.getState())
  }

  #apply({ off, model, latencyMs, fault }: TogglesState): void {
    for (const [name, end] of this.#switches) {
      if (off.includes(name)) continue
      end()
      this.#switches.delete(name)
    }
    for (const name of off) {
      if (this.#switches.has(name)) continue
      this.#switches.set(name, this.#agent.scopes.switchOff(name, switchedOff))
    }
    const needsPlugin = model !== undefined || latencyMs > 0 || fault !== undefined
    if (!needsPlugin) {
      this.#removePlugin?.()
      this.#removePlugin = undefined
      return
    }
    this.#removePlugin ??= this.#agent.use({
      name: 'devtools',
      request: async (at, next) => {
        const { disturbModel } = await import('./disturb-model.ts')
        const { latencyMs, model = '' } = this.getState()
        const chosen = offeredModels.getState()[model] ?? at.model
        return next({
          model: disturbModel(chosen, { latencyMs, takeFault: () => this.#takeFault() }),
        })
      },
    })
  }

  #takeFault(): Fault | undefined {
    const { fault } = this.getState()
    if (fault) this.setFault(undefined)
    return fault
  }
}

function isOn({ off, model, latencyMs }: TogglesState, toggle: Toggle): boolean {
  if (toggle === 'model') return model !== undefined
  if (toggle === 'latency') return latencyMs > 0
  return off.some((name) => toggle === `tool ${name}`)
}

const keyOf = ({ name }: Agent): string => `ambit-devtools toggles ${name}`

function readPinned(agent: Agent): Partial<TogglesState> {
  try {
    const read = JSON.parse(localStorage.getItem(keyOf(agent)) ?? '{}') as Partial<TogglesState>
    const { off = [], model, latencyMs = 0, pinned = [] } = read
    if (![off, pinned].every(isTexts) || !isText(model ?? '') || typeof latencyMs !== 'number') {
      return {}
    }
    return { off, model, latencyMs, pinned }
  } catch {
    // Storage that is blocked or broken keeps nothing.
    return {}
  }
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

/** Keeps the pinned toggles. Returns false if there are some, and the browser refused. */
function writePinned(agent: Agent, state: TogglesState): boolean {
  const { off, model, latencyMs, pinned } = state
  const kept = {
    off: off.filter((name) => pinned.includes(`tool ${name}`)),
    model: pinned.includes('model') ? model : undefined,
    latencyMs: pinned.includes('latency') ? latencyMs : 0,
    pinned,
  }
  try {
    if (pinned.length > 0) localStorage.setItem(keyOf(agent), JSON.stringify(kept))
    else localStorage.removeItem(keyOf(agent))
    return true
  } catch {
    return pinned.length === 0
  }
}
