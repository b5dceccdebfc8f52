import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { type Agent, createAgent, createProxyModel, jsonSchema, Scope, Tool } from '@ambit/core'
import { trim } from '@ambit/core/compaction'
import { decodeParts, encodeCall } from '@ambit/protocol'
import { convertReadableStreamToArray, MockLanguageModelV4 } from 'ai/test'
import * as fc from 'fast-check'
import type { ProxyHandler } from '../src/create-proxy.ts'
import { createProxy, memoryStore, prefixes, type ProxyStore } from '../src/index.ts'
import { finish, requestOf, streamOf } from './proxy-under-test.ts'

/** The ways in which a proxy keeps prefixes. A `lossy` store fails, and a `liar` mixes texts up. */
const kinds = ['memory', 'tiny', 'shared', 'off', 'lossy', 'liar'] as const
type Kind = (typeof kinds)[number]

const modelIds = ['m', 'n'] as const

/** A step of a page with two agents, or of the servers behind its address. */
export type WorldAction =
  | { type: 'say' | 'edit'; agent: number; words: number }
  | { type: 'regenerate' | 'compact'; agent: number }
  | { type: 'both'; words: number }
  | { type: 'model'; id: (typeof modelIds)[number] }
  | { type: 'tool' | 'context' }
  | { type: 'user'; subject: string }
  | { type: 'proxy'; at: number; kind: Kind }
  | { type: 'balance'; order: number[] }

const agent = fc.nat(1)
const words = fc.nat(120)
export const anyWorldAction: fc.Arbitrary<WorldAction> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('say' as const), agent, words }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('both' as const), words }) },
  fc.record({ type: fc.constant('edit' as const), agent, words }),
  fc.record({ type: fc.constantFrom('regenerate' as const, 'compact' as const), agent }),
  fc.record({ type: fc.constant('model' as const), id: fc.constantFrom(...modelIds) }),
  fc.record({ type: fc.constantFrom('tool' as const, 'context' as const) }),
  fc.record({ type: fc.constant('user' as const), subject: fc.constantFrom('ada', 'bob') }),
  fc.record({ type: fc.constant('proxy' as const), at: agent, kind: fc.constantFrom(...kinds) }),
  fc.record({
    type: fc.constant('balance' as const),
    order: fc.array(agent, { minLength: 1, maxLength: 3 }),
  }),
)

/** Answers by what the request says alone: a call in every third request, and a text otherwise. */
function answerTo(modelId: string, { prompt, tools }: LanguageModelV4CallOptions) {
  const said = JSON.stringify(prompt).length
  const parts: LanguageModelV4StreamPart[] = [
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: `${modelId} 読んだ ${said} `.repeat(9) },
    { type: 'text-end', id: '0' },
  ]
  const mayCall = tools?.some(({ name }) => name === 'note') && prompt.at(-1)?.role !== 'tool'
  if (mayCall && said % 3 === 0) {
    const input = JSON.stringify({ text: `ü${said}` })
    parts.push({ type: 'tool-call', toolCallId: `c${said}`, toolName: 'note', input })
  }
  return { stream: streamOf([...parts, finish]) }
}

/** Two agents of one model, whose proxies keep prefixes, beside a proxy that gets whole calls. */
export class PrefixWorld {
  /** The faults that were seen, in words. */
  readonly faults: string[] = []
  /** The number of requests that named a part, and of those that were known. */
  readonly named = { all: 0, known: 0 }
  /** The options of each call by its seed, as the provider got them: whole, and in parts. */
  readonly #whole = new Map<number, string>()
  readonly #asked = new Map<number, string>()
  readonly #reference = this.#createProxy(this.#whole, false)
  readonly #shared = memoryStore()
  readonly #proxies: ProxyHandler[] = [0, 1].map(() => this.#create('memory'))
  readonly #agents: Agent[]
  readonly #comparing: Promise<void>[] = []
  #subject = 'ada'
  #modelId: string = 'm'
  #order: readonly number[] = [0]
  #requests = 0
  #calls = 0
  #isOn = true
  #context = 0

