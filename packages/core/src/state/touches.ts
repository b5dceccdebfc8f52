import type { TouchTarget } from '../tools/tool-context.ts'
import { Store } from './store.ts'

/** The things on the page that one call changed. */
export interface CallTouch {
  readonly callId: string
  readonly tool: string
  /**
   * The name of the tool's scope, for a call that named nothing: its element is what changed.
   * Absent if the call named something.
   */
  readonly scope?: string | undefined
  /** The things that the call named with `ctx.touched`, as far as they still exist. */
  readonly targets: readonly TouchTarget[]
}

/** The state of what calls touched, for a page to show. */
export interface TouchesState {
  /**
   * The calls that touched something, by id, in the order in which they ended. The Map stays the
   * same object. Of two calls with one id, the newer is here.
   */
  readonly calls: ReadonlyMap<string, CallTouch>
  /** The call that touched something last. */
  readonly latest?: CallTouch | undefined
}

/** The most calls of which it is known what they touched. The oldest call is forgotten first. */
const maxTouched = 200

/**
 * The things on the page that calls touched: a zustand store of the last 200 calls that touched
 * any. Empty when another session is opened. Nothing of it is stored or sent, and no element is
 * kept alive by it.
 */
export class Touches extends Store<TouchesState> {
  readonly #calls = new Map<string, CallTouch>()

  constructor() {
    super({ calls: new Map() })
  }

  /**
   * Adds what a call touched. Only the engine calls this.
   *
   * @internal
   */
  add(touch: CallTouch): void {
    this.#calls.delete(touch.callId)
    this.#calls.set(touch.callId, touch)
    const [oldest] = this.#calls.keys()
    if (oldest !== undefined && this.#calls.size > maxTouched) this.#calls.delete(oldest)
    this.setState({ calls: this.#calls, latest: touch })
  }

  /**
   * Forgets all calls. Only the engine calls this.
   *
   * @internal
   */
  clear(): void {
    this.#calls.clear()
    this.setState({ calls: this.#calls, latest: undefined })
  }
}
