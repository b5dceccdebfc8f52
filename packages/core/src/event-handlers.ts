import { callIsolated } from './errors/report-thrown.ts'
import type { AgentEvent, EventOf, EventType } from './events.ts'

/**
 * A function that is called with every event of its type, synchronously. An error, or the rejection
 * of the promise that an async function returns, is reported once and changes nothing.
 */
export type EventHandler<T extends EventType = EventType> = (event: EventOf<T>) => unknown

/** The handlers by event type. The handler of `*` gets every event except `request_built`. */
export type EventHandlerMap = { readonly [T in EventType]?: EventHandler<T> | undefined } & {
  readonly '*'?: ((event: AgentEvent) => unknown) | undefined
}

type AnyHandler = (event: never) => unknown

interface Added {
  readonly handler: AnyHandler
  readonly isOnce: boolean
}

/** The types of which events were ever asked for. The engine warns of those that do not exist. */
export const listenedTypes: Set<string> = new Set()

/** The handlers of one tier, in the order in which they were added. */
export class EventHandlers {
  readonly #handlers = new Map<string, readonly Added[]>()

  constructor(map: EventHandlerMap = {}) {
    for (const [type, handler] of Object.entries(map)) {
      if (handler) this.add(type as EventType, handler as EventHandler)
    }
  }

  /**
   * Adds a handler for every event of a type, or only for the next one. Returns a function that
   * removes the handler.
   */
  add<T extends EventType>(type: T | '*', handler: EventHandler<T>, isOnce = false): () => void {
    // The same function may be added several times. Each returned function removes one of them.
    const added: Added = { handler, isOnce }
    listenedTypes.add(type)
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

  /** Tells if there is a handler of exactly this type. */
  hears(type: EventType): boolean {
    return this.#handlers.has(type)
  }

  clear(): void {
    this.#handlers.clear()
  }

  /**
   * Calls every handler of the event's type, then every handler of `*`, which gets no
   * `request_built`. A change replaces the list of handlers, so a removal during a dispatch skips
   * no handler.
   */
  dispatch(event: AgentEvent): void {
    if (this.#handlers.size === 0) return
    this.#tell(event.type, event)
    // It is made only for those who ask for it by name.
    if (event.type !== 'agent:request_built') this.#tell('*', event)
  }

  #tell(type: string, event: AgentEvent): void {
    const handlers = this.#handlers.get(type)
    if (!handlers) return
    for (const added of handlers) {
      const { handler, isOnce } = added
      if (isOnce) this.#remove(type, (other) => other === added)
      callIsolated(handler, [event as never], () => describeHandler(event.type))
    }
  }
}

const describeHandler = (type: string): string =>
  `A handler of "${type}" threw. Events only observe, so the run goes on.`
