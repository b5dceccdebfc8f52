import { call, calls, flush, type ScriptedModel, scriptedModel } from '@ambit/testing'
import * as fc from 'fast-check'
import {
  type Agent,
  createAgent,
  Scope,
  type Settlement,
  Tool,
  type ToolContext,
} from '../src/index.ts'
import { anyTool } from './agent-under-test.ts'
import { createPages, type Pages } from './pages-under-test.ts'

/** What the model asks for in one call. */
interface AskedCall {
  readonly tool: 'open' | 'note' | 'mark'
  readonly id: string
  /** True for a handler that ends later. */
  readonly isSlow: boolean
}

export type OrderAction =
  | { readonly type: 'navigate' | 'reload'; readonly id: string }
  | { readonly type: 'answer' | 'release' | 'stop' | 'edit' | 'chat' | 'remount' }

const anyId = fc.constantFrom('1', '2', '3')
const only = <T extends string>(...types: T[]) => fc.record({ type: fc.constantFrom(...types) })

export const anyOrderAction: fc.Arbitrary<OrderAction> = fc.oneof(
  { weight: 8, arbitrary: only('answer', 'answer', 'release', 'chat') },
  { weight: 2, arbitrary: only('stop', 'edit', 'remount') },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom('navigate', 'navigate', 'reload'), id: anyId }),
  },
)

const anyCall: fc.Arbitrary<AskedCall> = fc.record({
  tool: fc.constantFrom('open', 'note', 'note', 'mark'),
  id: anyId,
  isSlow: fc.boolean(),
})

/** The messages of the model, and how each wait for the page ends. */
export const anyScript = fc.record({
  messages: fc.array(fc.array(anyCall, { minLength: 1, maxLength: 3 }), {
    minLength: 4,
    maxLength: 4,
  }),
  settles: fc.array(fc.constantFrom('react', 'react', 'react', 'until', 'rendering'), {
    minLength: 8,
    maxLength: 8,
  }),
})

type Script = typeof anyScript extends fc.Arbitrary<infer T> ? T : never

/** One page with its agent. A dead page does nothing any more. */
interface OpenedPage {
  readonly agent: Agent
  readonly model: ScriptedModel
  readonly gates: readonly PromiseWithResolvers<void>[]
  readonly die: () => Promise<void>
  isDead: boolean
}

/**
 * A page that shows one order, its user, and an agent whose handlers act on that order. It writes
 * down each handler, and knows by itself which order a handler may act on.
 */
export class OrderPage {
  readonly faults: string[] = []
  /** The handlers that began, by the id of their call. True once the handler has ended. */
  readonly journal: Map<string, boolean> = new Map()
  readonly #pages: Pages = createPages()
  readonly #script: Script
  #page: OpenedPage | undefined
  #messages = 0
  #settles = 0
  #order = '1'
  /** The component of the tool without a subject: another one for another order. */
  #mount: object = {}
  /** The order to which a handler has gone, and which the page does not show yet. */
  #due: string | undefined
  #running: (() => void)[] = []
  #requests = 0
  /** The order of the last request, and that on which its calls may act now. */
  #shown = ''
  #allowed = ''
  #isLate = false
  /** The handlers that go on, and the order at which the first of them began. */
  #active = 0
  #base: string | undefined

  constructor(script: Script) {
    this.#script = script
  }

  get agent(): Agent {
    return this.#opened.agent
  }

  get #opened(): OpenedPage {
    if (!this.#page) throw new Error('The page is not open.')
    return this.#page
  }

