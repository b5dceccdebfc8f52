import { AgentBusyError } from '../errors/run-errors.ts'
import {
  type Intent,
  type SessionClaim,
  type SessionRow,
  StorageError,
} from '../storage/storage.ts'
import type { Entrance } from '../engine/supervise.ts'
import { openCalls } from '../engine/answer-calls.ts'
import { withGrace } from '../cancellation.ts'
import type { LoopRun } from '../engine/run-core.ts'
import type { State } from '../register.ts'
import { addUsage } from '../budget/usage.ts'
import { checkpointOf, closeInterrupted, resumeRun } from './resume-run.ts'
import type { OpenSession } from './open-session.ts'
import { type JournalSink, RunJournal } from './run-journal.ts'

/** The right to run the open session, which the runs of this page share. */
interface Seat extends JournalSink {
  row: SessionRow
  readonly claim: SessionClaim
  users: number
}

/** What stands in the way of sitting down. */
export interface Waiting {
  /** Another page runs the session. */
  readonly isElsewhere: boolean
  /** Stops waiting for that page in the background, until `follow`; resolves when this page asks for nothing more. */
  yield(): Promise<void>
  /** This page does not wait any more. */
  follow(): void
}

/** Where the page that runs the open session sits, for as long as a run of it goes on. */
export class SessionSeat {
  readonly #open: OpenSession
  readonly #waiting: Waiting
  readonly #onChange: (isTaken: boolean) => void
  #seat: Seat | undefined
  #borrowed: SessionClaim | undefined
  #entering: Promise<unknown> = Promise.resolve()

  /** `onChange` hears when the first run has come, and when the last has gone. */
  constructor(open: OpenSession, waiting: Waiting, onChange: (isTaken: boolean) => void) {
    this.#open = open
    this.#waiting = waiting
    this.#onChange = onChange
  }

  /** Uses a claim that was granted before for the next run, until the returned function is called. */
  borrow(claim: SessionClaim): () => void {
    this.#borrowed = claim
    return () => {
      if (this.#borrowed !== claim) return
      this.#borrowed = undefined
      void claim.release()
    }
  }

  get isTaken(): boolean {
    return this.#seat !== undefined
  }

  /** See `EnterSession`. One run after another, so that those of this page share what the first was granted. */
  readonly enter = (run: LoopRun, how: Entrance): Promise<() => Promise<void>> => {
    const entering = this.#entering.then(() => this.#enter(run, how))
    this.#entering = entering.catch(() => undefined)
    return entering
  }

  async #enter(run: LoopRun, how: Entrance): Promise<() => Promise<void>> {
    const seat = await this.#take(run, how.isWaiting)
    this.#open.tell(run.log)
    if (!seat) return async () => undefined
    const { lost } = seat.claim
    if (seat.users++ === 0) this.#onChange(true)
    const onLost = (): void => {
      this.#open.copy.isStale = true
      run.cancel({ kind: 'race_lost', message: 'this page no longer runs the session' })
    }
    lost.addEventListener('abort', onLost, { once: true })
    const finish = async (): Promise<void> => {
      await run.journal?.end()
      this.#open.tell(run.log)
      lost.removeEventListener('abort', onLost)
      if (--seat.users > 0) return
      if (this.#seat === seat) this.#seat = undefined
      this.#open.set({ running: undefined })
      await seat.claim.release()
      this.#onChange(false)
    }
    // A storage that hangs, as behind a frozen page, must not hold up a person who has had enough.
    const leave = (): Promise<void> =>
      withGrace(finish(), run.cancellation, this.#open.host.ports.clock)
    try {
      if (lost.aborted) onLost()
      run.throwIfEnding()
      await this.#prepare(run, seat, how)
      const { hasOlder } = this.#open.copy
      this.#open.set({ running: 'here', isInterrupted: false, hasOlder })
      return leave
    } catch (error) {
      await leave()
      throw error
    }
  }

  /** Gives the run its journal, and deals with a run that was cut short. */
  async #prepare(run: LoopRun, seat: Seat, { isTurn, isResuming }: Entrance): Promise<void> {
    const { run: cut } = seat.row
    const checkpoint = isResuming ? checkpointOf(seat.row) : undefined
    if (isTurn && cut && !isResuming) {
      const { usage, costUsd } = seat.row
      seat.row = {
        ...seat.row,
        usage: addUsage(usage, cut.usage),
        costUsd: cut.costUsd === undefined ? costUsd : (costUsd ?? 0) + cut.costUsd,
      }
    }
    run.journal = new RunJournal(run, seat, isTurn, checkpoint)
    if (checkpoint) await resumeRun(run, checkpoint, seat.intents)
    else if (isTurn) await closeInterrupted(run, seat.intents)
  }

  /** Undefined when the storage fails: the run goes on without it. */
  async #take(run: LoopRun, isWaiting: boolean): Promise<Seat | undefined> {
    if (this.#seat && !this.#seat.claim.lost.aborted) return this.#seat
    const { storage, id, now: at } = this.#open
    try {
      if (this.#waiting.isElsewhere && !isWaiting) throw new AgentBusyError(elsewhere)
      await this.#waiting.yield()
      const { signal } = run.cancellation
      const borrowed = this.#borrowed
      this.#borrowed = undefined
      const claim = borrowed ?? (await storage.claim(id, { at, isWaiting, signal }))
      if (!claim) throw new AgentBusyError(elsewhere)
      return (this.#seat = await this.#sit(claim))
    } catch (error) {
      this.#waiting.follow()
      run.throwIfEnding()
      if (!StorageError.isInstance(error)) throw error
      this.#open.fail(error)
      return undefined
    }
  }

  /** Brings this page up to date under the claim. */
  async #sit(claim: SessionClaim): Promise<Seat> {
    const { storage, id, copy, host } = this.#open
    const { row } = claim
    try {
      await copy.catchUp(row)
      await copy.loadAll(row)
      if (copy.isStored) host.open.session.state = row.state as State
      return this.#seatOf(claim, await storage.readIntents(id))
    } catch (error) {
      await claim.release()
      throw error
    }
  }

  /** An intent of which only the id could be read is of the call that the history has. */
  #whole(intent: Intent): Intent {
    const { id, name } = intent.call
    const call =
      name === '' &&
      openCalls(this.#open.host.open.session.history.messages).find((open) => open.id === id)
    return call ? { ...intent, call } : intent
  }

  #seatOf(claim: SessionClaim, intents: readonly Intent[]): Seat {
    const { copy } = this.#open
    const seat: Seat = {
      claim,
      row: claim.row,
      users: 0,
      unsaved: copy.unsaved,
      intents: new Map(intents.map((intent) => [intent.call.id, this.#whole(intent)])),
      write: async (write) => {
        // What a run that was cut short had used is the session's from the first write on.
        const { usage, costUsd } = seat.row
        const session = { usage, costUsd, ...write.session }
        seat.row = await claim.write({ ...write, session, at: this.#open.now })
        copy.advance(seat.row, write.messages)
      },
      onFailed: (error) => this.#open.fail(error),
    }
    return seat
  }
}

const elsewhere =
  'Another page runs this session, and one page at a time can. Wait for it with `onBusy: "queue"`, or stop it there.'
