import type { AgentEvent, EventOf, EventType } from '../../values/event.ts'

/** Called with every event of its type. Synchronous; what it throws is reported and changes nothing. */
export type EventHandler<T extends EventType = EventType> = (event: EventOf<T>) => void

/** Handlers by event type; `*` gets every event. */
export type EventHandlerMap = { readonly [T in EventType]?: EventHandler<T> | undefined } & {
  readonly '*'?: ((event: AgentEvent) => void) | undefined
}

type AnyHandler = (event: never) => void

/** The handlers of one tier, in the order in which they were added. */
export class EventHandlers {
  readonly #handlers = new Map<string, readonly AnyHandler[]>()

  constructor(map: EventHandlerMap = {}) {
    for (const [type, handler] of Object.entries(map)) {
      if (handler) this.add(type as EventType, handler as EventHandler)
    }
  }

  /** Adds a handler and returns what removes it. */
  add<T extends EventType>(type: T | '*', handler: EventHandler<T>): () => void {
    this.#handlers.set(type, [...(this.#handlers.get(type) ?? []), handler])
    let isAdded = true
    return () => {
      const handlers = this.#handlers.get(type) ?? []
      const at = handlers.indexOf(handler)
      // One function may be added more than once: each time is removed for itself.
      if (isAdded && at >= 0) this.#set(type, handlers.toSpliced(at, 1))
      isAdded = false
    }
  }

  /** Adds a handler for the next event alone, and returns what removes it. */
  once<T extends EventType>(type: T | '*', handler: EventHandler<T>): () => void {
    const first: EventHandler<T> = (event) => {
      stop()
      handler(event)
    }
    wrapped.set(first, handler)
    const stop = this.add(type, first)
    return stop
  }

  remove<T extends EventType>(type: T | '*', handler: EventHandler<T>): void {
    const handlers = this.#handlers.get(type) ?? []
    this.#set(
      type,
      handlers.filter((other) => other !== handler && wrapped.get(other) !== handler),
    )
  }

  #set(type: string, handlers: readonly AnyHandler[]): void {
    if (handlers.length) this.#handlers.set(type, handlers)
    else this.#handlers.delete(type)
  }

  clear(): void {
    this.#handlers.clear()
  }

  /** Calls every handler of the event's type, then those of `*`. Lists are replaced, never changed, so removing one in mid call skips nobody. */
  dispatch(event: AgentEvent): void {
    if (this.#handlers.size === 0) return
    for (const type of [event.type, '*']) {
      for (const handler of this.#handlers.get(type) ?? []) {
        try {
          handler(event as never)
        } catch (thrown) {
          reportOnce(handler, event.type, thrown)
        }
      }
    }
  }
}

/** The handlers that were added by `once`, by the function that is in the list for them. */
const wrapped = new WeakMap<AnyHandler, AnyHandler>()

const reported = new WeakSet<AnyHandler>()

function reportOnce(handler: AnyHandler, type: string, thrown: unknown): void {
  if (reported.has(handler)) return
  reported.add(handler)
  console.error(
    `[ambit] A handler of "${type}" threw. Events only observe, so the run goes on.`,
    thrown,
  )
}
