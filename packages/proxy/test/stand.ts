/** The time for which the thread of the proxy works at once, in milliseconds. */
export class Stand {
  longest = 0
  #last = Stand.#now
  readonly #tick = (): void => {
    this.#measure()
    this.#ticking = setImmediate(this.#tick)
  }
  #ticking = setImmediate(this.#tick)

  /** The time of other programs does not count. */
  static get #now(): number {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }

  #measure(): number {
    const now = Stand.#now
    this.longest = Math.max(this.longest, now - this.#last)
    this.#last = now
    return this.longest
  }

  end(): number {
    clearImmediate(this.#ticking)
    return this.#measure()
  }
}

/** Returns a body as it comes from a network: its pieces come in turns of their own. */
export function piecesOf(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve))
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, (at += 65_536)))
    },
  })
}