  async open(): Promise<void> {
    const { storage, die } = this.#pages.open()
    const messages = this.#script.messages.slice(this.#messages)
    const gates = messages.map(() => Promise.withResolvers<void>())
    const replies = messages.map((asked, at) => ({
      ...calls(
        ...asked.map(({ tool, ...args }, nth) => ({
          ...call(tool, args),
          id: `${this.#messages + at}.${nth}`,
        })),
      ),
      gate: (gates[at] as PromiseWithResolvers<void>).promise,
    }))
    const model = scriptedModel(replies, { otherwise: 'Done' })
    const agent = createAgent({ model, storage, scopes: [this.#toScope(() => page)] })
    const page: OpenedPage = { agent, model, gates, die, isDead: false }
    this.#page = page
    this.#requests = 0
    agent.use({
      name: 'page',
      settle: {
        baseline: () => undefined,
        beforeTool: async () => undefined,
        settle: async () => this.#settle(page),
      },
    })
    await agent.sessions.opening
    await flush()
  }

  async do(action: OrderAction): Promise<void> {
    const { agent, model, gates, die } = this.#opened
    switch (action.type) {
      case 'navigate':
        return this.#show(action.id)
      case 'remount':
        this.#mount = {}
        return undefined
      case 'chat':
        if (agent.getState().status === 'idle') void agent.chat('Go on').catch(() => undefined)
        return undefined
      case 'answer':
        return gates[model.requests.length - 1]?.resolve()
      case 'release':
        return this.#running.shift()?.()
      case 'stop':
        agent.cancel()
        return undefined
      case 'edit': {
        const said = agent.history.messages.find(({ role }) => role === 'user')
        const options = { replaces: said?.id, onBusy: 'interrupt' } as const
        if (said) void agent.chat('Do it otherwise', options).catch(() => undefined)
        return undefined
      }
      case 'reload': {
        this.#opened.isDead = true
        await die()
        this.#messages += model.requests.length
        this.#running = []
        this.#active = 0
        this.#base = undefined
        this.#isLate = false
        this.#allowed = this.#shown
        this.#show(action.id)
        await this.open()
        if (this.agent.sessions.getState().isInterrupted) {
          void this.agent.resume().catch(() => undefined)
        }
      }
    }
  }

  /** Ends everything. */
  end(): void {
    this.agent.cancel()
    for (const release of this.#running) release()
  }

  /** Reads what the last request showed, and compares the answers with the journal. */
  look(): void {
    this.#readRequest()
    for (const message of this.agent.history.messages) {
      if (message.role !== 'tool') continue
      const { id, status, content } = message
      const hasBegun = this.journal.has(id)
      const saysNot = status === 'stale' || /(?:did|was) not run/.test(content)
      if (saysNot && hasBegun) this.#fault(`${id} ran, and is told as not run: ${content}`)
      if (/may have taken effect/.test(content) && !hasBegun)
        this.#fault(`${id} did not run, and is told as perhaps done: ${content}`)
      if (status === 'ok' && !this.journal.get(id)) this.#fault(`${id} is told as done: ${content}`)
    }
  }

  #fault(text: string): void {
    this.faults.push(text)
  }

  #show(id: string): void {
    if (id !== this.#order) this.#mount = {}
    this.#order = id
    this.#due = undefined
  }

  #readRequest(): void {
    const { requests } = this.#opened.model
    if (requests.length === this.#requests) return
    this.#requests = requests.length
    const [, shown = ''] = /order-(\d)/.exec(JSON.stringify(requests.at(-1)?.prompt.at(-1))) ?? []
    this.#shown = this.#allowed = shown
    this.#isLate = false
    this.#base = undefined
    this.#active = 0
  }

  #settle(page: OpenedPage): Settlement | Promise<never> {
    if (page.isDead) return new Promise<never>(() => undefined)
    const why = this.#script.settles[this.#settles++] ?? 'react'
    if (why === 'until') this.#isLate = true
    else {
      if (this.#due !== undefined) this.#show(this.#due)
      this.#takeOver()
    }
    this.#base = undefined
    return { ok: why === 'react', why, durationMs: 0 }
  }

  /** What has changed since a handler began is the agent's own act. */
  #takeOver(): void {
    if (this.#base !== undefined && this.#base !== this.#order) this.#allowed = this.#order
  }

  #toScope(page: () => OpenedPage): Scope {
    const order = (): string => `order-${this.#order}`
    const act = (about: () => string | undefined) => (args: unknown, ctx: ToolContext) =>
      this.#act(page(), args as AskedCall, ctx.callId, about())
    const open = act(() => undefined)
    const note = act(() => this.#order)
    const mount = (): object => this.#mount
    class Mark extends Tool<Record<string, unknown>, unknown> {
      override get mount(): unknown {
        return mount()
      }
    }
    const { parameters } = anyTool('any')
    const mark = new Mark({
      name: 'mark',
      description: 'Marks the order.',
      parameters: parameters as never,
      handler: note as never,
    })
    return new Scope({
      name: 'order',
      context: () => ({ open: order() }),
      tools: [
        anyTool('open', open, { effect: 'read' }),
        anyTool('note', note, { subject: () => this.#order }),
        mark as never,
      ],
    })
  }

  async #act(
    page: OpenedPage,
    { id, isSlow }: AskedCall,
    callId: string,
    about: string | undefined,
  ): Promise<void> {
    if (page.isDead) return
    this.#readRequest()
    // A call that only reads runs again on the page that goes on.
    if (about !== undefined && this.journal.has(callId)) this.#fault(`${callId} ran twice`)
    this.journal.set(callId, false)
    if (about !== undefined && about !== this.#allowed)
      this.#fault(`${callId} acted on ${about}, and ${this.#allowed} was shown`)
    if (about !== undefined && this.#isLate) this.#fault(`${callId} wrote on a page not ready`)
    if (this.#active++ === 0) this.#base = this.#order
    if (isSlow) await new Promise<void>((resolve) => this.#running.push(resolve))
    if (page.isDead) return
    // The page goes there by the time it has settled; in half of the cases, at once.
    if (about === undefined && isSlow) this.#show(id)
    else if (about === undefined) this.#due = id
    this.journal.set(callId, true)
    if (this.#active === 0) return
    this.#takeOver()
    this.#base = this.#order
    this.#active--
  }
}
