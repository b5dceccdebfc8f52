import { ModelError } from '@ambit/core'
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { type AnswerForm, AnswerReader, toForm } from './answer.ts'
import { isInTime, type Loading } from './loading.ts'
import { toPrompt } from './prompt.ts'
import type { TextEnd, TextEngine } from './text-model.ts'

type To = ReadableStreamDefaultController<LanguageModelV4StreamPart>

/** The most tokens of an answer for which the request says no number. */
const usualTokens = 1_024

/** The time after an abort in which an engine must have stopped. One that has not is replaced. */
const stopMs = 5_000

/** An answer that is being written. */
interface Writing {
  readonly engine: TextEngine
  readonly form: AnswerForm
  /** The tokens of the prompt, by the engine or estimated. */
  readonly tokens: number
  readonly pieces: AsyncIterator<string | TextEnd>
  readonly signal: AbortSignal
}

/** The writer of the answers of one model, one at a time. */
export class Writer {
  readonly #loading: Loading
  #last: Promise<unknown> = Promise.resolve()
  #failures = 0
  /** The tokens that the engine counted of the last prompt, for each one of the estimate. */
  #ratio = 1

  constructor(loading: Loading) {
    this.#loading = loading
  }

  async stream(
    options: LanguageModelV4CallOptions,
  ): Promise<{ stream: ReadableStream<LanguageModelV4StreamPart> }> {
    const stop = new AbortController()
    const { abortSignal } = options
    const signal = abortSignal ? AbortSignal.any([stop.signal, abortSignal]) : stop.signal
    const endTurn = await this.#takeTurn(signal)
    try {
      const writing = await this.#begin(options, signal)
      return {
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          start: (to) => void this.#write(to, writing).finally(endTurn),
          cancel: (reason) => stop.abort(reason),
        }),
      }
    } catch (thrown) {
      endTurn()
      throw thrown
    }
  }

  /** Waits for the answers before. Resolves with the function that lets the next one begin. */
  async #takeTurn(signal: AbortSignal): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = before.then(() => promise)
    await orAbort(before, signal).catch((reason: unknown) => {
      resolve()
      throw reason
    })
    return resolve
  }

  async #begin(options: LanguageModelV4CallOptions, signal: AbortSignal): Promise<Writing> {
    const engine = await orAbort(this.#loading.open(), signal)
    const { contextTokens = Infinity, keywords } = engine
    const { maxOutputTokens = usualTokens, temperature, topP, topK, seed } = options
    const maxTokens = Math.min(maxOutputTokens, Math.ceil(contextTokens / 2))
    const form = toForm(options, keywords)
    const prompt = toPrompt(options, form, engine, { maxTokens, ratio: this.#ratio })
    const { leftOut, messages, tokens } = await orAbort(prompt, signal)
    if (leftOut) {
      const message = `The oldest ${leftOut} turns do not fit into the context of the model, and were left out.`
      form.warnings.push({ type: 'other', message })
    }
    const { schema } = form
    const asked = { messages, schema, maxTokens, temperature, topP, topK, seed, signal }
    const pieces = engine.generate(asked)[Symbol.asyncIterator]()
    return { engine, form, tokens, pieces, signal }
  }

  /** Writes an answer into a stream. Resolves when the engine may begin the next one. */
  async #write(to: To, { engine, form, tokens, pieces, signal }: Writing): Promise<void> {
    let next: Promise<unknown> | undefined
    try {
      to.enqueue({ type: 'stream-start', warnings: form.warnings })
      const reader = new AnswerReader(form.kind)
      let end: TextEnd = {}
      for (;;) {
        const piece = pieces.next()
        next = piece
        const { done, value } = await orAbort(piece, signal)
        if (done) break
        if (typeof value === 'string') tell(to, reader.read(value))
        else end = value
      }
      const raw = tell(to, reader.end())
      const unified = end.isCut && raw !== 'tool-calls' ? 'length' : raw
      to.enqueue({ type: 'finish', usage: toUsage(end), finishReason: { unified, raw } })
      to.close()
      this.#failures = 0
      if (end.inputTokens && tokens) this.#ratio *= end.inputTokens / tokens
    } catch (thrown) {
      if (signal.aborted) {
        to.error(signal.reason)
        const stopped = Promise.allSettled([next, pieces.return?.()])
        if (!(await isInTime(stopped, stopMs))) this.#loading.close(engine)
      } else {
        to.error(this.#toError(thrown, engine))
      }
    }
  }

  /** Lets go of an engine that failed. One that fails twice in a row is not asked by itself. */
  #toError(thrown: unknown, engine: TextEngine): unknown {
    if (ModelError.is(thrown, 'model')) return thrown
    this.#loading.close(engine)
    return new ModelError('The model in the page failed. The next call loads it again.', {
      kind: 'model_failed',
      isRetryable: ++this.#failures < 2,
      cause: thrown,
    })
  }
}

/** Puts parts into a stream. Returns what their generator returns. */
function tell<Result>(to: To, parts: Generator<LanguageModelV4StreamPart, Result>): Result {
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value
    to.enqueue(value)
  }
}

/** Settles as a promise does, or rejects with the reason of an abort that comes first. */
function orAbort<T>(promise: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  return Promise.race([aborted, promise]).finally(() =>
    signal.removeEventListener('abort', onAbort),
  )
}

function toUsage({ inputTokens, outputTokens }: TextEnd): LanguageModelV4Usage {
  return {
    inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: outputTokens, text: outputTokens, reasoning: 0 },
  }
}
