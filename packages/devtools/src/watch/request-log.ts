import type { Agent, AgentEvent, BuiltRequest, EventOf, Usage } from '@ambit/core'
import { FrameStore } from './frame-store.ts'

type RegisteredTool = Agent['scopes']['tools'][number]

/** A request as the model got it. */
export type KeptRequest = EventOf<'agent:request_started'> & { readonly built: BuiltRequest }

/** The facts that events tell of a request. */
export interface RequestFacts {
  readonly provider?: string | undefined
  readonly modelId?: string | undefined
  /** The times of the start and the end of the iteration, in milliseconds since the Unix epoch. */
  readonly startedAt?: number | undefined
  readonly endedAt?: number | undefined
  readonly usage?: Usage | undefined
  /** True if the provider did not report all of the usage. */
  readonly estimated?: boolean | undefined
  /** The cost in US dollars. Absent if the agent's `prices` does not have the model. */
  readonly costUsd?: number | undefined
  /** True if the compaction shortened the history of this request. */
  readonly isCompacted?: boolean | undefined
}

/** A tool of the page that a request was not built from. */
export interface LeftOutTool {
  readonly name: string
  readonly scope: string
  /** `hidden`: no model may know of it. `narrowed`: the call was limited to other tools. */
  readonly why: 'hidden' | 'narrowed'
}

/** The requests of an agent. */
export interface RequestsState {
  /** The newest requests, oldest first. The array is another one after a change. */
  readonly requests: readonly KeptRequest[]
  /** The number of older requests that are no longer kept. */
  readonly dropped: number
}

/** The most requests that are kept. Their messages are those of the history. */
const maxRequests = 500

/** The place of a request: its run, and the number of the model call in it. */
export type RequestPlace = Pick<KeptRequest, 'runId' | 'iteration'>

const noFacts: RequestFacts = Object.freeze({})

/** Returns the id of a request, by which `go` opens the tab of requests. */
export const requestId = ({ runId, iteration }: RequestPlace): string => `${runId}/${iteration}`

/** The requests of an agent so far, each with what it was built from. */
export class RequestLog extends FrameStore<RequestsState> {
  readonly #requests: KeptRequest[] = []
  readonly #facts = new Map<string, RequestFacts>()
  readonly #pages = new WeakMap<KeptRequest, readonly RegisteredTool[]>()
  #dropped = 0
  readonly #stops: (() => void)[]

  constructor(agent: Agent) {
    super()
    const note = (event: AgentEvent & { readonly iteration: number }, facts: RequestFacts): void =>
      this.#note(requestId(event), facts)
    const take = (event: AgentEvent): void => {
      switch (event.type) {
        case 'agent:request_started': {
          const { provider, modelId, leftOut, at: startedAt } = event
          const isCompacted = leftOut > 0 || undefined
          return note(event, { provider, modelId, startedAt, isCompacted })
        }
        case 'agent:request_completed': {
          const { usage, estimated, costUsd, at: endedAt } = event
          return note(event, { usage, estimated, costUsd, endedAt })
        }
        default:
      }
    }
    agent.run(agent.getState().runId ?? '')?.events.forEach(take)
    this.#stops = [
      agent.on('*', take),
      agent.on('agent:request_started', (event) => {
        // A plug-in has answered, and nothing is sent.
        if (!event.built) return
        const kept = event as KeptRequest
        this.#requests.push(kept)
        // The names are compared when they are read, so that they hold up no request.
        this.#pages.set(kept, agent.scopes.tools)
        if (this.#requests.length > maxRequests) {
          this.#requests.shift()
          this.#dropped++
        }
        this.changed()
      }),
    ]
  }

  /** Returns what events say of a request so far. */
  factsOf(request: RequestPlace): RequestFacts {
    return this.#facts.get(requestId(request)) ?? noFacts
  }

  /** Returns the tools that were on the page and that a request was not built from. */
  leftOutOf(request: KeptRequest): LeftOutTool[] {
    const known = new Set(request.built.tools.map(({ name }) => name))
    const page = this.#pages.get(request) ?? []
    return page.flatMap(({ tool: { name, visible }, scope }) => {
      if (known.has(name)) return []
      const isHidden = visible.model === false || scope.visible.model === false
      return [{ name, scope: scope.name, why: isHidden ? 'hidden' : 'narrowed' } as const]
    })
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }

  protected read(): RequestsState {
    return { requests: this.#requests.slice(), dropped: this.#dropped }
  }

  #note(id: string, facts: RequestFacts): void {
    this.#facts.set(id, { ...this.#facts.get(id), ...facts })
    // Iterations that a plug-in answered have facts and no request.
    if (this.#facts.size > 2 * maxRequests) {
      const [oldest = ''] = this.#facts.keys()
      this.#facts.delete(oldest)
    }
    this.changed()
  }
}
