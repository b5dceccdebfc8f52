import { AgentError } from '../../errors/agent-error.ts'
import type { CallTurn } from '../../engine/call.ts'
import type { RunCore } from '../../engine/run.ts'
import type { ChatCalls } from '../../engine/seams.ts'
import { Line, type Place } from '../line.ts'

/** The longest wait for a turn, in milliseconds. */
const maxWait = 30_000

/**
 * The turns of the page's chat and of callers from outside. One turn is for the calls of one
 * message of the model, or for one call from outside.
 */
export class CallTurns implements ChatCalls {
  readonly #line = new Line()

  /**
   * Runs the calls of one message of the chat at their turn. After 30 s they run anyway: the user
   * at the page comes first, and a call from outside may itself wait for the chat.
   */
  async ofChat<T>(run: RunCore, work: () => Promise<T>): Promise<T> {
    const place = this.#line.enter()
    try {
      await isReached(run, place)
      return await work()
    } finally {
      place.leave()
    }
  }

  /**
   * Returns the turn of one call from outside. `waitForPage` resolves once the page shows what the
   * calls before it changed.
   */
  ofOutside(run: RunCore, waitForPage: () => Promise<void>): OutsideTurn {
    return new OutsideTurn(this.#line, run, waitForPage)
  }
}

/** The turn of one call from outside. The call gives it up while it waits for its approval. */
class OutsideTurn implements CallTurn {
  readonly #line: Line
  readonly #run: RunCore
  readonly #waitForPage: () => Promise<void>
  #place: Place | undefined

  constructor(line: Line, run: RunCore, waitForPage: () => Promise<void>) {
    this.#line = line
    this.#run = run
    this.#waitForPage = waitForPage
  }

  /**
   * Waits for the turn, then for the page. Rejects with the code `busy` if the turn does not come
   * in 30 s. Rejects too if the run is cancelled before it comes.
   */
  async take(): Promise<void> {
    this.#place = this.#line.enter()
    if (await isReached(this.#run, this.#place)) return this.#waitForPage()
    throw new AgentError(
      'The page was busy with other calls for 30 s, so this call did not run. Try again later.',
      { code: 'busy' },
    )
  }

  /** Lets others go on. Does nothing without a turn. */
  leave(): void {
    this.#place?.leave()
  }
}

/** Whether a place is reached in time. Rejects if the run is cancelled. */
async function isReached(run: RunCore, { ready, isFirst }: Place): Promise<boolean> {
  const { cancellation, ports } = run
  const { clock } = ports
  cancellation.throwIfCancelled()
  if (isFirst) return true
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = clock.setTimeout(() => resolve(false), maxWait)
  try {
    return await cancellation.race(Promise.race([ready.then(() => true), late]))
  } finally {
    clock.clearTimeout(timer)
  }
}
