import { AgentError } from '../errors/agent-error.ts'
import type { Keeper } from './session-actions.ts'
import { type SessionHost, type SessionsState, startAnew } from './session-host.ts'

/** The sessions of an agent without a storage: one at a time, in memory. */
export class LoneSession implements Keeper {
  readonly #host: SessionHost
  readonly #set: (change: Partial<SessionsState>) => void

  constructor(host: SessionHost, set: (change: Partial<SessionsState>) => void) {
    this.#host = host
    this.#set = set
  }

  async create(): Promise<string> {
    const id = this.#host.ports.createId()
    await this.#host.runs.end()
    startAnew(this.#host, id)
    this.#set({ current: id })
    return id
  }

  readonly list: Keeper['list'] = refuse('list')
  readonly open: Keeper['open'] = refuse('open')
  readonly rename: Keeper['rename'] = refuse('rename')
  readonly delete: Keeper['delete'] = refuse('delete')
  readonly export: Keeper['export'] = refuse('export')
  readonly import: Keeper['import'] = refuse('import')
  readonly loadOlder: Keeper['loadOlder'] = refuse('loadOlder')
}

function refuse(what: string): () => Promise<never> {
  return () =>
    Promise.reject(
      new AgentError(
        `\`sessions.${what}\` needs a storage: without one only the open session is there. Give the agent \`storage: indexedDbStorage()\` of @ambit/browser.`,
      ),
    )
}
