import type { Agent } from '@ambit/core'
import { now, sleep } from './watch.ts'

/**
 * Waits for tools that come late. A recorded model took its time, in which the page went on; the
 * replies of a recording come at once.
 */
export class ToolWait {
  readonly #agent: Agent
  /** The time that is left for tools that do not come, in all waits together. */
  #leftMs: number
  /** The tools that did not come. Nobody waits for them again. */
  readonly #gone = new Set<string>()

  /** Takes the time for tools that do not come, in milliseconds of real time. */
  constructor(agent: Agent, ms: number) {
    this.#agent = agent
    this.#leftMs = ms
  }

  /** Resolves when all these tools are on, or when they have had their time. */
  async for(names: readonly string[]): Promise<void> {
    const wanted = names.filter((name) => !this.#gone.has(name))
    const start = now()
    let off = wanted.filter((name) => !this.#isOn(name))
    while (off.length > 0 && now() - start < this.#leftMs) {
      await sleep(10)
      off = off.filter((name) => !this.#isOn(name))
    }
    if (off.length > 0) this.#leftMs -= now() - start
    for (const name of off) this.#gone.add(name)
  }

  #isOn(name: string): boolean {
    const { scopes } = this.#agent
    const registered = scopes.find(name)
    return registered !== undefined && scopes.isToolOn(registered).enabled
  }
}

/** Whether the tool of a call was there, and on. */
export const wasThere = ({ status }: { readonly status: string }): boolean =>
  status !== 'unknown' && status !== 'disabled'
