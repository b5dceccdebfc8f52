import { ModelError } from '@ambit/core'
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { type AnswerForm, AnswerReader, toForm } from './answer.ts'
import { isInTime, type Loading } from './loading.ts'
import type { TextEnd, TextEngine, TextMessage } from './text-model.ts'

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

/** The most tools whose parameters the prompt describes. The grammar has those of all. */
const mostDescribed = 12

/** The prompt of a request, and what had to be left out of it. */
interface TextPrompt {
  readonly messages: readonly TextMessage[]
  readonly tokens: number
  /** The number of turns that were left out, the oldest first. */
  readonly leftOut: number
}

/**
 * Returns a request as plain text that leaves room for an answer of `maxTokens`. Whole turns are
 * left out for that, the oldest first. The two newest stay: the last one may be of the page. If the
 * agent compacts, throws `ModelError` with the share that fits instead.
 */
export async function toPrompt(
  { prompt, providerOptions }: LanguageModelV4CallOptions,
  form: AnswerForm,
  engine: TextEngine,
  { maxTokens, ratio }: { readonly maxTokens: number; readonly ratio: number },
): Promise<TextPrompt> {
  const { contextTokens = Infinity } = engine
  const room = contextTokens - maxTokens
  const turns = prompt.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  const without = async (leftOut: number): Promise<TextPrompt> => {
    const start = turns[leftOut] ?? 0
    const kept = prompt.filter(({ role }, index) => role === 'system' || index >= start)
    const messages = toMessages(kept, form)
    const tokens = await (engine.countTokens?.(messages) ?? guess(messages) * ratio)
    return { messages, tokens, leftOut }
  }
  const whole = await without(0)
  let most = Math.max(0, turns.length - 2)
  if (whole.tokens <= room) return whole
  if (most > 0 && providerOptions?.['ambit']?.['whole']) throw tooLarge(room / whole.tokens)
  // An engine may take long to count, so it does so for a few prompts of a long conversation.
  for (let least = 1; least < most;) {
    const middle = Math.floor((least + most) / 2)
    if ((await without(middle)).tokens <= room) most = middle
    else least = middle + 1
  }
  const shortest = await without(most)
  // What is only estimated may fit.
  if (engine.countTokens && shortest.tokens >= contextTokens) throw tooLarge()
  return shortest
}

const tooLarge = (fittingShare?: number): ModelError =>
  new ModelError('The conversation does not fit into the context of the model.', {
    kind: 'too_large',
    isRetryable: false,
    fittingShare,
  })

const guess = (messages: readonly TextMessage[]): number =>
  messages.reduce((sum, { content }) => sum + 4 + Math.ceil(content.length / 3), 0)

function toMessages(prompt: readonly LanguageModelV4Message[], form: AnswerForm): TextMessage[] {
  const messages: TextMessage[] = []
  const add = (role: LanguageModelV4Message['role'], content: string): void => {
    const last = messages.at(-1)
    // Most templates refuse two messages of one role.
    const as = role === 'tool' ? 'user' : role
    if (last?.role === as) last.content += `\n\n${content}`
    else messages.push({ role: as, content })
  }
  const { kind, says = 'say' } = form
  const isChoice = kind === 'choice'
  for (const { role, content } of prompt) if (role === 'system') add(role, content)
  if (isChoice) add('system', toInstructions(form))
  if (kind === 'json')
    add('system', `Answer with JSON of this schema: ${JSON.stringify(form.schema)}`)
  for (const { role, content } of prompt) {
    if (role === 'system') continue
    for (const part of content) {
      if (part.type === 'text')
        add(
          role,
          isChoice && role === 'assistant' ? JSON.stringify({ [says]: part.text }) : part.text,
        )
      else if (part.type === 'tool-call')
        add('assistant', JSON.stringify({ call: { name: part.toolName, arguments: part.input } }))
      else if (part.type === 'tool-result')
        add('user', `Result of ${part.toolName}: ${toResult(part.output)}`)
      else if (part.type === 'file')
        add(
          'user',
          part.data.type === 'text' ? part.data.text : `[${part.mediaType}: not readable]`,
        )
    }
  }
  return messages
}

function toInstructions({ tools, says }: AnswerForm): string {
  const isShort = tools.length > mostDescribed
  const say = says ? `{"${says}": …} to ${says}, or ` : ''
  return [
    `Answer with one JSON object: ${say}{"call": {"name", "arguments"}} to use one of these tools:`,
    ...tools.map((tool) => `- ${isShort ? toLine(tool) : toDescription(tool)}`),
  ].join('\n')
}

const toDescription = ({
  name,
  description = '',
  inputSchema,
}: LanguageModelV4FunctionTool): string => `${name}: ${description} ${JSON.stringify(inputSchema)}`

/** Returns a tool of many: the first sentence about it, and the names of its parameters. */
function toLine({ name, description = '', inputSchema }: LanguageModelV4FunctionTool): string {
  const { properties = {}, required = [] } = inputSchema
  const names = Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`))
  return `${name}(${names.join(', ')}): ${/^.*?(?:[.!?](?=\s)|$)/m.exec(description)?.[0]}`
}

function toResult(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case 'text':
      return output.value
    case 'error-text':
      return `failed: ${output.value}`
    case 'execution-denied':
      return `not allowed. ${output.reason ?? ''}`
    case 'content':
      return output.value
        .map((part) => (part.type === 'text' ? part.text : `[${part.type}: not readable]`))
        .join('\n')
    default:
      return JSON.stringify(output.value)
  }
}