  constructor() {
    const model = this.#createModel()
    const tool = (name: string, enabled?: () => boolean) =>
      new Tool({
        name,
        description: `${name} `.repeat(40),
        parameters: jsonSchema<{ text?: string }>({ type: 'object' }),
        handler: ({ text = '' }) => ({ noted: text.repeat(20) }),
        ...(enabled && { enabled }),
      })
    this.#agents = ['a', 'b'].map((name) => {
      const scope = new Scope({
        name: `stable_${name}`,
        tools: [tool('note'), tool('other', () => this.#isOn)],
        context: () => ({ context: this.#context }),
      })
      const now = new Scope({ name: `now_${name}`, tools: [], context: () => this.#calls })
      return createAgent({
        model,
        instructions: 'Be kind. '.repeat(30),
        scopes: [scope, now],
        request: { retry: { max: 0 } },
      })
    })
  }

  async do(action: WorldAction): Promise<void> {
    const { type } = action
    if (type === 'model') this.#modelId = action.id
    else if (type === 'tool') this.#isOn = !this.#isOn
    else if (type === 'context') this.#context += 1
    else if (type === 'user') this.#subject = action.subject
    else if (type === 'proxy') this.#proxies[action.at] = this.#create(action.kind)
    else if (type === 'balance') this.#order = action.order
    else if (type === 'both') {
      await Promise.all(this.#agents.map((agent) => this.#run(agent.chat(textOf(action.words)))))
    } else if ('agent' in action) await this.#talk(action)
    await Promise.all(this.#comparing)
  }

  async #talk(action: Extract<WorldAction, { agent: number }>): Promise<void> {
    const agent = this.#agents[action.agent]
    if (!agent) return
    const { messages } = agent.history
    const mine = messages.findLast(({ role }) => role === 'user')
    if (action.type === 'say' || !mine) {
      return this.#run(agent.chat(textOf('words' in action ? action.words : 9)))
    }
    if (action.type === 'edit') {
      return this.#run(agent.chat(textOf(action.words), { replaces: mine.id }))
    }
    if (action.type === 'regenerate')
      return this.#run(
        agent.resume({
          from: agent.history.messages.findLast(({ role }) => role === 'user')?.id,
          again: true,
        }),
      )
    const compaction = trim({ maxContextTokens: 900 })
    return this.#run(agent.with({ use: [compaction] }).chat('And in short?'))
  }

  async #run(run: PromiseLike<unknown>): Promise<void> {
    await Promise.resolve(run).catch((error: unknown) => this.faults.push(`It failed: ${error}`))
  }

  /** Creates the model of the page. Each call of it is compared with the whole call. */
  #createModel(): LanguageModelV4 {
    const model = createProxyModel({
      baseURL: 'https://app.example/api/agent',
      modelId: () => this.#modelId,
      fetch: (url, init) => this.#fetch(new Request(url, init)),
    })
    return {
      ...model,
      get modelId() {
        return model.modelId
      },
      doStream: async (given) => {
        const call = { ...given, seed: ++this.#calls }
        const whole = encodeCall(model.modelId, call)
        const expected = await this.#reference(requestOf({ body: whole }))
        const { stream } = await model.doStream(call)
        const [read, compared] = stream.tee()
        this.#comparing.push(this.#compare(call.seed, expected, compared))
        return { stream: read }
      },
    }
  }

  async #compare(
    seed: number,
    expected: Response,
    answer: ReadableStream<LanguageModelV4StreamPart>,
  ): Promise<void> {
    if (!expected.body) return void this.faults.push('There is no whole answer.')
    const parts = await convertReadableStreamToArray(answer)
    const wholeParts = await convertReadableStreamToArray(decodeParts(expected.body))
    if (JSON.stringify(parts) !== JSON.stringify(wholeParts)) this.faults.push('Answers differ.')
    if (this.#asked.get(seed) !== this.#whole.get(seed)) this.faults.push('Calls differ.')
  }

  async #fetch(request: Request): Promise<Response> {
    const at = this.#order[this.#requests++ % this.#order.length] ?? 0
    const proxy = this.#proxies[at]
    if (!proxy) throw new Error(`There is no proxy ${at}.`)
    return proxy(request)
  }

  #create(kind: Kind): ProxyHandler {
    return this.#createProxy(this.#asked, this.#createStore(kind))
  }

  #createProxy(calls: Map<number, string>, store: ProxyStore | false): ProxyHandler {
    const models = modelIds.map((id) => {
      const model = new MockLanguageModelV4({
        doStream: async ({ abortSignal: _signal, ...options }) => {
          const { seed = 0 } = options
          if (calls.has(seed)) this.faults.push('A provider was asked twice.')
          calls.set(seed, JSON.stringify(options))
          return answerTo(id, options)
        },
      })
      return [id, model] as const
    })
    return createProxy({
      authorize: () => this.#subject,
      models: Object.fromEntries(models),
      use: store ? [prefixes({ store: this.#counted(store) })] : [],
    })
  }

  /** Counts the texts that a store is asked for. */
  #counted(store: ProxyStore): ProxyStore {
    return {
      ...store,
      maxBytesPerOwner: undefined,
      get: async (key) => {
        this.named.all += 1
        const text = await store.get(key)
        if (typeof text === 'string') this.named.known += 1
        return text
      },
    }
  }

  #createStore(kind: Kind): ProxyStore | false {
    if (kind === 'off') return false
    if (kind === 'shared') return this.#shared
    if (kind === 'memory') return memoryStore()
    if (kind === 'tiny') return memoryStore({ maxBytesPerOwner: 4000 })
    const store = memoryStore()
    if (kind === 'lossy') {
      let asked = 0
      const get: ProxyStore['get'] = async (key) => {
        if (++asked % 2) throw new Error('Down')
        return store.get(key)
      }
      return { ...store, maxBytesPerOwner: undefined, get }
    }
    let last = ''
    return {
      ...store,
      maxBytesPerOwner: undefined,
      get: async () => last,
      set: async (_key, text) => void (last = text),
    }
  }
}

const textOf = (words: number): string => `Zürich 東京 ${words} `.repeat(words + 1)
