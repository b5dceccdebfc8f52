import { ModelError } from '@ambit/core'
import type { Model } from './offered-models.ts'

/** A fault of the network or the provider that the devtools make. */
export type Fault = 'network' | 'cut' | 'rate-limit'

/** The faults for one request. */
export interface Disturbance {
  /** The time before each attempt, in milliseconds. */
  readonly latencyMs: number
  /** Returns the fault of the request. Called once, at the first attempt: retries have it too. */
  readonly takeFault: () => Fault | undefined
}

type Stream = Awaited<ReturnType<Model['doStream']>>['stream']

/** Returns a model for one request, which is slower than the given one, or fails. */
export function disturbModel(model: Model, { latencyMs, takeFault }: Disturbance): Model {
  const { specificationVersion, provider, modelId, supportedUrls } = model
  let taken: { readonly fault: Fault | undefined } | undefined
  return {
    specificationVersion,
    provider,
    modelId,
    supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      if (latencyMs > 0) await pause(latencyMs, options.abortSignal)
      const { fault } = (taken ??= { fault: takeFault() })
      // The same error that a browser throws.
      if (fault === 'network')
        throw new TypeError('Failed to fetch: a fault that the devtools made')
      if (fault === 'rate-limit') throw rateLimited()
      const answer = await model.doStream(options)
      return fault === 'cut' ? { ...answer, stream: cut(answer.stream) } : answer
    },
  }
}

const rateLimited = (): ModelError =>
  new ModelError(
    'The model has too many requests now: a fault that the devtools made. Try again.',
    {
      kind: 'rate_limited',
      isRetryable: true,
      status: 429,
      retryAfterMs: 1_000,
    },
  )

/** Ends a stream after the first piece of its content. */
const cut = (stream: Stream): Stream =>
  stream.pipeThrough(
    new TransformStream({
      transform(part, controller) {
        if (part.type !== 'finish') controller.enqueue(part)
        if (part.type === 'finish' || part.type.endsWith('-delta')) controller.terminate()
      },
    }),
  )

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
