import { checkOptions, type LocalModel, ModelError } from '@ambit/core'
import { constrained } from './constrained.ts'
import type { TextEnd, TextEngine, TextMessage, TextModelFound, TextRequest } from './text-model.ts'

/** The options of {@link promptApi}. */
export interface PromptApiOptions {
  /**
   * The languages of the conversation, as BCP 47 tags. Chrome refuses those that its model does not
   * speak. Default `['en']`.
   */
  readonly languages?: readonly string[] | undefined
}

/**
 * Makes a language model of the browser's own one, by its Prompt API. Chrome has it on desktops
 * with enough memory, and downloads it once for all pages, when `load` is called in a press.
 * Elsewhere its state is `unavailable`. Its settings of the sampling are those of the browser.
 *
 * Source: https://webmachinelearning.github.io/prompt-api/
 *
 * @example
 * createAgent({ model: promptApi() })
 */
export function promptApi(options: PromptApiOptions = {}): LocalModel {
  checkOptions('`promptApi`', options, { languages: 'language' })
  const { languages = ['en'] } = options
  const text = [{ type: 'text', languages: [...languages] }]
  const expected = { expectedInputs: text, expectedOutputs: text }
  return constrained({
    modelId: 'browser',
    find: () => find(expected),
    async load({ signal, onProgress }) {
      const api = apiOf()
      if (!api) throw new Error(noApi)
      const session = await api.create({
        ...expected,
        signal,
        monitor: (monitor) =>
          monitor.addEventListener('downloadprogress', ({ loaded, total }) =>
            onProgress(loaded, total || 1),
          ),
      })
      return toEngine(api, session, expected)
    },
  })
}

const noApi = 'This browser has no model of its own.'

/** The parts of the Prompt API that are used here, with the names before and after its renaming. */
interface Session {
  readonly contextWindow?: number
  readonly inputQuota?: number
  readonly contextUsage?: number
  readonly inputUsage?: number
  measureContextUsage?(messages: readonly TextMessage[]): Promise<number>
  measureInputUsage?(messages: readonly TextMessage[]): Promise<number>
  promptStreaming(messages: readonly TextMessage[], options: object): ReadableStream<string>
  destroy(): void
}

interface Progress extends Event {
  readonly loaded: number
  readonly total: number
}

interface Api {
  availability(options: object): Promise<string>
  create(options: {
    readonly signal: AbortSignal
    readonly initialPrompts?: readonly TextMessage[]
    readonly monitor?: (monitor: {
      addEventListener(type: 'downloadprogress', listener: (event: Progress) => void): void
    }) => void
  }): Promise<Session>
}

const apiOf = (): Api | undefined => (globalThis as { LanguageModel?: Api }).LanguageModel

async function find(expected: object): Promise<TextModelFound> {
  const api = apiOf()
  if (!api) return { status: 'unavailable', reason: noApi }
  const status = await api.availability(expected)
  if (status === 'available') return { status }
  if (status !== 'unavailable') return { status: 'downloadable' }
  const reason = 'The model of this browser does not run on this device, or is switched off.'
  return { status, reason }
}

function toEngine(api: Api, session: Session, expected: object): TextEngine {
  const count = async (messages: readonly TextMessage[]): Promise<number | undefined> =>
    session.measureContextUsage?.(messages) ?? session.measureInputUsage?.(messages)
  const canCount = 'measureContextUsage' in session || 'measureInputUsage' in session
  return {
    contextTokens: session.contextWindow ?? session.inputQuota,
    ...(canCount && { countTokens: async (messages) => (await count(messages)) ?? 0 }),
    generate: (request) => generate({ api, expected, count }, request),
    close: () => session.destroy(),
  }
}

async function* generate(
  at: {
    readonly api: Api
    readonly expected: object
    readonly count: (messages: readonly TextMessage[]) => Promise<number | undefined>
  },
  { messages, schema, maxTokens, signal }: TextRequest,
): AsyncGenerator<string | TextEnd> {
  const initialPrompts = messages.slice(0, -1)
  // Each request has its own history, so each has its own session.
  const session = await at.api.create({ ...at.expected, initialPrompts, signal })
  try {
    const asked = messages.slice(-1)
    const constraint = schema && { responseConstraint: schema, omitResponseConstraintInput: true }
    let pieces = 0
    for await (const piece of session.promptStreaming(asked, { signal, ...constraint })) {
      yield piece
      // A piece is a token, or a few.
      if (++pieces >= maxTokens) break
    }
    const inputTokens = await at.count(messages)
    const used = session.contextUsage ?? session.inputUsage
    const outputTokens =
      used !== undefined && inputTokens !== undefined ? Math.max(0, used - inputTokens) : undefined
    yield { isCut: pieces >= maxTokens, inputTokens, outputTokens }
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.name !== 'QuotaExceededError') throw thrown
    throw new ModelError('The request does not fit into the context of the browser’s model.', {
      kind: 'too_large',
      isRetryable: false,
      cause: thrown,
    })
  } finally {
    session.destroy()
  }
}
