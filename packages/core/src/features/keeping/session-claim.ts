import { withGrace } from '../../engine/grace.ts'
import type { LoopRun } from '../../engine/run.ts'
import type { Entrance } from '../../engine/supervise.ts'
import { AgentBusyError, AgentError, describeThrown } from '../../errors/agent-error.ts'
import { type Message, openCalls } from '../../messages/message.ts'
import { toPrompt } from '../../model/prompt.ts'
import { addUsage } from '../../model/usage.ts'
import type { State } from '../../register.ts'
import type { Session } from '../../session.ts'
import { Slices } from '../../slices.ts'
import {
  type Intent,
  type RunCheckpoint,
  type SessionChange,
  type SessionClaim,
  type SessionRow,
  StorageError,
  type WaitingMessage,
} from '../../storage/storage.ts'
import { endSaid } from '../../turns.ts'
import type { OpenSession } from './open-session.ts'
import { type JournalSink, mergeParts, RunJournal, titleOf, WriteLine } from './run-journal.ts'
import type { SessionCopy } from './session-copy.ts'

/** Another page that may hold the session. */
interface OtherPage {
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

/** A granted claim on a session, which the runs of this page share. */
interface HeldClaim extends JournalSink {
  row: SessionRow
  readonly claim: SessionClaim
  /** The number of runs that use the claim. */
  users: number
}

/**
 * Holds a claim for a first run of a session. `copy` is the page's copy of the session at the time
 * of the claim: the page may forget it. `intents` are the calls that have no answer.
 */
function holdClaim(
  open: OpenSession,
  session: Session,
  copy: SessionCopy,
  claim: SessionClaim,
  intents: readonly Intent[],
): HeldClaim {
  const { clock, createId } = open.host.ports
  const held: HeldClaim = {
    claim,
    row: claim.row,
    users: 1,
    unsaved: copy.unsaved,
    intents: new Map(intents.map((intent) => [intent.call.id, complete(session, intent)])),
    line: new WriteLine({
      clock,
      isLocal: open.storage.isLocal,
      compose: (parts) => {
        const { next } = held.row
        const write = mergeParts(parts, held.row)
        const head = session.history.get(write.session.head ?? '')
        // Also of chats that could not run: the head must be in a row.
        const messages = copy.toWrite([...(write.messages ?? []), ...(head ? [head] : [])])
        const change = { ...open.waiting.change(session, held.row), ...write.session }
        return { ...write, session: change, id: createId(), at: open.now, next, messages }
      },
      send: (write) => claim.write(write),
      onStored: (row, { messages }) => {
        held.row = row
        copy.advance(row, messages)
      },
    }),
    onFailed: (error) => open.fail(session, error),
  }
  return held
}

/** Completes an intent of which only the call's id could be read, from the history. */
function complete({ history }: Session, intent: Intent): Intent {
  const { id, name } = intent.call
  const call = name === '' && openCalls(history.messages).find((open) => open.id === id)
  return call ? { ...intent, call } : intent
}

/**
 * The writer of what a session has beside its runs: messages that the page has added, and messages
 * of the person that wait. Writes under the claim of the runs that go on, or under a short claim.
 */
export class IdleWriter {
  readonly #open: OpenSession
  readonly #holder: SessionClaimHolder
  readonly #otherPage: OtherPage
  /** The number of sessions that are being read. */
  #reading = 0
  readonly #requested = new Set<Session>()

  constructor(open: OpenSession, holder: SessionClaimHolder, otherPage: OtherPage) {
    this.#open = open
    this.#holder = holder
    this.#otherPage = otherPage
  }

