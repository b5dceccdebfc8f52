// The reasons: decisions/0032.
import type { Clock } from '../../environment.ts'
import { describeThrown, AgentError } from '../../errors/agent-error.ts'
import { dropUndefined } from '../../json/json.ts'
import { isOfUser } from '../../messages/branches.ts'
import { type Message, openCalls } from '../../messages/message.ts'
import type { Session } from '../../session.ts'
import type { SessionState } from '../../state/session-stores.ts'
import {
  type Intent,
  type SessionChange,
  type SessionClaim,
  type SessionRow,
  type SessionWrite,
  type WaitingMessage,
  storageError,
} from '../../storage.ts'
import { type JournalTarget, titleOf, toStateChange } from './run-journal.ts'
import { keptBack } from './safe-storage.ts'
import { SessionCopy } from './session-copy.ts'
import type { SessionKeeper } from './session-keeper.ts'
import { WritePause } from './write-pause.ts'

/** A claim on a session, which the runs of this page share. */
export interface SharedClaim extends JournalTarget {
  row: SessionRow
  readonly claim: SessionClaim
  readonly line: WriteLine
  /** The number of runs that use the claim. */
  users: number
}

/**
 * The writer of one session: all that this page writes to it, in order. Runs write through their
 * journals under the claim that they share. The writer itself stores what the page adds, the
 * pending messages of the user, and the heads that a user chooses. It uses the claim of the
 * runs, or a short one.
 */
export class SessionWriter {
  copy: SessionCopy
  /** The claim, for as long as a stored run of this page goes on in the session. */
  shared: SharedClaim | undefined
  /** The number of runs that go on without the storage. */
  unkept = 0
  readonly #keeper: SessionKeeper
  readonly #session: Session
  /** The copy from before the session was left. This page hears nothing of the session any more. */
  #left: SessionCopy | undefined
  /** The last of the runs that enter, and of the writes beside them: one after another. */
  #work: Promise<unknown> = Promise.resolve()
  #isDue = false
  #heads: Promise<void> = Promise.resolve()
  /** The pause after a write that failed. */
  #pause: WritePause | undefined

  constructor(keeper: SessionKeeper, session: Session) {
    this.#keeper = keeper
    this.#session = session
    this.copy = this.#createCopy()
  }

  /** True while a run of this page goes on in the session, stored or not. */
  get isRunning(): boolean {
    return this.shared !== undefined || this.unkept > 0
  }

  /**
   * True if the history has messages that are to be stored, or the page has changed the state. A
   * session begins with something the user said.
   */
  get hasUnsaved(): boolean {
    const { copy } = this
    const { all } = this.#session.history
    const isBegun = copy.isStored || all.some(isOfUser)
    const { unstored } = this.#session.state
    const isOwn = unstored || copy.ended || all.some(({ id }) => !copy.holds(id))
    return isBegun && Boolean(isOwn)
  }

  /** Resolves with true for a deleted session, also if this page has left it. */
  async isDeleted(): Promise<boolean> {
    const { id } = this.#session
    const { storage, deleted } = this.#keeper
    const wasStored = this.#left && (this.#left.isStored || this.copy.isStored)
    if (wasStored && !(await storage.read(id))) deleted.add(id)
    return deleted.has(id)
  }

  /** Leaves a session without runs. Its copy is kept while it has something to store. */
  leave(hasUnsaved = false): void {
    this.#left = this.copy
    if (!hasUnsaved) this.copy = this.#createCopy()
  }

  /** Does work after the work before it, so that no run enters meanwhile. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const working = this.#work.then(work)
    this.#work = working.catch(() => undefined)
    return working
  }

  /** Brings this page up to date under a claim. Releases the claim if the storage fails. */
  async load(claim: SessionClaim, signal: AbortSignal): Promise<SharedClaim> {
    const { row } = claim
    const { copy } = this
    const session = this.#session
    try {
      copy.follow(row, true)
      await copy.catchUp(row, { signal })
      // The page that the messages waited in is gone.
      if (row.run) copy.adopt(row)
      await copy.loadAll(row, { signal })
      const { storage } = this.#keeper
      const read = claim.intents ?? (await storage.readIntents(session.id, { signal }))
      return this.#share(claim, copy, read)
    } catch (error) {
      await claim.release()
      throw error
    }
  }

