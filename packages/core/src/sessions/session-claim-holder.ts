import { AgentError } from '../errors/agent-error.ts'
import { AgentBusyError } from '../errors/run-errors.ts'
import { type SessionClaim, StorageError } from '../storage/storage.ts'
import type { RunCheckpoint, SessionRow } from '../storage/session-row.ts'
import type { Entrance } from '../engine/supervise.ts'
import { withGrace } from '../engine/grace.ts'
import type { LoopRun } from '../engine/run-core.ts'
import type { State } from '../register.ts'
import { endSaid } from '../said-message.ts'
import type { Session } from '../session.ts'
import { addUsage } from '../budget/usage.ts'
import type { OpenSession } from './open-session.ts'
import { preparePrompt } from '../model/prepare-prompt.ts'
import { type HeldClaim, holdClaim } from './held-claim.ts'
import { RunJournal } from './run-journal.ts'

/** Another page that may hold the session. */
export interface OtherPage {
  /** True while another page runs the session. */
  readonly isElsewhere: boolean
  /**
   * Stops waiting for the other page in the background, until `follow` is called. Resolves when no
   * claim is asked for any more.
   */
  pause(): Promise<void>
  /** Follows the other page again. */
  follow(): void
}

/**
 * The holder of this page's claims on sessions, each for as long as a run of the page goes on in
 * it. One of them is the open session; the others were left meanwhile.
 */
export class SessionClaimHolder {
  readonly #open: OpenSession
  readonly #otherPage: OtherPage
  readonly #onChange: (row?: SessionRow) => void
  readonly #held = new Map<Session, HeldClaim>()
  /** The numbers of runs that go on without the storage. */
  readonly #unkept = new WeakMap<Session, number>()
  #granted: SessionClaim | undefined
  readonly #entering = new WeakMap<Session, Promise<unknown>>()

  /**
   * `onChange` is called when the first run of the open session has acquired the claim, and when
   * the last has ended. It then gets the session, if this page knows that no run was left in it.
   */
  constructor(open: OpenSession, otherPage: OtherPage, onChange: (row?: SessionRow) => void) {
    this.#open = open
    this.#otherPage = otherPage
    this.#onChange = onChange
  }

