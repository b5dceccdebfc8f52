import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import {
  createFakeClock,
  type DrivenCall,
  type DrivenModel,
  drivenModel,
  type FakeClock,
  flush,
} from '@ambit/testing'
import { anyTool } from '../agent-under-test.ts'
import { type Agent, AgentBusyError, createAgent, jsonSchema, type Run, Scope } from '../index.ts'
import {
  type Action,
  type CallAction,
  type FinishWord,
  type ModelAction,
  type Setup,
  type ToolName,
  toolNames,
} from './loop-actions.ts'

/** What a model asked for under one key, which every good argument carries. */
export interface Asked {
  readonly isGood: boolean
  /** The model said that its message, and with it this call, is whole. */
  isWhole: boolean
  runs: number
  readonly mostRuns: number
}

/** What a person said, and the run it started or joined. */
export interface Said {
  readonly text: string
  readonly run: Run<unknown>
  /** It waited in the queue until its run ended. */
  hasNotStarted: boolean
}

/** An agent, the page around it and the model behind it, to which one thing happens at a time. */
export class LoopUnderTest {
  readonly model: DrivenModel = drivenModel()
  readonly clock: FakeClock = createFakeClock()
  readonly signal: AbortSignal = new AbortController().signal
  readonly agent: Agent
  readonly runs = new Set<Run<unknown>>()
  readonly said: Said[] = []
  readonly asked = new Map<number, Asked>()
  /** What handlers were run that must not be. */
  readonly wronglyRun: string[] = []
  listeners = 0
  readonly #scopes: readonly Scope[]
  readonly #registered: ((() => void) | undefined)[]
  readonly #handlers: PromiseWithResolvers<unknown>[] = []
  readonly #open = new Map<DrivenCall, Asked[]>()
  #count = 0

