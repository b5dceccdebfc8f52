import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { collect, copyRequest } from './model-port.ts'

/** One request of a driven model, and the stream that answers the request. */
export interface DrivenCall {
  readonly request: LanguageModelV4CallOptions
  /**
   * The state of the call. `waiting` until the stream is opened or refused. `over` when the stream
   * has ended or broken, or was cancelled or aborted.
   */
  readonly state: 'waiting' | 'open' | 'over'
  /** Answers the request with a stream that is still empty. */
  open(): void
  /** Answers the request with an error in place of a stream. */
  refuse(error: unknown): void
  /** Sends the next parts. Opens the stream first if needed. */
  push(...parts: readonly LanguageModelV4StreamPart[]): void
  /** Ends the stream. */
  close(): void
  /** Breaks the stream. */
  fail(error: unknown): void
}

/** A model whose calls a test drives step by step. */
export interface DrivenModel extends LanguageModelV4 {
  /** All requests so far. */
  readonly calls: readonly DrivenCall[]
  /** The calls that are not over. */
  readonly live: readonly DrivenCall[]
}

/**
 * Creates a model for tests that go step by step: nothing happens in a call until the test does it.
 * Methods of a call that is over do nothing.
 */
export function drivenModel(modelId = 'driven'): DrivenModel {
  const calls: Driven[] = []
  const start = (request: LanguageModelV4CallOptions) => {
    request.abortSignal?.throwIfAborted()
    const call = new Driven(copyRequest(request))
    calls.push(call)
    return call.answered
  }
  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId,
    supportedUrls: {},
    calls,
    get live() {
      return calls.filter(({ state }) => state !== 'over')
    },
    doStream: async (request) => ({ stream: await start(request) }),
    doGenerate: async (request) => collect(await start(request)),
  }
}

class Driven implements DrivenCall {
  readonly request: LanguageModelV4CallOptions
  readonly answered: Promise<ReadableStream<LanguageModelV4StreamPart>>
  state: DrivenCall['state'] = 'waiting'
  readonly #answer: PromiseWithResolvers<ReadableStream<LanguageModelV4StreamPart>>
  #controller: ReadableStreamDefaultController<LanguageModelV4StreamPart> | undefined

  constructor(request: LanguageModelV4CallOptions) {
    this.request = request
    this.#answer = Promise.withResolvers()
    this.answered = this.#answer.promise
    request.abortSignal?.addEventListener('abort', this.#onAbort)
  }

  readonly #onAbort = (): void => {
    const reason: unknown = this.request.abortSignal?.reason
    if (this.state === 'waiting') this.refuse(reason)
    else this.fail(reason)
  }

  open(): void {
    if (this.state !== 'waiting') return
    this.state = 'open'
    this.#answer.resolve(
      new ReadableStream({
        start: (controller) => void (this.#controller = controller),
        cancel: () => this.#end(),
      }),
    )
  }

  refuse(error: unknown): void {
    if (this.state !== 'waiting') return
    this.#end()
    this.#answer.reject(error as Error)
  }

  push(...parts: readonly LanguageModelV4StreamPart[]): void {
    this.open()
    if (this.state !== 'open') return
    for (const part of parts) this.#controller?.enqueue(part)
  }

  close(): void {
    this.open()
    if (this.state !== 'open') return
    this.#end()
    this.#controller?.close()
  }

  fail(error: unknown): void {
    this.open()
    if (this.state !== 'open') return
    this.#end()
    this.#controller?.error(error)
  }

  #end(): void {
    this.state = 'over'
    this.request.abortSignal?.removeEventListener('abort', this.#onAbort)
  }
}
