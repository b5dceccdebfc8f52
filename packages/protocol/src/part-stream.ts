// The reasons: decisions/0025.
/** A source of parts that arrive one after another. */
export interface PartSource<Part> {
  /**
   * Calls `take` with each part at the moment of its arrival, until `isEnough` returns true or
   * there are no more. Resolves with true if there may be more.
   */
  read(take: (part: Part) => void, isEnough: () => boolean): Promise<boolean>
  /** Ends the source, and the stream that it reads. */
  cancel(reason?: unknown): Promise<void>
}

/** A stream of a source's parts. It reads the source only when a consumer pulls. */
export class PartStream<Part> extends ReadableStream<Part> {
  readonly source: PartSource<Part>

  constructor(source: PartSource<Part>) {
    super(
      {
        async pull(controller) {
          let isEnough = false
          const take = (part: Part): void => {
            controller.enqueue(part)
            isEnough = true
          }
          if (!(await source.read(take, () => isEnough))) controller.close()
        },
        cancel: (reason) => source.cancel(reason),
      },
      { highWaterMark: 0 },
    )
    this.source = source
  }
}

/**
 * Locks a stream and returns it as a source. For a {@link PartStream}, returns its own source,
 * which needs no promise for each part.
 */
export function toSource<Part>(stream: ReadableStream<Part>): PartSource<Part> {
  const reader = stream.getReader()
  if (stream instanceof PartStream) return (stream as PartStream<Part>).source
  return {
    async read(take, isEnough) {
      while (!isEnough()) {
        const { done, value } = await reader.read()
        if (done) return false
        take(value)
      }
      return true
    },
    cancel: (reason) => reader.cancel(reason),
  }
}
