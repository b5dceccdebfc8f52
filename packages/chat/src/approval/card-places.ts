/** A part that can show the card of a call, such as its message. */
interface Place {
  /** True if the place is the message of the call, which comes before every other place. */
  readonly isOwn: boolean
}

/**
 * The places in one chat that can show the card of a call. One of them shows the card: the message
 * of the call if the message is drawn, otherwise the list of requests below the messages.
 */
export class CardPlaces {
  readonly #places = new Map<string, readonly Place[]>()
  readonly #listeners = new Map<string, Set<() => void>>()

  /** Offers a place for the card of a call. The returned function takes the offer back. */
  offer(callId: string, place: Place): () => void {
    const before = this.#of(callId)
    this.#set(callId, place.isOwn ? [place, ...before] : [...before, place])
    return () =>
      this.#set(
        callId,
        this.#of(callId).filter((other) => other !== place),
      )
  }

  /** Whether a place is the one that shows the card of a call. */
  isChosen(callId: string, place: Place): boolean {
    return this.#of(callId)[0] === place
  }

  /** Calls `listener` when the place of a call's card may be another one. */
  subscribe(callId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(callId) ?? new Set()
    this.#listeners.set(callId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(callId)
    }
  }

  #of(callId: string): readonly Place[] {
    return this.#places.get(callId) ?? []
  }

  #set(callId: string, places: readonly Place[]): void {
    if (places.length > 0) this.#places.set(callId, places)
    else this.#places.delete(callId)
    for (const listener of this.#listeners.get(callId) ?? []) listener()
  }
}
