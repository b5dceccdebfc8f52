import { inEnvironment } from '../src/environment.ts'
import { type FakeClock, type ScriptedModel, createFakeClock, scriptedModel } from '@ambit/testing'
import { type Run, Scope, type ToolContext, createAgent } from '../src/index.ts'
import { loadEngine } from '../src/load-engine.ts'
import { anyTool } from './agent-under-test.ts'
import type { KnownCall, PageUnderTest } from './known-call.ts'
import { lateStorage } from './late-storage.ts'
import { pageFaults } from './page-faults.ts'
import { type Pages, createPages } from './pages-under-test.ts'
import {
  type SessionAction,
  type SessionStep,
  type SessionTool,
  sessionTools,
} from './session-actions.ts'
import { exportedSession, replyTo } from './session-model.ts'

/** Pages that are loaded one after another, over one storage that answers late. */
export class SessionsUnderTest {
  readonly clock: FakeClock = createFakeClock()
  readonly pages: Pages = createPages()
  readonly calls = new Map<number, KnownCall>()
  readonly runs = new Set<Run<unknown>>()
  /** The sessions that were deleted, and those that somebody wanted to delete. */
  readonly deleted = new Set<string>()
  readonly leaving = new Set<string>()
  readonly models: ScriptedModel[] = []
  /** The faults that were seen so far, in words. */
  readonly faults: string[] = []
  page: PageUnderTest
  readonly #delays: readonly number[]
  readonly #gates: PromiseWithResolvers<void>[] = []
  #uses = 0
  #count = 0
  #actions = 0
  #wipes = 0

  constructor(delays: readonly number[]) {
    this.#delays = delays
    this.page = this.#load()
  }

  async do({ steps, isCold, ms }: SessionAction): Promise<void> {
    this.#actions++
    if (isCold) delete loadEngine.loaded
    for (const step of steps) await this.#do(step)
    await loadEngine()
    await this.clock.advance(ms)
    this.faults.push(...pageFaults(this.page, this.calls))
  }

  /** Ends everything that waits. */
  async end(): Promise<void> {
    for (let round = 0; round < 50 && this.isBusy; round++) {
      for (const gate of this.#gates.splice(0)) gate.resolve()
      const { pending } = this.page.agent
      for (const { id } of pending.list('question')) pending.decline(id)
      for (const { id } of pending.list('approval')) pending.deny(id)
      await this.clock.advance(100)
      this.faults.push(...pageFaults(this.page, this.calls))
    }
    await this.clock.advance(1_000)
    if (this.isBusy) this.faults.push('A run does not end.')
  }

  get isBusy(): boolean {
    return [...this.runs].some(({ status }) => status === 'running')
  }

  /** Loads a page that begins with a session, for a look at that session. */
  async read(id: string): Promise<PageUnderTest> {
    await this.page.die()
    this.page = this.#load(id)
    await this.clock.runAll()
    return this.page
  }

  #load(session?: string): PageUnderTest {
    const { storage, die } = this.pages.open()
    const model = scriptedModel([], { otherwise: (request) => replyTo(request) })
    this.models.push(model)
    const agent = createAgent(
      inEnvironment(
        { clock: this.clock, random: () => 0 },
        {
          model,
          storage: lateStorage(
            storage,
            this.clock,
            () => this.#delays[this.#uses++ % this.#delays.length],
          ),
          session,
        },
      ),
    )
    const page: PageUnderTest = {
      agent,
      model,
      die,
      firstId: undefined,
      switching: 0,
      opening: [],
      isFirstLeft: false,
    }
    const follow = (): void => {
      if (!agent.sessions.getState().isOpening) page.firstId ??= agent.sessions.current
    }
    agent.sessions.subscribe(follow)
    agent.pending.attach('question')
    agent.pending.attach('approval')
    for (const name of sessionTools) this.#register(page, name)
    return page
  }