  /** Writes in a moment, so that several changes are one write. */
  request(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      this.inTurn(() => this.#write()).catch((error: unknown) => this.#fail(error))
    })
  }

  /**
   * Takes the unsent messages out of the storage. Leaves them there while another page has the
   * session. Never rejects.
   */
  takeUnsent(): Promise<readonly WaitingMessage[]> {
    return this.inTurn(async () => {
      const { copy, shared } = this
      const { unsent } = copy
      if (unsent.length === 0) return []
      if (shared) {
        copy.end(unsent)
        await this.#writeWaiting(shared)
        return unsent
      }
      let taken: readonly WaitingMessage[] = []
      const take = (): void => {
        taken = copy.unsent
        copy.end(taken)
      }
      try {
        await this.#try(() => this.#writeAlone(take))
        return taken
      } catch (error) {
        // The user gets the text in any case.
        copy.end(unsent)
        this.#fail(error)
        return unsent
      }
    })
  }

  /**
   * Stores the head that a user chose outside a run, after those before it. Stores nothing if it
   * is no longer wanted then, or if the stored head is not the one that this page knows.
   */
  storeHead(head: string | null): void {
    const { copy } = this
    const { id } = this.#session
    if (head === copy.head || !copy.isStored) return
    // A head that is in no row would hide the whole session.
    if (head !== null && !copy.holds(head)) return
    copy.head = head
    const store = async (): Promise<void> => {
      const ifHead = copy.storedHead
      if (copy.head !== head || ifHead === head) return
      const { storage, pages } = this.#keeper
      const isChanged = await storage.update(id, { head }, { ifHead })
      if (isChanged === false) void pages.refresh()
      // A run may have stored another one meanwhile.
      else if (copy.storedHead === ifHead) copy.storedHead = head
    }
    this.#heads = this.#heads.then(store).catch(() => undefined)
  }

  get #isOpen(): boolean {
    return this.#session === this.#keeper.session
  }

  async #write(): Promise<void> {
    const { deleted, isBusy, showUnsent } = this.#keeper
    if (this.#isOpen) showUnsent()
    if (this.shared) return this.#writeWaiting(this.shared)
    if (deleted.has(this.#session.id) || this.#keeper.keepsBack(this.#session)) return
    // A run of this page or of another one writes it.
    if (this.#isOpen && isBusy) return
    if (!this.copy.isWaitingChanged && !this.hasUnsaved) this.#pause?.end()
    else if (!this.#pause?.holds(this.#wanted)) await this.#try(() => this.#writeAlone())
  }

  /** What is to be stored beside the runs: values of which one changes with it. */
  get #wanted(): readonly unknown[] {
    const { copy } = this
    const { history, state } = this.#session
    const missing = history.all.filter(({ id }) => !copy.holds(id))
    return [[...missing, ...copy.unsent].map(({ id }) => id).join(), state.unstored, copy.ended]
  }

  async #writeWaiting({ row, line }: SharedClaim): Promise<void> {
    if (!this.copy.toWaitingChange(row).waiting) return
    await this.#try(() => line.write({})).catch((error: unknown) => this.#fail(error))
  }

  /** Does a write beside the runs. A failure begins a pause, after which it is tried again. */
  async #try(write: () => Promise<void>): Promise<void> {
    const wanted = this.#wanted
    try {
      await write()
    } catch (error) {
      const keeper = this.#keeper
      this.#pause ??= new WritePause(keeper.host.ports, () => {
        if (!keeper.isClosed) this.request()
      })
      this.#pause.begin(wanted)
      throw error
    }
  }

  /** Writes under a short claim, unless another page has the session. */
  async #writeAlone(onFree?: () => void): Promise<void> {
    const keeper = this.#keeper
    const session = this.#session
    if (await this.isDeleted()) return
    const { pages } = keeper
    const isOpen = this.#isOpen
    if (isOpen) await pages.pause()
    try {
      const claim = await keeper.claim(session.id, { at: keeper.now, isWaiting: false })
      if (!claim) return
      try {
        const { copy } = this
        copy.follow(claim.row, true)
        onFree?.()
        const isKnown = copy.isRead || claim.row.next === 0
        if (isKnown) await copy.catchUp(claim.row)
        const { line } = this.#share(claim, copy, [])
        const messages = copy.unsaved.splice(0)
        const { head } = session.history
        // Without a reading, nobody knows which messages are stored, nor which state.
        const change = (row: SessionRow): SessionChange =>
          isKnown ? { head, ...toStateChange(session.state), ...titleOf(messages, row) } : {}
        await line.write({ messages, change })
      } finally {
        await claim.release()
      }
    } finally {
      // The user may have opened it again, before this was stored.
      if (isOpen || session.id === keeper.id) pages.follow()
    }
  }

  /** Makes a claim one that runs share. `copy` is the one of now: the page may leave it. */
  #share(claim: SessionClaim, copy: SessionCopy, intents: readonly Intent[]): SharedClaim {
    const keeper = this.#keeper
    const { storage, host } = keeper
    const session = this.#session
    /** What the last write stores of what was set in the state. */
    let written: SessionState['unstored']
    const shared: SharedClaim = {
      claim,
      row: copy.withEnd(claim.row),
      users: 1,
      unsaved: copy.unsaved,
      intents: new Map(intents.map((intent) => [intent.call.id, complete(session, intent)])),
      line: new WriteLine({
        clock: host.ports.clock,
        isLocal: storage.isLocal,
        // Only such a storage stores with the claim what was said.
        isFar: claim.row.waiting?.some(({ id }) => session.said?.get(id)?.run !== undefined),
        compose: (parts) => {
          const { next } = shared.row
          const write = mergeParts(parts, shared.row)
          const head = session.history.get(write.session.head ?? '')
          // Also of chats that could not run: the head must be in a row.
          const messages = copy.toWrite([...(write.messages ?? []), ...(head ? [head] : [])])
          const end = copy.ended && { run: null }
          const change = { ...copy.toWaitingChange(shared.row), ...end, ...write.session }
          const id = host.ports.createId()
          written = change.state && session.state.unstored
          return { ...write, session: change, id, at: keeper.now, next, messages }
        },
        send: async (write) => {
          if (keeper.keepsBack(session)) throw keptBack()
          return claim.write(write)
        },
        onStored: (row, { messages }) => {
          shared.row = row
          this.#pause?.end()
          keeper.notes?.stored()
          copy.writes += 1
          copy.ended = undefined
          copy.advance(row, messages)
          if (session.state.unstored === written) session.state.unstored = undefined
        },
      }),
      onFailed: (error) => this.#fail(error),
      onUnended: (run) => {
        copy.ended = run
      },
    }
    return shared
  }

  #fail(error: unknown): void {
    this.#keeper.fail(this.#session, AgentError.is(error, 'storage') ? error : unavailable(error))
  }

  #createCopy(): SessionCopy {
    const keeper = this.#keeper
    return new SessionCopy({
      storage: keeper.storage,
      session: this.#session,
      now: () => keeper.now,
      onUnsent: keeper.showUnsent,
      onContent: () => this.request(),
    })
  }
}

