import type { AgentEvent, EventOf, EventType } from './events.ts'

/** Called with every event of its type. Synchronous; what it throws is reported and changes nothing. */
export type EventHandler<T extends EventType = EventType> = (event: EventOf<T>) => void

/** Handlers by event type; `*` gets every event. */
export type EventHandlerMap = { readonly [T in EventType]?: EventHandler<T> | undefined } & {
  readonly '*'?: ((event: AgentEvent) => void) | undefined
}

type AnyHandler = (event: never) => void

interface Added {
  readonly handler: AnyHandler
  readonly isOnce: boolean
}

/** The handlers of one tier, in the order in which they were added. */
export class EventHandlers {
  readonly #handlers = new Map<string, readonly Added[]>()

  constructor(map: EventHandlerMap = {}) {
    for (const [type, handler] of Object.entries(map)) {
      if (handler) this.add(type as EventType, handler as EventHandler)
    }
  }

  /** Adds a handler, for every event or for the next alone, and returns what removes it. */
  add<T extends EventType>(type: T | '*', handler: EventHandler<T>, isOnce = false): () => void {
    // One function may be added more than once: each time is removed for itself.
    const added: Added = { handler, isOnce }
    this.#handlers.set(type, [...(this.#handlers.get(type) ?? []), added])
    return () => this.#remove(type, (other) => other === added)
  }

  remove<T extends EventType>(type: T | '*', handler: EventHandler<T>): void {
    this.#remove(type, (other) => other.handler === handler)
  }

  #remove(type: string, isMeant: (added: Added) => boolean): void {
    const rest = this.#handlers.get(type)?.filter((added) => !isMeant(added))
    if (rest?.length) this.#handlers.set(type, rest)
    else this.#handlers.delete(type)
  }

  clear(): void {
    this.#handlers.clear()
  }

  /** Calls every handler of the event's type, then those of `*`. Lists are replaced, never changed, so removing one in mid call skips nobody. */
  dispatch(event: AgentEvent): void {
    if (this.#handlers.size === 0) return
    this.#tell(event.type, event)
    this.#tell('*', event)
  }

  #tell(type: string, event: AgentEvent): void {
    const handlers = this.#handlers.get(type)
    if (!handlers) return
    for (const added of handlers) {
      const { handler, isOnce } = added
      if (isOnce) this.#remove(type, (other) => other === added)
      try {
        handler(event as never)
      } catch (thrown) {
        reportOnce(handler, event.type, thrown)
      }
    }
  }
}

const reported = new WeakSet<AnyHandler>()

function reportOnce(handler: AnyHandler, type: string, thrown: unknown): void {
  if (reported.has(handler)) return
  reported.add(handler)
  console.error(
    `[ambit] A handler of "${type}" threw. Events only observe, so the run goes on.`,
    thrown,
  )
}
