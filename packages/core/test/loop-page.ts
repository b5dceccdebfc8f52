import { inEnvironment } from '../src/environment.ts'
import { type FakeClock, createFakeClock, flush } from '@ambit/testing'
import { anyTool } from './agent-under-test.ts'
import {
  type Agent,
  type Message,
  type Run,
  Scope,
  createAgent,
  jsonSchema,
  AgentError,
} from '../src/index.ts'
import {
  type Action,
  type ModelAction,
  type Setup,
  type ToolName,
  toolNames,
} from './loop-actions.ts'
import { ModelUnderTest } from './loop-model.ts'
import { type OpenHandler, Returned, Trips } from './loop-trips.ts'

/** A message of a user, and the run it started or joined. */
export interface Said {
  readonly text: string
  readonly run: Run<unknown>
}

const broken = (): never => {
  throw new Error('A subscriber of the page is broken.')
}

/** An agent with its page and its model, on which one action happens at a time. */
export class LoopUnderTest {
  readonly model: ModelUnderTest = new ModelUnderTest()
  readonly clock: FakeClock = createFakeClock()
  readonly signal: AbortSignal = new AbortController().signal
  readonly agent: Agent
  readonly runs = new Set<Run<unknown>>()
  readonly said: Said[] = []
  /** Every message that was ever in the history, on any branch. */
  readonly tree = new Map<string, Message>()
  listeners = 0
  readonly #scopes: readonly Scope[]
  readonly #registered: ((() => void) | undefined)[]
  readonly #handlers: OpenHandler[] = []
  readonly #trips: Trips
  readonly returned: Returned = new Returned()
  #count = 0

