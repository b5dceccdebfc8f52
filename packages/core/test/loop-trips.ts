import type { Agent, HookName, ToolContext } from '../src/index.ts'

/** The hooks that can fail. A fault in `onRunStart` would keep the message of a person out. */
const hookNames = [
  'preRequest',
  'onResponse',
  'onMessage',
  'preToolCall',
  'onToolCallResult',
  'onToolCallError',
  'onIterationEnd',
  'onRunDone',
  'onRunCancelled',
  'onRunError',
] as const satisfies readonly HookName[]

/** The places where code of the application can fail. */
export const tripNames = [...hookNames, 'toModel', 'toJSON', 'subscriber'] as const
export type TripName = (typeof tripNames)[number]

/** The code of an application that fails once where the test says so. */
export class Trips {
  readonly #armed = new Map<TripName, 'throw' | 'hang'>()

  constructor(agent: Agent) {
    for (const name of hookNames) agent.addHook(name, () => this.pass(name) as never)
    const { history, activity, queue } = agent
    for (const store of [history, activity, queue])
      store.subscribe(() => void this.pass('subscriber'))
  }

  /** Makes the next pass of a place fail. A hook at the end only throws: the run waits for it. */
  arm(name: TripName, how: 'throw' | 'hang'): void {
    this.#armed.set(name, name.startsWith('onRun') ? 'throw' : how)
  }

  /** Throws or hangs if the place is to fail now. */
  pass(name: TripName): Promise<never> | undefined {
    const how = this.#armed.get(name)
    this.#armed.delete(name)
    if (how === 'throw') throw new Error(`${name} failed`)
    return how && new Promise(() => undefined)
  }

  /** A result whose `toJSON` is a place that can fail. JSON cannot wait, so it never hangs. */
  get result(): unknown {
    return {
      toJSON: () => {
        void this.pass('toJSON')
        return 'settled'
      },
    }
  }
}

/** A handler that has not ended. */
export interface OpenHandler extends PromiseWithResolvers<unknown> {
  readonly ctx: ToolContext
}

/** The calls whose handlers have returned before anything else ended their calls. */
export class Returned {
  readonly #keys = new Set<string>()

  /** The number of the calls. */
  get size(): number {
    return this.#keys.size
  }

  /** Tells if the handler of a call of a run has returned. */
  has({ runId, callId }: CallKey): boolean {
    return this.#keys.has(`${runId} ${callId}`)
  }

  /** Lets a handler return. A call that was cancelled or has timed out before has ended already. */
  end({ ctx, resolve }: OpenHandler, isLastAct: boolean, value: unknown): void {
    if (!ctx.signal.aborted) this.#keys.add(`${ctx.run.id} ${ctx.callId}`)
    if (isLastAct) ctx.run.cancel()
    resolve(value)
  }
}

interface CallKey {
  readonly runId: string
  readonly callId: string
}