  /**
   * Keeps a claim that was granted before for the next run. Returns a function that releases the
   * claim if no run has used it.
   */
  useGranted(claim: SessionClaim): () => void {
    this.#granted = claim
    return () => {
      if (this.#granted !== claim) return
      this.#granted = undefined
      void claim.release()
    }
  }

  /** True while a run of this page goes on in the open session, and is stored. */
  get isHeld(): boolean {
    return this.#held.has(this.#open.session)
  }

  /** True while a run of this page goes on in the open session, stored or not. */
  get isRunning(): boolean {
    return this.isHeld || (this.#unkept.get(this.#open.session) ?? 0) > 0
  }

  /**
   * Claims the run's session for this page, loads what other pages wrote, and gives the run a
   * journal. Resolves with a function that releases the claim. Rejects with `AgentBusyError` if
   * another page holds the session and `isWaiting` is false. Runs enter a session one after
   * another, so that they share the claim of the first.
   */
  readonly enter = (run: LoopRun, how: Entrance): Promise<() => Promise<void>> => {
    return this.between(run.session, () => this.#enter(run, how))
  }

  /**
   * Does work on a session while no run enters the session. `work` gets the claim of the runs that
   * go on in it, if there are any.
   */
  between<T>(session: Session, work: (held: HeldClaim | undefined) => Promise<T>): Promise<T> {
    const before = this.#entering.get(session) ?? Promise.resolve()
    const working = before.then(() => work(this.#held.get(session)))
    const worked = working.catch(() => undefined)
    this.#entering.set(session, worked)
    return working
  }

  async #enter(run: LoopRun, how: Entrance): Promise<() => Promise<void>> {
    const held = await this.#acquire(run, how.isWaiting)
    this.#open.report(run.log)
    if (!held) return this.#goOnUnkept(run.session)
    const { lost } = held.claim
    const { session } = run
    const isOpen = (): boolean => session === this.#open.session
    if (held.users === 1 && isOpen()) this.#onChange()
    const onLost = (): void => {
      this.#open.copyOf(session).isStale = true
      run.cancel({ kind: 'race_lost', message: 'this page no longer runs the session' })
    }
    lost.addEventListener('abort', onLost, { once: true })
    const finish = async (): Promise<void> => {
      endSaid(session, run.id)
      await run.journal?.end()
      this.#open.report(run.log)
      lost.removeEventListener('abort', onLost)
      if (--held.users > 0) return
      if (this.#held.get(session) === held) this.#held.delete(session)
      if (isOpen()) this.#open.set({ running: undefined })
      await held.claim.release()
      const isKnown = !held.row.run && !lost.aborted && !this.#open.copyOf(session).isStale
      if (isOpen()) this.#onChange(isKnown ? held.row : undefined)
      // The person may see the same session, which was read before this run ended.
      else if (session.id === this.#open.id) this.#otherPage.follow()
    }
    // A storage can hang, as behind a frozen page. It must not delay a person who cancels.
    const leave = (): Promise<void> =>
      withGrace(finish(), run.cancellation, this.#open.host.ports.clock)
    try {
      if (lost.aborted) onLost()
      run.throwIfEnding()
      await this.#prepare(run, held, how)
      const { hasOlder } = this.#open.copyOf(session)
      if (isOpen())
        this.#open.set({ running: 'here', isInterrupted: false, isResuming: false, hasOlder })
      return leave
    } catch (error) {
      await leave()
      throw error
    }
  }

  /** Takes note of a run that is not stored. Returns the function that ends it. */
  #goOnUnkept(session: Session): () => Promise<void> {
    this.#unkept.set(session, (this.#unkept.get(session) ?? 0) + 1)
    return async () => {
      this.#unkept.set(session, (this.#unkept.get(session) ?? 1) - 1)
      if (session === this.#open.session) this.#otherPage.follow()
    }
  }

  /** Gives the run its journal, and resumes or closes a run that was cut short. */
  async #prepare(
    run: LoopRun,
    held: HeldClaim,
    { isTurn, isResuming, restore }: Entrance,
  ): Promise<void> {
    const { run: cut } = held.row
    const checkpoint = isResuming ? checkpointOf(held.row) : undefined
    if (isTurn && cut && !isResuming) {
      const { usage, costUsd } = held.row
      held.row = {
        ...held.row,
        usage: addUsage(usage, cut.usage),
        costUsd: cut.costUsd === undefined ? costUsd : (costUsd ?? 0) + cut.costUsd,
      }
    }
    run.journal = new RunJournal(run, held, isTurn, checkpoint)
    if (checkpoint) await restore.resume(run, checkpoint, held.intents)
    else if (isTurn) await restore.close(run)
  }

  /**
   * Resolves with the claim that this page holds, or with a new one. Resolves with undefined when
   * the storage fails: the run goes on without it.
   */
  async #acquire(run: LoopRun, isWaiting: boolean): Promise<HeldClaim | undefined> {
    const { session } = run
    const before = this.#held.get(session)
    if (before && !before.claim.lost.aborted) {
      before.users++
      return before
    }
    const { now: at, deleted } = this.#open
    const isOpen = session === this.#open.session
    try {
      if (await this.#open.isDeleted(session)) return undefined
      let granted: SessionClaim | undefined
      if (isOpen) {
        if (this.#otherPage.isElsewhere && !isWaiting) throw new AgentBusyError(heldElsewhere)
        await this.#otherPage.pause()
        granted = this.#granted
        this.#granted = undefined
      }
      const { signal } = run.cancellation
      const claim = granted ?? (await this.#open.claim(session.id, { at, isWaiting, signal }))
      if (!claim && deleted.has(session.id)) return undefined
      if (!claim) throw new AgentBusyError(heldElsewhere)
      const held = await this.#load(session, claim, signal)
      this.#held.set(session, held)
      return held
    } catch (error) {
      if (isOpen) this.#otherPage.follow()
      run.throwIfEnding()
      if (!StorageError.isInstance(error)) throw error
      this.#open.fail(session, error)
      return undefined
    }
  }

  /** Brings this page up to date under a claim. Releases the claim if the storage fails. */
  async #load(session: Session, claim: SessionClaim, signal: AbortSignal): Promise<HeldClaim> {
    const copy = this.#open.copyOf(session)
    const { storage } = this.#open
    const { row } = claim
    try {
      this.#open.waiting.follow(session, row)
      await copy.catchUp(row, { signal })
      // The page that the messages waited in is gone.
      if (row.run) this.#open.waiting.adopt(session, row)
      await copy.loadAll(row, { signal })
      await preparePrompt(session.history.messages)
      if (copy.isStored) session.state = row.state as State
      const intents = claim.intents ?? (await storage.readIntents(session.id, { signal }))
      return holdClaim(this.#open, session, copy, claim, intents)
    } catch (error) {
      await claim.release()
      throw error
    }
  }
}

const heldElsewhere =
  'Another page runs this session, and only one page at a time can. Wait for that page with `onBusy: "queue"`, or stop the run there.'

/** Returns the checkpoint of the run that was cut short. Throws `AgentError` if there is none. */
function checkpointOf({ run }: SessionRow): RunCheckpoint {
  if (run) return run
  throw new AgentError(
    'There is nothing to resume: the last run of this session has ended. Call `resume` only while `sessions.getState().isInterrupted` is true.',
  )
}