  #register(page: PageUnderTest, name: SessionTool): void {
    const { scopes } = page.agent
    const tool = anyTool(name, (args, ctx) => this.#handle(page, name, Number(args['key']), ctx), {
      ...(name === 'risky' && { approval: true }),
    })
    const unregister = scopes.register(new Scope({ name, tools: [tool] }))
    this.#removals.set(page, { ...this.#removals.get(page), [name]: unregister })
  }

  readonly #removals = new WeakMap<PageUnderTest, Partial<Record<SessionTool, () => void>>>()

  async #handle(
    page: PageUnderTest,
    name: SessionTool,
    key: number,
    ctx: ToolContext,
  ): Promise<string> {
    const call = this.calls.get(key)
    if (!call) throw new Error(`Nobody asked for call ${key}.`)
    call.starts++
    // Nobody can know that a handler has returned if it is cancelled in the same moment.
    const forget = (): void => {
      if (call.returnedIn === this.#actions) call.returnedIn = undefined
    }
    ctx.signal.addEventListener('abort', forget, { once: true })
    const mark = { [`key${key}`]: ctx.run.sessionId }
    if (name === 'slow' || name === 'stubborn') {
      const gate = Promise.withResolvers<void>()
      this.#gates.push(gate)
      if (name === 'slow')
        ctx.signal.addEventListener('abort', () => gate.resolve(), { once: true })
      await gate.promise
      if (name === 'slow' && ctx.signal.aborted) throw new Error('aborted')
    }
    if (name === 'ask') await ctx.ask(`May ${key} go on?`)
    if (name === 'once') {
      ctx.outlive()
      this.#removals.get(page)?.once?.()
      this.#register(page, 'once')
    }
    if (name === 'keep' || name === 'stubborn') {
      ctx.run.state.set(mark as object)
      ctx.artifact({ id: `key${key}`, type: 'mark', data: ctx.run.sessionId })
      ctx.undo(() => undefined)
    }
    if (!ctx.signal.aborted) call.returnedIn = this.#actions
    return `did key${key}.`
  }

  async #do(step: SessionStep): Promise<void> {
    const { page, calls } = this
    const { agent } = page
    switch (step.type) {
      case 'chat': {
        const keys = step.tools.map((name) => [name, ++this.#count] as const)
        const text = `do ${keys.map(([name, key]) => `${name}:${key}`).join(' ')}.`
        const run = this.#watch(agent.chat(text, { onBusy: step.onBusy }))
        for (const [, key] of keys) this.#know(key, run, false)
        return
      }
      case 'runTool': {
        const key = ++this.#count
        const run = agent.runTool(step.tool, { key })
        this.#know(key, run, true)
        this.#watch(run)
        return
      }
      case 'undo': {
        const known = pick([...calls.values()], step.at * 3)
        if (known?.page === page) this.#watch(agent.undo(known.run.id))
        return
      }
      case 'settle':
        this.#gates.splice(step.at % (this.#gates.length || 1), 1)[0]?.resolve()
        return
      case 'decide': {
        const { pending } = agent
        const ask = pick(pending.list('question'), step.at)
        const request = pick(pending.list('approval'), step.at)
        if (ask && step.isApproved) void pending.answer(ask.id, 'yes')
        else if (ask) pending.decline(ask.id)
        else if (request && step.isApproved) pending.approve(request.id)
        else if (request) pending.deny(request.id)
        return
      }
      case 'cancel':
        pick(
          [...this.runs].filter(({ status }) => status === 'running'),
          step.at,
        )?.cancel({ kind: 'user' })
        return
      case 'stop':
        agent.cancel({ kind: 'user' })
        return
      case 'resume':
        this.#watch(agent.resume())
        return
      case 'create':
        this.#switch(() => agent.sessions.create())
        return
      case 'open':
      case 'delete': {
        const id = pick(
          (await this.pages.storage.list()).map((info) => info.id).toSorted(),
          step.at,
        )
        if (id === undefined) return
        const { type } = step
        if (type === 'delete') this.leaving.add(id)
        this.#switch(() => this.#openOrDelete(type, id))
        return
      }
      case 'wipe':
        for (const id of this.pages.claimed) {
          this.leaving.add(id)
          this.deleted.add(id)
        }
        for (const call of calls.values()) call.isBetween = call.isWiped = true
        this.#switch(() => this.#wipe(page))
        return
      case 'import':
        agent.sessions.import(exportedSession(++this.#count)).catch(ignore)
        return
      case 'reload':
        for (const run of this.runs) if (run.status === 'running') this.runs.delete(run)
        this.#gates.length = 0
        await page.die()
        this.page = this.#load()
    }
  }

  /** Deletes everything in another page. The page then leaves its session, once its chats end. */
  async #wipe({ agent }: PageUnderTest): Promise<void> {
    const gone = agent.sessions.current
    this.#wipes++
    await this.pages.wipe()
    this.#wipes--
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = (): void => {
      if (agent.sessions.current !== gone) resolve()
    }
    const stop = agent.sessions.subscribe(look)
    look()
    await promise.finally(stop)
  }

  /** Takes note of a step that opens another session, until it has done so. */
  #switch(step: () => Promise<unknown>): void {
    const { page, calls } = this
    // Nobody knows yet if the calls so far are in the session that the page was to begin with.
    if (page.firstId === undefined || page.isFirstLeft) {
      page.isFirstLeft = true
      for (const call of calls.values()) {
        if (call.page === page && call.sessionId === undefined) call.isBetween = true
      }
    }
    page.switching++
    const end = (): number => page.switching--
    step().then(end, end)
  }

  async #openOrDelete(type: 'open' | 'delete', id: string): Promise<void> {
    const { agent, opening } = this.page
    if (type === 'delete') {
      await agent.sessions.delete(id)
      this.deleted.add(id)
      return
    }
    opening.push(id)
    await agent.sessions.open(id).finally(() => opening.splice(opening.indexOf(id), 1))
  }

  #know(key: number, run: Run<unknown>, isOfPage: boolean): void {
    const { page } = this
    const { current } = page.agent.sessions
    const sessionId = page.firstId === undefined ? undefined : current
    const isBetween = page.switching > 0 || (page.firstId === undefined && page.isFirstLeft)
    const isWiped = this.#wipes > 0
    const known = { key, page, sessionId, run, isOfPage, isBetween, isWiped }
    this.calls.set(key, { ...known, starts: 0, returnedIn: undefined })
  }

  #watch<R extends Run<unknown>>(run: R): R {
    this.runs.add(run)
    run.catch(ignore)
    return run
  }
}

const ignore = (): void => undefined

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % (list.length || 1)]
