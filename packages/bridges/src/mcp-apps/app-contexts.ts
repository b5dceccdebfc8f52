import { type Agent, Scope } from '@ambit/core'

/** The text that one app told the model. */
interface Told {
  readonly app: string
  readonly text: string
}

/** The texts that apps on a page tell the model with the next message. */
class AppContexts {
  readonly #agent: Agent
  /** The texts of the apps, by the calls that they show. */
  readonly #told = new Map<string, Told>()
  /** The texts that the model got with a message, by the run of that message. */
  readonly #sent = new Map<string, readonly Told[]>()
  #remove: (() => void) | undefined

  constructor(agent: Agent) {
    this.#agent = agent
    agent.on('agent:message', ({ runId, message }) => {
      // A run apart from the session, such as one inside a tool, has no message of the user.
      const isOfUser = message.role === 'user' && message.source !== 'app'
      if (isOfUser && agent.history.has(message.id)) {
        this.#sent.set(runId, [...this.#told.values()])
      }
    })
    for (const end of ['agent:completed', 'agent:failed', 'agent:cancelled'] as const) {
      agent.on(end, ({ runId }) => {
        const sent = this.#sent.get(runId) ?? []
        this.#sent.delete(runId)
        for (const [callId, told] of this.#told) if (sent.includes(told)) this.#told.delete(callId)
        this.#show()
      })
    }
  }

  /** Sets what an app tells. An empty text takes it back. */
  set(callId: string, told: Told): void {
    if (told.text === '') this.#told.delete(callId)
    else this.#told.set(callId, told)
    this.#show()
  }

  /** Has the scope while there is something to tell. */
  #show(): void {
    if (this.#told.size === 0) {
      this.#remove?.()
      this.#remove = undefined
    } else {
      this.#remove ??= this.#agent.scopes.register(
        new Scope({
          // The scopes of connections begin with `mcp:`.
          name: 'mcp-apps',
          label: 'What apps of other servers show',
          untrusted: true,
          visible: { outside: false },
          context: () => [...this.#told.values()],
        }),
      )
    }
  }
}

const byAgent = new WeakMap<Agent, AppContexts>()

/**
 * Tells the model what an app shows, with the next message and no longer. It counts as text of a
 * third party. An empty text takes it back.
 */
export function tellModel(agent: Agent, callId: string, told: Told): void {
  const contexts = byAgent.get(agent) ?? new AppContexts(agent)
  byAgent.set(agent, contexts)
  contexts.set(callId, told)
}