  constructor({ hasContext, ...setup }: Setup) {
    const { model, clock, signal } = this
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      this.listeners++
      addEventListener.apply(signal, args)
    }
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      this.listeners--
      removeEventListener.apply(signal, args)
    }
    this.agent = createAgent({ model, clock, signal, random: () => 0, ...setup })
    this.#scopes = toolNames.map((name) => this.#createScope(name, hasContext))
    this.#registered = this.#scopes.map((scope) => this.agent.scopes.register(scope))
  }

  /** Does one thing, and lets everything follow from it that needs no time. */
  async do(action: Action): Promise<void> {
    const waiting = new Set(this.agent.queue.getState().waiting.map(({ runId }) => runId))
    const advanced = this.#do(this.#redirect(action))
    await (advanced ?? flush())
    for (const said of this.said) {
      if (said.run.status !== 'running' && waiting.has(said.run.id)) said.hasNotStarted = true
    }
  }

  /** Whether nothing runs or waits. */
  get isIdle(): boolean {
    return [...this.runs].every(({ status }) => status !== 'running')
  }

  /** True for what was refused because the agent was busy. */
  static isRefused({ run }: Said): boolean {
    const last = run.events.at(-1)
    return last?.type === 'agent:failed' && AgentBusyError.isInstance(last.error)
  }

  /** What has nothing to act on does something that makes the loop go on, so that few steps are idle. */
  #redirect(action: Action): Action {
    const isSettling = action.type === 'settle' || action.type === 'throw'
    const targets = isSettling ? this.#handlers : isOfModel(action) ? this.model.live : [action]
    if (targets.length) return action
    if (this.#handlers.length) return { type: 'settle', at: 0 }
    return this.isIdle ? { type: 'send', onBusy: 'reject' } : action
  }

  #do(action: Action): Promise<void> | undefined {
    const { agent } = this
    switch (action.type) {
      case 'send': {
        const text = `message ${++this.#count}.`
        const run = this.#watch(agent.chat(text, { onBusy: action.onBusy }))
        this.said.push({ text, run, hasNotStarted: false })
        return undefined
      }
      case 'execute':
        this.#watch(agent.execute(`apart ${++this.#count}.`))
        return undefined
      case 'retry':
        this.#watch(agent.retry())
        return undefined
      case 'runTool': {
        const { key } = this.#ask(action.tool, true, true)
        this.#watch(agent.runTool(action.tool, { key }))
        return undefined
      }
      case 'cancel':
        pick(
          [...this.runs].filter(({ status }) => status === 'running'),
          action.at,
        )?.cancel()
        return undefined
      case 'cancelAll':
        agent.cancelAll()
        return undefined
      case 'settle':
      case 'throw': {
        const [handler] = this.#handlers.splice(action.at % (this.#handlers.length || 1), 1)
        if (action.type === 'settle') handler?.resolve('settled')
        else handler?.reject(new Error('thrown'))
        return undefined
      }
      case 'register':
      case 'unregister':
        this.#setRegistered(action.scope, action.type === 'register')
        return undefined
      case 'advance':
        return this.clock.advance(action.ms)
      default: {
        const call = pick(this.model.live, action.at)
        if (call) this.#drive(call, action)
        return undefined
      }
    }
  }

  #drive(call: DrivenCall, action: ModelAction): void {
    switch (action.type) {
      case 'delta':
        call.push({ type: `${action.part}-delta`, id: action.part, delta: `${action.part} ` })
        return
      case 'begin':
        call.push({ type: 'tool-input-start', id: `begun_${++this.#count}`, toolName: action.tool })
        return
      case 'call':
        call.push(...this.#toCallParts(call, action))
        return
      case 'reply': {
        const whole = { type: 'call', id: 'fresh', input: 'good', streamed: true, at: 0 } as const
        this.#drive(call, { type: 'delta', part: 'text', at: 0 })
        for (const tool of action.tools) this.#drive(call, { ...whole, tool })
        this.#drive(call, { type: 'finish', reason: 'tool-calls', closes: true, at: 0 })
        return
      }
      case 'finish':
        if (action.reason === 'stop' || action.reason === 'tool-calls') {
          for (const asked of this.#open.get(call) ?? []) asked.isWhole = true
        }
        call.push(toFinish(action.reason))
        if (action.closes) call.close()
        return
      case 'errorPart':
        call.push({ type: 'error', error: { type: 'overloaded_error' } })
        return
      case 'close':
        call.close()
        return
      case 'break':
        call.fail(new TypeError('network error'))
        return
      case 'refuse':
        call.refuse(Object.assign(new Error('refused'), { statusCode: action.status }))
    }
  }

  #toCallParts(call: DrivenCall, action: CallAction): LanguageModelV4StreamPart[] {
    const { key, asked } = this.#ask(action.tool, action.input === 'good', false)
    this.#open.set(call, [...(this.#open.get(call) ?? []), asked])
    const whole = JSON.stringify({ key })
    const input = { good: whole, partial: whole.slice(0, -1), empty: '', list: '[1]' }[action.input]
    const id = { fresh: `call_${key}`, same: 'same', odd: `odd.${key}/é`, none: '' }[action.id]
    const toolName = action.tool
    const streamed: LanguageModelV4StreamPart[] = [
      { type: 'tool-input-start', id, toolName },
      { type: 'tool-input-delta', id, delta: input },
      { type: 'tool-input-end', id },
    ]
    return [
      ...(action.streamed ? streamed : []),
      { type: 'tool-call', toolCallId: id, toolName, input },
    ]
  }

  #ask(tool: string, isGood: boolean, isWhole: boolean): { key: number; asked: Asked } {
    const key = ++this.#count
    const asked = { isGood, isWhole, runs: 0, mostRuns: tool === 'twice' ? 2 : 1 }
    this.asked.set(key, asked)
    return { key, asked }
  }

  #createScope(name: ToolName, hasContext: boolean): Scope {
    const tool = anyTool(
      name,
      ({ key }) => {
        const asked = this.asked.get(Number(key))
        if (!asked) this.wronglyRun.push(`${name} was run with arguments nobody gave`)
        else if (!asked.isGood) this.wronglyRun.push(`${name} ${String(key)} was run incomplete`)
        else if (!asked.isWhole) this.wronglyRun.push(`${name} ${String(key)} was run too early`)
        else if (++asked.runs > asked.mostRuns) this.wronglyRun.push(`${name} was run again`)
        const handler = Promise.withResolvers<unknown>()
        this.#handlers.push(handler)
        return handler.promise
      },
      {
        parameters,
        ...(name === 'timed' && { timeout: '1s' }),
        ...(name === 'twice' && { retry: { attempts: 2, delay: '1s' } }),
        ...(name === 'silent' && { mode: 'silent' }),
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

const modelActions = [
  'delta',
  'call',
  'reply',
  'begin',
  'finish',
  'errorPart',
  'close',
  'break',
  'refuse',
]
const isOfModel = ({ type }: Action): boolean => modelActions.includes(type)

const parameters = jsonSchema({
  type: 'object',
  properties: { key: { type: 'number' } },
  required: ['key'],
})

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % (list.length || 1)]

const toFinish = (unified: FinishWord): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage: {
    inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 5, text: 5, reasoning: undefined },
  },
})
