import { type Budget, createBudget } from '../src/limits.ts'
import { inEnvironment } from '../src/environment.ts'
import * as fc from 'fast-check'
import { type FakeClock, flush } from '@ambit/testing'
import type { Run, ToolContext } from '../src/index.ts'
import { type RunScope, type RunAgentResult, runAgent } from '../src/features/code/index.ts'

/** One step of a body: how a tool behaves, and how the body waits for it. */
export interface Step {
  readonly tool: 'value' | 'deaf' | 'fails' | 'slow' | 'cooperative' | 'defers' | 'nested'
  readonly wait: 'await' | 'catch' | 'not' | 'race' | 'pause'
  readonly tokens: number
  readonly hasTimeout: boolean
}

/** The way in which a run is ended early, if its body has not ended it before. */
export type End = 'cancel' | 'dispose' | 'deadline' | 'nothing'

export const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    tool: fc.constantFrom(
      'value',
      'deaf',
      'fails',
      'slow',
      'cooperative',
      'defers',
      'nested',
    ) as fc.Arbitrary<Step['tool']>,
    wait: fc.constantFrom('await', 'catch', 'not', 'race', 'pause') as fc.Arbitrary<Step['wait']>,
    tokens: fc.integer({ min: 0, max: 12 }),
    hasTimeout: fc.boolean(),
  }),
  { maxLength: 6 },
)

export const anyEnd: fc.Arbitrary<End> = fc.constantFrom('cancel', 'dispose', 'deadline', 'nothing')

/** A run of a random body, with a budget of its own. */
export class CodeUnderTest {
  readonly run: Run<RunAgentResult<unknown>>
  /** The number of handlers that were started. */
  ran = 0
  deferred = 0
  released = 0
  chargedInside = 0
  readonly #clock: FakeClock
  readonly #budget: Budget = createBudget({ max: 40 })
  readonly #controller = new AbortController()
  readonly #late: (() => void)[] = []

  constructor(steps: readonly Step[], clock: FakeClock) {
    this.#clock = clock
    this.run = runAgent(
      async (agent, ctx) => {
        this.#defer(ctx)
        for (const step of steps) await this.#do(step, agent, ctx)
        return 'done'
      },
      inEnvironment(
        { clock },
        { signal: this.#controller.signal, limits: { time: 700, tokens: this.#budget } },
      ),
    )
  }

  get spent(): number {
    return this.#budget.getState().spent
  }

  /** Passes one await point: a microtask, all of them, or some time. */
  async pass(at: number): Promise<void> {
    if (at % 5 === 4) await this.#clock.advance(30)
    else if (at % 5 === 3) await flush()
    else await Promise.resolve()
  }

  end(end: End): void {
    if (end === 'cancel') this.run.cancel({ kind: 'user' })
    if (end === 'dispose') void this.run[Symbol.asyncDispose]()
    if (end === 'deadline') this.#controller.abort(new DOMException('late', 'TimeoutError'))
  }

  /** Lets everything that was deaf go on. */
  goOn(): void {
    for (const resolve of this.#late.splice(0)) resolve()
  }

  async #do(step: Step, agent: RunScope, ctx: ToolContext): Promise<void> {
    const { wait, tokens, hasTimeout } = step
    const options = { cost: { tokens }, timeout: hasTimeout ? 100 : undefined }
    const call = agent.tool(
      step.tool,
      { tokens },
      (_input, tool) => this.#handle(step, tool),
      options,
    )
    if (wait === 'await') await call
    if (wait === 'catch') await call.catch(() => undefined)
    if (wait === 'race') await Promise.race([call, this.#deaf()]).catch(() => undefined)
    if (wait === 'pause') await Promise.race([this.#deaf(), this.#pause()])
    this.#defer(ctx)
  }

  #handle({ tool }: Step, ctx: ToolContext): unknown {
    this.ran++
    if (tool === 'fails') throw new TypeError('no')
    if (tool === 'deaf') return this.#deaf()
    if (tool === 'slow') return this.#pause()
    if (tool === 'cooperative') return aborted(ctx.signal)
    if (tool === 'nested') return this.#nest(ctx)
    if (tool === 'defers') {
      this.#defer(ctx)
      return this.#pause().then(() => this.#defer(ctx))
    }
    return new Map([['n', 1n]])
  }

  /** Starts a run inside that spends of the same budget. */
  async #nest(ctx: ToolContext): Promise<unknown> {
    const inner = runAgent(
      (agent, within) => {
        this.#defer(within)
        return agent.tool('inner', {}, () => this.#pause(), { cost: { tokens: 3 } })
      },
      inEnvironment(
        { clock: this.#clock },
        {
          parent: ctx,
          on: {
            '*': (event) =>
              'charged' in event && (this.chargedInside += event.charged['tokens'] ?? 0),
          },
        },
      ),
    )
    return inner.result
  }

  #defer(ctx: ToolContext): void {
    this.deferred++
    ctx.defer(() => this.released++)
  }

  #deaf(): Promise<void> {
    return new Promise((resolve) => this.#late.push(resolve))
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#clock.setTimeout(resolve, 40))
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new Error('stopped'))),
  )
