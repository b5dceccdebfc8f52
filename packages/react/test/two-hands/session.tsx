import { type Agent, ModelError, type ToolMessage } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { calls, flush, type Reply, scriptedModel, testAgent } from '@ambit/testing'
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { openStorage } from '../allowed/page-storage.ts'
import { createRandom, type Random } from '../allowed/random.ts'
import { AgentProvider } from '../../src/index.ts'
import { Model, readRequest } from './asked.ts'
import { isForm, type Kind, type World } from './editors.tsx'
import { type Beside, Oracle } from './oracle.ts'
import { Page, type PageOptions } from './page.tsx'
import { type Change, records, type RecordId, textsOf, type Value, type Values } from './value.ts'

/** What a script has shown. */
export interface Outcome extends Beside {
  readonly seed: number
  readonly faults: readonly string[]
  readonly log: readonly string[]
  /** The number of answers by their status. */
  readonly statuses: ReadonlyMap<string, number>
}

const startOf = (kind: Kind): Values => {
  const value = (record: string): Value =>
    isForm(kind)
      ? { name: `${record}-name`, city: `${record}-city`, note: `${record}-note` }
      : {
          title: `${record}-title`,
          note: `${record}-note`,
          items: [1, 2].map((n) => ({ id: `${record}${n}`, text: `${record}${n}-text` })),
        }
  return { a: value('a'), b: value('b'), c: value('c') }
}

/** The points at which the user may act, and in how many of these cases. */
const points = {
  idle: 0.5,
  answering: 0.5,
  handler: 0.3,
  server: 0.2,
  between: 0.3,
  gap: 0.5,
  card: 0.5,
} as const

type Point = keyof typeof points

/** One page with its agent. What is over does nothing any more. */
interface Opened {
  readonly agent: Agent
  readonly root: Root
  readonly die: () => Promise<void>
  /** Resolves with the run that goes on after a reload. */
  readonly reloaded: PromiseWithResolvers<readonly [Promise<unknown>]>
  isOver: boolean
}

/** A script: a page, a user and a model who do random things, which one seed decides. */
export class Script implements World {
  values: Values
  shown: RecordId = 'a'
  open: World['open'] = () => undefined
  edit: World['edit']
  read: World['read']
  readonly #seed: number
  readonly #options: PageOptions
  readonly #oracle: Oracle
  readonly #model: Model
  readonly #storage = memoryStorage()
  readonly #isStored: boolean
  /** The fields that the user saw on a card, by the id of its call. */
  readonly #cards = new Map<string, string>()
  /** The cards that are dealt with. */
  readonly #dealt = new Set<string>()
  #page: Opened | undefined
  #counts: Record<'texts' | 'points' | 'requests' | 'messages', number>
  #builtAt = 0