  constructor({ hasContext, ...setup }: Setup) {
    const { clock, signal } = this
    const model = this.model.driven
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      this.listeners++
      addEventListener.apply(signal, args)
    }
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      this.listeners--
      removeEventListener.apply(signal, args)
    }
    this.agent = createAgent(inEnvironment({ clock, random: () => 0 }, { model, ...setup }))
    this.#trips = new Trips(this.agent)
    const { history, calls, queue, sessions, scopes } = this.agent
    for (const store of [history, this.agent, calls, queue, sessions, scopes])
      store.subscribe(broken)
    this.agent.on('*', () => Promise.reject(new Error('A handler of the page is broken.')))
    history.subscribe(({ messages }) => {
      for (const message of messages) this.tree.set(message.id, message)
    })
    this.#scopes = toolNames.map((name) => this.#createScope(name, hasContext))
    this.#registered = this.#scopes.map((scope) => this.agent.scopes.register(scope))
  }

  /** Performs one action, and waits for all its effects that need no time. */
  async do(action: Action): Promise<void> {
    const advanced = this.#do(this.#redirect(action))
    await (advanced ?? flush())
  }

  /** True if nothing runs or waits. */
  get isIdle(): boolean {
    return [...this.runs].every(({ status }) => status !== 'running')
  }

  /** Tells if a message was refused because the agent was busy. */
  static isRefused({ run }: Said): boolean {
    const last = run.events.at(-1)
    return last?.type === 'agent:failed' && AgentError.is(last.error, 'busy')
  }

  /**
   * Replaces an action without a target by one that makes the loop go on, so that few steps are
   * idle.
   */
  #redirect(action: Action): Action {
    const isSettling = ['settle', 'throw', 'settleLast'].includes(action.type)
    const targets = isSettling
      ? this.#handlers
      : isOfModel(action)
        ? this.model.driven.live
        : [action]
    if (targets.length) return action
    if (this.#handlers.length) return { type: 'settle', at: 0 }
    return this.isIdle ? { type: 'send', onBusy: 'reject' } : action
  }

  #do(action: Action): Promise<void> | undefined {
    const { agent } = this
    switch (action.type) {
      case 'send': {
        const text = `message ${++this.#count}.`
        const run = this.#watch(agent.chat(text, { signal: this.signal, onBusy: action.onBusy }))
        this.said.push({ text, run })
        return undefined
      }
      case 'edit': {
        const edited = pick(
          [...this.tree.values()].filter(({ role }) => role === 'user'),
          action.at,
        )
        if (!edited) return undefined
        const text = `message ${++this.#count}.`
        const { onBusy } = action
        const run = this.#watch(
          agent.chat(text, { signal: this.signal, replaces: edited.id, onBusy }),
        )
        this.said.push({ text, run })
        return undefined
      }
      case 'regenerate': {
        const { onBusy } = action
        const id = pick([...this.tree.keys()], action.at)
        this.#watch(agent.with({ onBusy }).resume({ signal: this.signal, from: id }))
        return undefined
      }
      case 'select':
        try {
          agent.history.select(pick([...this.tree.keys()], action.at) ?? null)
        } catch (error) {
          if (this.isIdle || !AgentError.is(error, 'busy')) throw error
        }
        return undefined
      case 'execute':
        this.#watch(agent.execute(`apart ${++this.#count}.`, { signal: this.signal }))
        return undefined
      case 'retry':
        this.#watch(agent.resume({ signal: this.signal }))
        return undefined
      case 'runTool': {
        this.#watch(
          agent.runTool(action.tool, { key: this.model.ask(action.tool) }, { signal: this.signal }),
        )
        return undefined
      }
      case 'cancel':
        pick(
          [...this.runs].filter(({ status }) => status === 'running'),
          action.at,
        )?.cancel()
        return undefined
      case 'cancelAll':
        agent.cancel()
        return undefined
      case 'settle':
      case 'settleLast':
      case 'throw': {
        const [handler] = this.#handlers.splice(action.at % (this.#handlers.length || 1), 1)
        if (action.type === 'throw') handler?.reject(new Error('thrown'))
        else if (handler)
          this.returned.end(handler, action.type === 'settleLast', this.#trips.result)
        return undefined
      }
      case 'trip':
        this.#trips.arm(action.name, action.how)
        return undefined
      case 'register':
      case 'unregister':
        this.#setRegistered(action.scope, action.type === 'register')
        return undefined
      case 'advance':
        return this.clock.advance(action.ms)
      default: {
        const call = pick(this.model.driven.live, action.at)
        if (call) this.model.drive(call, action)
        return undefined
      }
    }
  }

  #createScope(name: ToolName, hasContext: boolean): Scope {
    const tool = anyTool(
      name,
      ({ key }, ctx) => {
        this.model.noteRun(name, key)
        const handler = { ...Promise.withResolvers<unknown>(), ctx }
        this.#handlers.push(handler)
        return handler.promise
      },
      {
        parameters,
        result: {
          silent: name === 'silent',
          toModel: () => {
            void this.#trips.pass('toModel')
            return undefined as never
          },
        },
        ...(name === 'timed' && { run: { timeout: '1s' } }),
        ...(name === 'twice' && { run: { retry: { attempts: 2, delay: '1s' } } }),
      },
    )
    return new Scope({ name, tools: [tool], ...(hasContext && { context: () => name }) })
  }

  #setRegistered(at: number, isRegistered: boolean): void {
    const [scope, unregister] = [this.#scopes[at], this.#registered[at]]
    if (isRegistered === Boolean(unregister) || !scope) return
    unregister?.()
    this.#registered[at] = isRegistered ? this.agent.scopes.register(scope) : undefined
  }

  #watch(run: Run<unknown>): Run<unknown> {
    this.runs.add(run)
    run.catch(() => undefined)
    return run
  }
}

const modelActions: string[] = [
  'delta',
  'call',
  'reply',
  'begin',
  'finish',
  'errorPart',
  'close',
  'break',
  'refuse',
] satisfies ModelAction['type'][]
const isOfModel = ({ type }: Action): boolean => modelActions.includes(type)

const parameters = jsonSchema({
  type: 'object',
  properties: { key: { type: 'number' } },
  required: ['key'],
})

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % (list.length || 1)]