/** Completes an intent of which only the call's id could be read, from the history. */
function complete({ history }: Session, intent: Intent): Intent {
  const { id, name } = intent.call
  const call = name === '' && openCalls(history.messages).find((open) => open.id === id)
  return call ? { ...intent, call } : intent
}

const unavailable = (cause: unknown): AgentError<'storage'> =>
  storageError(
    'unavailable',
    `The storage failed outside a run: ${describeThrown(cause)}. The next run stores what is missing.`,
    { cause },
  )

/** The data that one step of a run stores. Several parts can go together as one write. */
export interface WritePart {
  readonly messages?: readonly Message[] | undefined
  readonly intents?: readonly Intent[] | undefined
  /**
   * Returns the changes of the session. Called when the write is made. `row` is the session as the
   * parts before this one leave it.
   */
  readonly change?: ((row: SessionRow) => SessionChange) | undefined
  readonly isStrict?: boolean | undefined
}

/** The storage at the end of a line. */
interface LineTarget {
  readonly clock: Clock
  /** True if no write goes over a network, so that none is far. */
  readonly isLocal?: boolean | undefined
  /** True if writes count as far until the first one is stored. Default false. */
  readonly isFar?: boolean | undefined
  /** Makes a write of parts. */
  compose(parts: readonly WritePart[]): SessionWrite | Promise<SessionWrite>
  /** Stores a write. Rejects with the code `storage`. */
  send(write: SessionWrite): Promise<SessionRow>
  /** Takes over the session after a write that is stored. */
  onStored(row: SessionRow, write: SessionWrite): void
}

interface WaitingPart {
  readonly part: WritePart
  /** True if its run goes on before the part is stored. */
  readonly isLater: boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** The longest write of a storage that is near, in milliseconds: a database in the browser. */
const nearMs = 20

/**
 * The line of the writes of one claim. One write is on its way at a time. What comes meanwhile goes
 * together as the next one, in order. A write whose answer was lost is sent again with the same id,
 * once at once, and then before the next write.
 */
export class WriteLine {
  readonly #target: LineTarget
  #waiting: WaitingPart[] = []
  /** Ends when nothing is due any more. Undefined while nothing is on its way. */
  #sending: Promise<void> | undefined
  #isDue = false
  #timer: unknown
  /** The write that failed and may be stored nevertheless. */
  #uncertain: SessionWrite | undefined
  /** The time of the quickest write, in milliseconds. One slow write tells nothing. */
  #quickestMs: number | undefined

  constructor(target: LineTarget) {
    this.#target = target
  }

