/** Parts that come in one after another. */
export interface PartSource<Part> {
  /** Hands on each part in the moment in which it comes, until `isEnough` says so or there are no more. Resolves with whether there may be more. */
  read(take: (part: Part) => void, isEnough: () => boolean): Promise<boolean>
  /** Ends it, and with it what is read. */
  cancel(reason?: unknown): Promise<void>
}

/** A source as a stream, which reads when it is asked. */
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

/** Takes a stream over, to be read as a source: where it is made of one that itself, which needs no promise for each part. */
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
