import type { TextMessage } from '../src/in-page/text-model.ts'

/** What a session of the {@link FakeLanguageModel} was asked. */
export interface Prompted {
  readonly messages: readonly TextMessage[]
  readonly options: { readonly responseConstraint?: object; readonly signal: AbortSignal }
}

interface CreateOptions {
  readonly initialPrompts?: readonly TextMessage[]
  readonly signal?: AbortSignal
  readonly monitor?: (target: EventTarget) => void
}

/** The options of {@link fakeLanguageModel}. */
interface FakeOptions {
  availability: string
  /** What the sessions write, in pieces. The last one is repeated. */
  answers: readonly (readonly string[] | Error)[]
  contextWindow?: number
  /** True for the names before the API was renamed. */
  isOld?: boolean
}

/** The browser's `LanguageModel`, as far as the Prompt API has it, with given answers. */
export interface FakeLanguageModel {
  readonly prompted: Prompted[]
  readonly sessions: { destroyed: boolean }[]
  availability(): Promise<string>
  create(options?: CreateOptions): Promise<object>
}

/** Creates a stand-in for the global `LanguageModel`. A letter is a token. */
export function fakeLanguageModel(options: FakeOptions): FakeLanguageModel {
  const { answers, contextWindow = 4_096, isOld = false } = options
  const count = (messages: readonly TextMessage[]): number =>
    messages.reduce((sum, { content }) => sum + content.length, 0)
  const fake: FakeLanguageModel = {
    prompted: [],
    sessions: [],
    availability: async () => options.availability,
    async create({ initialPrompts = [], signal, monitor } = {}) {
      if (options.availability === 'unavailable')
        throw new DOMException('The service is not running.', 'NotSupportedError')
      if (initialPrompts.slice(1).some(({ role }) => role === 'system'))
        throw new TypeError('A system prompt must be the first.')
      signal?.throwIfAborted()
      const target = new EventTarget()
      monitor?.(target)
      if (options.availability !== 'available') {
        for (const loaded of [0, 0.5, 1]) {
          const event = Object.assign(new Event('downloadprogress'), { loaded, total: 1 })
          target.dispatchEvent(event)
        }
        options.availability = 'available'
      }
      let used = count(initialPrompts)
      const measure = async (messages: readonly TextMessage[]): Promise<number> => count(messages)
      const state = { destroyed: false }
      fake.sessions.push(state)
      return {
        ...(isOld
          ? { inputQuota: contextWindow, measureInputUsage: measure }
          : { contextWindow, measureContextUsage: measure }),
        get [isOld ? 'inputUsage' : 'contextUsage']() {
          return used
        },
        promptStreaming(messages: readonly TextMessage[], asked: Prompted['options']) {
          const answer = answers[Math.min(fake.prompted.length, answers.length - 1)] ?? []
          fake.prompted.push({ messages: [...initialPrompts, ...messages], options: asked })
          used += count(messages)
          const pieces = answer instanceof Error ? [] : [...answer]
          return new ReadableStream<string>({
            pull(to) {
              if (asked.signal.aborted) return to.error(asked.signal.reason)
              if (answer instanceof Error) return to.error(answer)
              const piece = pieces.shift()
              if (piece === undefined) return to.close()
              used += piece.length
              to.enqueue(piece)
            },
          })
        },
        destroy: () => void (state.destroyed = true),
      }
    },
  }
  return fake
}