  /** True if writes take so long that a run should not wait for each one. */
  get isFar(): boolean {
    const { isLocal, isFar } = this.#target
    if (this.#quickestMs === undefined) return !isLocal && isFar === true
    return !isLocal && this.#quickestMs > nearMs
  }

  /** Stores a part. Resolves when it is durable. Rejects with the code `storage`. */
  readonly write = (part: WritePart): Promise<void> => {
    const stored = this.#add(part, false)
    this.#flush()
    return stored
  }

  /**
   * Stores a part as `write` does, together with the next part. Waits for that part for at most an
   * eighth of the time that a write takes. No later part is stored if this one is not.
   */
  readonly writeLater = (part: WritePart): Promise<void> => {
    const waitMs = (this.#quickestMs ?? 0) / 8
    this.#timer ??= this.#target.clock.setTimeout(this.#flush, waitMs)
    return this.#add(part, true)
  }

  #add(part: WritePart, isLater: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ part, isLater, resolve, reject })
    return promise
  }

  /** Resolves when nothing waits, and nothing is on its way: the claim may be released. */
  async drain(): Promise<void> {
    while (this.#sending || this.#waiting.length > 0) {
      if (!this.#sending) this.#flush()
      await this.#sending
    }
  }

  readonly #flush = (): void => {
    this.#target.clock.clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isDue = true
    this.#sending ??= this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false
      await this.#send(this.#waiting.splice(0))
    }
    this.#sending = undefined
  }

  /** Sends parts together. Resolves with the error if they are not stored. Never rejects. */
  async #send(parts: readonly WaitingPart[]): Promise<unknown> {
    try {
      await this.#sendUncertain()
      const write = await this.#target.compose(parts.map(({ part }) => part))
      await this.#deliver(write).catch((error: unknown) => {
        if (!mayBeStored(error)) throw error
        return this.#deliver(write)
      })
    } catch (error) {
      if (parts.length > 1 && isRefused(error)) return this.#sendEach(parts)
      for (const { reject } of parts) reject(error)
      return error
    }
    for (const { resolve } of parts) resolve()
    return undefined
  }

  /** Sends parts one by one, after the storage has refused all of them because of one. */
  async #sendEach(parts: readonly WaitingPart[]): Promise<unknown> {
    let failed: unknown
    for (const waiting of parts) {
      if (failed !== undefined) waiting.reject(failed)
      else {
        const error = await this.#send([waiting])
        // The parts after it come from a run that went on as if it were stored.
        if (waiting.isLater) failed = error
      }
    }
    return failed
  }

  /** Sends the last write again if nobody knows whether it is stored. */
  async #sendUncertain(): Promise<void> {
    if (!this.#uncertain) return
    await this.#deliver(this.#uncertain).catch((error: unknown) => {
      if (!isRefused(error)) throw error
    })
  }

  async #deliver(write: SessionWrite): Promise<void> {
    const { clock } = this.#target
    this.#uncertain = write
    const startedAt = clock.now()
    try {
      const row = await this.#target.send(write)
      this.#uncertain = undefined
      const tookMs = clock.now() - startedAt
      this.#quickestMs = Math.min(this.#quickestMs ?? tookMs, tookMs)
      this.#target.onStored(row, write)
    } catch (error) {
      if (!mayBeStored(error)) this.#uncertain = undefined
      throw error
    }
  }
}

/** Whether a write that failed may be stored: its answer may have been lost on the way. */
const mayBeStored = (error: unknown): boolean =>
  !AgentError.is(error, 'storage') || error.details.kind === 'unavailable'

/** Whether the storage refused what is in a write. Another write may be stored. */
const isRefused = (error: unknown): boolean =>
  AgentError.is(error, 'storage') &&
  error.details.kind !== 'unavailable' &&
  error.details.kind !== 'lost'

/** Merges parts into one write. `row` is the session before it. */
export function mergeParts(
  parts: readonly WritePart[],
  row: SessionRow,
): Pick<SessionWrite, 'messages' | 'intents' | 'isStrict'> & { readonly session: SessionChange } {
  // The first write adds the usage of a run that was cut short to that of the session.
  let session: SessionChange = { usage: row.usage, costUsd: row.costUsd }
  const messages: Message[] = []
  for (const { messages: added = [], change } of parts) {
    const { run: _run, ...changed } = session
    const next = row.next + messages.length
    const before = { ...row, ...(dropUndefined(changed) as Partial<SessionRow>), next }
    session = { ...session, ...dropUndefined(change?.(before) ?? {}) }
    messages.push(...added)
  }
  return {
    messages,
    intents: parts.flatMap(({ intents = [] }) => intents),
    session,
    isStrict: parts.some(({ isStrict }) => isStrict),
  }
}
