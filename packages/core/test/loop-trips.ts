import type { Agent, ToolContext } from '../src/index.ts'
import { type Points, pluginAt } from './plugin-at.ts'

/** The points of plug-ins that can fail. A fault in `run start` would keep the message out. */
const points = [
  'before request',
  'after request',
  'message',
  'before call',
  'after call',
  'call error',
  'run end',
  'run error',
] as const satisfies readonly (keyof Points)[]

/** The places where code of the application can fail. */
export const tripNames = [...points, 'toModel', 'toJSON', 'subscriber'] as const
export type TripName = (typeof tripNames)[number]

/** The code of an application that fails once where the test says so. */
export class Trips {
  readonly #armed = new Map<TripName, 'throw' | 'hang'>()

  constructor(agent: Agent) {
    for (const name of points) agent.use(pluginAt(name, () => this.pass(name) as never))
    const { history, activity, queue } = agent
    for (const store of [history, activity, queue])
      store.subscribe(() => void this.pass('subscriber'))
  }

  /**
   * Makes the next pass of a place fail. A plug-in at the end only throws: the run waits for it.
   */
  arm(name: TripName, how: 'throw' | 'hang'): void {
    this.#armed.set(name, name.startsWith('run') ? 'throw' : how)
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