  constructor(kind: Kind, seed: number) {
    this.#seed = seed
    const random = createRandom(seed)
    this.#options = {
      kind,
      isOther: random.isIn(0.5),
      effect: random.isIn(0.3) ? 'destructive' : 'write',
      asksNotes: random.isIn(0.3),
    }
    this.#isStored = random.isIn(0.25)
    this.#counts = { texts: 0, points: 0, requests: 0, messages: 0 }
    this.values = startOf(kind)
    this.#oracle = new Oracle(this.values)
    this.#model = new Model(kind, this.#stream(1))
  }

  async play(): Promise<Outcome> {
    await this.#load()
    for (let turn = 0; turn < 2; turn++) {
      this.#act('idle')
      await flush()
      this.#counts.messages = 0
      await this.#chat()
      await this.#undo()
    }
    const { messages } = this.#opened.agent.history
    const answers = messages.filter((message): message is ToolMessage => message.role === 'tool')
    const asked = messages.flatMap(({ role, ...rest }) =>
      role === 'assistant' && 'calls' in rest ? (rest.calls ?? []) : [],
    )
    const open = asked.map(({ id }) => id).filter((id) => !answers.some((one) => one.id === id))
    this.look()
    const met = this.#oracle.judge(answers, open)
    const statuses = new Map<string, number>()
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    this.#close()
    const { faults, log } = this.#oracle
    return { seed: this.#seed, faults, log, statuses, ...met }
  }

  look(): void {
    if (this.#page?.isOver === false) this.#oracle.look(this.#present)
  }

  ran(callId: string, record: RecordId): void {
    this.#oracle.ran(callId, record)
  }

  opens(callId: string): void {
    this.#oracle.began(callId)
  }

  submitted(callId: string, record: RecordId, value: Value): void {
    this.look()
    const isSeen = this.#cards.get(callId) === toText(value)
    this.#oracle.submitted(callId, record, textsOf(value), isSeen)
  }

  async point(name: 'handler' | 'server'): Promise<void> {
    const page = this.#opened
    this.#act(name)
    await flush()
    if (page.isOver) await new Promise(() => undefined)
  }

  fails(callId: string): boolean {
    return this.#stream(Number(callId.slice(1)) + this.#counts.points).isIn(0.2)
  }

  get #opened(): Opened {
    if (!this.#page) throw new Error('The page is not open.')
    return this.#page
  }

  get #present(): Values {
    return this.read ? { ...this.values, [this.shown]: this.read() } : this.values
  }

  /** Returns the random choices of one place of the script. */
  #stream(nth: number): Random {
    return createRandom(Math.imul(this.#seed, 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b))
  }

  async #load(): Promise<void> {
    const [storage, die] = openStorage(this.#storage)
    const agent = testAgent({
      model: scriptedModel([], { otherwise: (request) => this.#answer(request) }),
      settle: 20_000,
      request: { retry: { max: 3, delay: 1 } },
      ...(this.#isStored && { storage }),
    })
    this.#listen(agent)
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    const reloaded = Promise.withResolvers<readonly [Promise<unknown>]>()
    this.#page = { agent, root, die, reloaded, isOver: false }
    this.#render()
    await agent.scopes.loading
    await agent.sessions.opening
    await flush()
  }

  /** Renders the page with all that waits. */
  #render(): void {
    const { agent, root } = this.#opened
    flushSync(() =>
      root.render(
        <AgentProvider agent={agent}>
          <Page world={this} {...this.#options} />
        </AgentProvider>,
      ),
    )
  }

  #listen(agent: Agent): void {
    agent.pending.attach('approval')
    agent.on('agent:request_started', () => void (this.#builtAt = this.#oracle.tick()))
    agent.on('agent:tool_started', ({ callId }) => this.#oracle.started(callId))
    const end = (callId: string, isOk: boolean): void => {
      if (this.#opened.agent !== agent || this.#opened.isOver) return
      this.look()
      const hasRun = this.#oracle.isRunning(callId)
      this.#oracle.ended(callId, isOk)
      // What a reload has cut short ends before the page is read again.
      if (hasRun) this.#act('between')
    }
    agent.on('agent:tool_succeeded', ({ callId }) => end(callId, true))
    agent.on('agent:tool_failed', ({ callId }) => end(callId, false))
    agent.on('agent:tool_cancelled', ({ callId }) => end(callId, false))
    agent.on('agent:tool_retrying', () => void this.#act('gap'))
    agent.pending.subscribe(() => {
      for (const request of agent.pending.list('approval')) {
        this.#cards.set(request.callId, toText(request.preview as Value))
        if (this.#dealt.has(request.id)) continue
        this.#dealt.add(request.id)
        void this.#decide(agent, request.id, request.callId)
      }
    })
  }

  #close(): void {
    const { root, agent } = this.#opened
    this.#opened.isOver = true
    agent.cancel()
    root.unmount()
  }

  /** Asks the agent, and waits for the end of that, also on the page after a reload. */
  async #chat(): Promise<void> {
    let run: Promise<unknown> = Promise.resolve(this.#opened.agent.chat('Go on'))
    for (;;) {
      const page = this.#opened
      const next = await Promise.race([run.then(nothing, nothing), page.reloaded.promise])
      if (!next) return
      run = next[0]
    }
  }

  async #reload(): Promise<void> {
    const before = this.#opened
    this.look()
    this.#oracle.acted('reload')
    before.isOver = true
    await before.die()
    before.root.unmount()
    await this.#load()
    const { agent } = this.#opened
    const answered = agent.history.messages.filter(({ role }) => role === 'tool')
    this.#oracle.reloaded(this.#present, new Set(answered.map(({ id }) => id)))
    const isCut = agent.sessions.getState().isInterrupted
    before.reloaded.resolve([isCut ? agent.resume().then(nothing, nothing) : Promise.resolve()])
  }

  async #answer(request: LanguageModelV4CallOptions): Promise<Reply> {
    if (this.#page?.isOver) return { hang: true }
    const { points, messages } = this.#counts
    const random = this.#stream(1000 + points)
    this.look()
    const sight = readRequest(request)
    const seen = this.#oracle.request(this.#builtAt, sight.record, sight.texts)
    this.#act('answering')
    if (!this.#opened.isOver && random.isIn(0.1)) await this.#undo()
    if (this.#opened.isOver) return { hang: true }
    if (random.isIn(0.1)) {
      return { refuse: new ModelError('Busy.', { kind: 'overloaded', isRetryable: true }) }
    }
    if (messages >= 3) return 'Done'
    this.#counts.messages++
    const wishes = this.#model.message(sight)
    for (const { call, ...wish } of wishes) {
      this.#oracle.asked({ ...wish, id: call.id ?? '', tool: call.name, request: seen })
    }
    return wishes.length ? calls(...wishes.map(({ call }) => call)) : 'Done'
  }

  /** Answers a card late, after the user has gone on. */
  async #decide(agent: Agent, id: string, callId: string): Promise<void> {
    await flush()
    const page = this.#opened
    if (page.agent !== agent) return
    const random = this.#act('card')
    await flush()
    if (page.isOver) return
    if (random.isIn(0.25)) {
      if (agent.pending.deny(id)) this.#oracle.denied(callId)
    } else agent.pending.approve(id)
  }

  /** The user may act now. Returns further random choices of this point. */
  #act(point: Point): Random {
    const random = this.#stream(100_000 + this.#counts.points++)
    if (this.#opened.isOver || !random.isIn(points[point])) return random
    const canReload = this.#isStored && point !== 'idle' && point !== 'server'
    if (canReload && random.isIn(0.3)) {
      void this.#reload()
      return random
    }
    const { kind, isOther } = this.#options
    // The user acts on what they see. What a component keeps is gone with it.
    if ((kind === 'useState' && isOther) || random.isIn(0.5)) this.#render()
    this.look()
    this.#opened.agent.scopes.userActed()
    const what = random.upTo(10)
    if (what < 6 && this.edit) this.#edit(random, this.edit)
    else if (what < 8) {
      const record = random.pick(records) ?? 'a'
      this.#oracle.acted('open')
      flushSync(() => this.open(record))
    } else this.#oracle.acted('press')
    return random
  }

  #edit(random: Random, edit: (change: Change) => void): void {
    const { kind } = this.#options
    const names = [...textsOf(this.#present[this.shown]).keys()]
    const name = random.pick(names) ?? 'title'
    const text = `u${++this.#counts.texts}`
    const isNew = !isForm(kind) && random.isIn(0.3)
    const isGone = !isNew && /note|items/.test(name) && !isForm(kind) && random.isIn(0.25)
    const change: Change = [isNew ? `items/${text}` : name, isGone ? undefined : text]
    this.#oracle.acted('edit', this.shown, change)
    flushSync(() => edit(change))
    this.look()
  }

  /** The user takes back a call of the agent, or all of a run. */
  async #undo(): Promise<void> {
    const random = this.#act('idle')
    const { agent } = this.#opened
    const records = [...agent.calls.getState().values()]
    const undoable = records.filter(({ callId }) => agent.calls.canUndo(callId))
    const one = random.pick(undoable)
    if (one?.runId === undefined || random.isIn(0.4)) return
    const isAll = random.isIn(0.3)
    const ids = isAll ? undoable.filter(({ runId }) => runId === one.runId) : [one]
    this.#oracle.undoing(ids.map(({ callId }) => callId))
    agent.scopes.userActed()
    const { undone } = await agent.undo(isAll ? one.runId : one.callId)
    const told = undone.map(({ callId }) => callId)
    // React may be late on a busy machine.
    for (let times = 0; times < 100; times++) {
      await new Promise((resolve) => setTimeout(resolve, 2))
      this.look()
      if (!this.#oracle.leftOf(told).length) break
    }
    this.#oracle.undone(told)
  }
}

const nothing = (): undefined => undefined

/** Returns the texts of a value as one text, whatever their order. */
const toText = (value: Value | undefined): string =>
  JSON.stringify([...textsOf(Object(value) as Value)].map(String).sort())