  /** Reads a session. Writes afterwards what the page adds meanwhile. */
  async whileReading(read: () => Promise<void>): Promise<void> {
    this.#reading++
    await read().finally(() => {
      this.#reading--
      this.request(this.#open.session)
    })
  }

  /** Writes in a moment, so that several changes are one write. */
  request(session: Session): void {
    if (this.#requested.has(session)) return
    this.#requested.add(session)
    queueMicrotask(() => {
      this.#requested.delete(session)
      void this.#holder
        .between(session, (held) => this.#write(session, held))
        .catch((error: unknown) => this.#fail(session, error))
    })
  }

  /**
   * Takes the unsent messages of the open session out of the storage. Leaves them there while
   * another page has the session. Never rejects.
   */
  takeUnsent(): Promise<readonly WaitingMessage[]> {
    const { session, waiting } = this.#open
    return this.#holder.between(session, async (held) => {
      const unsent = waiting.unsent(session)
      if (unsent.length === 0) return []
      if (held) {
        waiting.end(session, unsent)
        await this.#writeHeld(session, held)
        return unsent
      }
      let taken: readonly WaitingMessage[] = []
      const take = (): void => {
        taken = waiting.unsent(session)
        waiting.end(session, taken)
      }
      try {
        await this.#claim(session, take)
        return taken
      } catch (error) {
        // The person gets the text in any case.
        waiting.end(session, unsent)
        this.#fail(session, error)
        return unsent
      }
    })
  }

  async #write(session: Session, held: HeldClaim | undefined): Promise<void> {
    if (session === this.#open.session) this.#open.waiting.show()
    if (held) return this.#writeHeld(session, held)
    if (this.#isNeeded(session)) await this.#claim(session)
  }

  async #writeHeld(session: Session, held: HeldClaim): Promise<void> {
    if (!this.#open.waiting.change(session, held.row).waiting) return
    await held.line.write({}).catch((error: StorageError) => held.onFailed(error))
  }

  /** Tells if something is to be written that no run of this page or of another one will write. */
  #isNeeded(session: Session): boolean {
    const { waiting, host, deleted } = this.#open
    if (deleted.has(session.id)) return false
    const isOthers = this.#reading > 0 || host.runs.turns.isBusy || this.#otherPage.isElsewhere
    if (session === this.#open.session && isOthers) return false
    return waiting.isChanged(session) || this.#open.hasUnsaved(session)
  }

  /** Writes under a short claim, unless another page has the session. */
  async #claim(session: Session, onFree?: () => void): Promise<void> {
    if (await this.#open.isDeleted(session)) return
    const isOpen = session === this.#open.session
    if (isOpen) await this.#otherPage.pause()
    try {
      const { now: at } = this.#open
      const claim = await this.#open.claim(session.id, { at, isWaiting: false })
      if (!claim) return
      try {
        this.#open.waiting.follow(session, claim.row)
        onFree?.()
        const copy = this.#open.copyOf(session)
        const isKnown = copy.isRead || claim.row.next === 0
        if (isKnown) await copy.catchUp(claim.row)
        const held = holdClaim(this.#open, session, copy, claim, [])
        const messages = copy.unsaved.splice(0)
        const { head } = session.history
        // Without a reading, nobody knows which messages of the history are stored.
        const change = (row: SessionRow): SessionChange =>
          isKnown ? { head, ...titleOf(messages, row) } : {}
        await held.line.write({ messages, change })
      } finally {
        await claim.release()
      }
    } finally {
      if (isOpen) this.#otherPage.follow()
    }
  }

  #fail(session: Session, error: unknown): void {
    this.#open.fail(session, StorageError.isInstance(error) ? error : unavailable(error))
  }
}

const unavailable = (cause: unknown): StorageError =>
  new StorageError(
    'unavailable',
    `The storage failed outside a run: ${describeThrown(cause)}. The next run stores what is missing.`,
    { cause },
  )

/** The number of messages that are converted at once: few enough for one slice. */
const atOnce = 200

/**
 * Converts a long history to a model's prompt in slices, between which the page has its turn. The
 * next request then takes it as it is.
 */
async function preparePrompt(messages: readonly Message[]): Promise<void> {
  const slices = new Slices()
  for (let end = atOnce; end < messages.length; end += atOnce) {
    toPrompt(messages.slice(0, end))
    const pause = slices.pause()
    if (pause) await pause
  }
}
