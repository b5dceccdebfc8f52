import type { EnterSession } from '../../engine/supervise.ts'
import { AgentError } from '../../errors/agent-error.ts'
import {
  createSession,
  type KeptSession,
  leaveFor,
  type SessionHost,
  type SessionsState,
  superseded,
} from '../../session.ts'
import { loadSearch, orAborted, pageOf } from '../../storage/list-sessions.ts'
import type {
  AgentStorage,
  SessionClaim,
  SessionInfo,
  SessionNote,
  SessionQuery,
  SessionRow,
} from '../../storage/storage.ts'
import { OpenSession } from './open-session.ts'
import {
  exportSession,
  type ImportOptions,
  importSession,
  noSession,
  readStored,
  type SessionExport,
} from './portable-session.ts'
import { toSafeStorage } from './safe-storage.ts'
import { IdleWriter, SessionClaimHolder } from './session-claim.ts'
import type { SessionCopy } from './session-copy.ts'
import { keepFiles } from './session-files.ts'
import { SessionFollower, SharedActivity, SharedApprovals } from './session-follower.ts'

/** The keeper of an agent's sessions in a storage, also of what other pages do with them. */
export class SessionKeeper {
  readonly #open: OpenSession
  readonly #follower: SessionFollower
  readonly #holder: SessionClaimHolder
  /** The writer of what the sessions have beside their runs. */
  readonly idle: IdleWriter
  /** Shares with the other pages what this page runs, if it runs the open session. */
  readonly #share: () => boolean
  #isClosed = false

  constructor(host: SessionHost, given: AgentStorage, set: OpenSession['set']) {
    const storage = hearGone(keepFiles(toSafeStorage(given, host.ports)), set)
    const leave = (id: string): void => this.#leaveGone(id)
    this.#open = new OpenSession(host, storage, set, leave)
    const isHere = (): boolean => this.#holder.isRunning
    const approvals = new SharedApprovals(this.#open)
    const activity = new SharedActivity(this.#open)
    const resume = async (claim: SessionClaim): Promise<void> => {
      const release = this.#holder.useGranted(claim)
      // A chat that the person has sent by now deals with the run that was cut short.
      if (host.runs.turns.isBusy) release()
      else await host.agent.resume().result.then(release, release)
    }
    this.#follower = new SessionFollower(this.#open, { approvals, activity }, isHere, resume, leave)
    this.#share = () => {
      const { isHeld } = this.#holder
      approvals.setRunning(isHeld)
      activity.setRunning(isHeld)
      return isHeld
    }
    this.#holder = new SessionClaimHolder(this.#open, this.#follower, (row) => {
      if (this.#share() || this.#isClosed) return
      this.#follower.follow(row)
      this.idle.request(this.#open.session)
    })
    this.idle = new IdleWriter(this.#open, this.#holder, this.#follower)
    host.open.onSaid = (session) => this.idle.request(session)
    const heads = new HeadWriter(this.#open, () => void this.#follower.refresh())
    host.open.session.history.subscribe(({ head }) => {
      this.idle.request(this.#open.session)
      if (!isHere()) heads.write(head)
    })
  }

  get enter(): EnterSession {
    return this.#holder.enter
  }

  /**
   * Reads the session to begin with, unless another one is opened instead. `others` resolves when
   * no `open` goes on.
   */
  begin(others: () => Promise<void>): Promise<void> {
    return this.idle.whileReading(() => this.#begin(others))
  }

  async #begin(others: () => Promise<void>): Promise<void> {
    const { host, storage, session: first } = this.#open
    const { left } = first
    // It may have been left meanwhile, and then opened again by its own id.
    const isFirst = (): boolean => first === this.#open.coming && first.left === left
    const renew = (): void => {
      if (isFirst()) void this.#renew().catch(() => undefined)
    }
    // Everything may be deleted while it is read, as at a sign-out.
    const hear = ({ type }: SessionNote): void => {
      if (type === 'gone') queueMicrotask(renew)
    }
    const stops = [storage.watch(first.id, hear)]
    try {
      const { session = 'latest' } = host.options
      const wanted = session === 'latest' ? (await storage.list({ limit: 1 }))[0]?.id : session
      const id = wanted === 'new' ? undefined : wanted
      if (id !== undefined) stops.push(storage.watch(id, hear))
      const row = id === undefined ? undefined : await storage.read(id)
      await others()
      if (!isFirst()) return
      if (id !== undefined && this.#open.deleted.has(id)) return await this.#renew()
      if (id !== undefined) this.#open.name(id)
      if (row) await this.#read(first, row)
      else this.#follower.start()
    } finally {
      for (const stop of stops) stop()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#open.endReadings()
    await this.#follower.stop()
  }

  /** Asks the page that runs the session to stop its runs. */
  stopElsewhere(): void {
    const { storage, id } = this.#open
    storage.send(id, { type: 'command', command: { type: 'stop' } })
  }

  list(query: SessionQuery): Promise<readonly SessionInfo[]> {
    return listStored(this.#open.storage, query)
  }

  /** Opens a stored session. `isLast` returns false once another one is to be opened instead. */
  open(id: string, isLast: () => boolean): Promise<void> {
    const opening = this.idle.whileReading(() => this.#openStored(id, isLast))
    return opening.catch((error: unknown) => {
      throw this.#open.deleted.has(id) ? noSession(id) : error
    })
  }

  async #openStored(id: string, isLast: () => boolean): Promise<void> {
    const { host, storage } = this.#open
    const signal = this.#open.beginOpening()
    // It may be deleted from here on.
    const stop = this.watch(id)
    let session: KeptSession
    let inUse: KeptSession | undefined
    try {
      await readStored(storage, id, { signal })
      if (!isLast() || this.#open.deleted.has(id)) throw superseded()
      inUse = this.#open.inUse(id)
      session = inUse ?? createSession(id)
      await leaveFor(host, session, () => this.#show(session))
    } finally {
      stop()
    }
    if (inUse) return this.follow()
    // A run of this page may have stored more, until it ended.
    const row = await storage.read(id, { signal })
    const isOpen = session === this.#open.coming
    if (isOpen && !row) await this.#renew()
    if (!row) throw noSession(id)
    if (!isOpen || !(await this.#read(session, row, signal))) throw superseded()
  }

  /** Hears of the deletion of a session that is about to be opened, until that is done. */
  watch(id: string): () => void {
    return this.#open.storage.watch(id, ({ type }) => {
      if (type === 'gone') this.#leaveGone(id)
    })
  }

  /** Opens a session of this page in place of the open one. */
  show(session: KeptSession): void {
    this.#open.beginOpening()
    this.#show(session)
  }

  #show(session: KeptSession): void {
    this.#open.show(session)
    this.#share()
    this.follow()
  }

  /** Follows the open session, which no other page runs as far as is known. */
  follow(): void {
    this.#follower.start()
    if (this.#holder.isHeld) this.#open.set({ running: 'here' })
  }

  async rename(id: string, title: string): Promise<void> {
    await readStored(this.#open.storage, id)
    await this.#open.storage.update(id, { title })
  }

  async delete(id: string): Promise<void> {
    const { storage } = this.#open
    await this.#leaveDeleted(id)
    await storage.delete(id)
    storage.send(id, { type: 'gone' })
    this.#open.set({ deleted: { id } })
    const { approvals } = this.#open.host.agent
    approvals.keep(approvals.rules.filter(({ sessionId }) => sessionId !== id))
  }

  export(id: string): Promise<SessionExport> {
    return exportSession(this.#open.storage, id)
  }

  import(exported: unknown, options: ImportOptions): Promise<string> {
    return importSession(this.#open.storage, this.#open.host.ports, exported, options)
  }

  async loadOlder(): Promise<void> {
    const { copy, id, set, signal } = this.#open
    await copy.loadOlder({ id }, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    set({ hasOlder: this.#open.copy.hasOlder })
  }

  /** Begins a new session in place of the open one. */
  #renew(): Promise<void> {
    const { host } = this.#open
    const session = createSession(host.ports.createId())
    return leaveFor(host, session, () => this.show(session))
  }

  #leaveGone(id: string): void {
    this.#open.deleted.add(id)
    // A storage may still be telling its listeners, and a new session adds one.
    queueMicrotask(() => void this.#leaveDeleted(id).catch(() => undefined))
  }

  /** Ends the runs of a session that is deleted, and opens another one in its place. */
  async #leaveDeleted(id: string): Promise<void> {
    const { runs } = this.#open.host
    this.#open.deleted.add(id)
    if (this.#open.coming.id === id) await this.#renew().catch(() => undefined)
    await runs.turns.left()
    await runs.asides.end(id)
  }

  /**
   * Reads a session that was opened, and follows it. Resolves with false once another one is open.
   */
  async #read(session: KeptSession, row: SessionRow, signal?: AbortSignal): Promise<boolean> {
    // The session is followed first: it may be deleted while it is read.
    this.#follower.start()
    const isOpen = await this.#open.load(session, row, signal)
    if (isOpen && row.run) this.#follower.waitForEnd()
    return isOpen
  }
}

/**
 * Lists stored sessions. A storage of before queries has all sessions in its answer: the page is
 * taken here, and titles are searched. Rejects with `AgentError` for a query that makes no sense.
 */
async function listStored(
  storage: AgentStorage,
  query: SessionQuery,
): Promise<readonly SessionInfo[]> {
  checkQuery(query)
  const { query: text, signal } = query
  signal?.throwIfAborted()
  if (text === undefined || text.trim() === '') {
    return pageOf(await orAborted(storage.list({ ...query, query: undefined }), signal), query)
  }
  // First, so that code that cannot be fetched is not taken for a storage that failed.
  const { keepFound } = await orAborted(loadSearch(), signal)
  return pageOf(keepFound(await orAborted(storage.list(query), signal), text), query)
}

function checkQuery({ before, limit, query }: SessionQuery): void {
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) {
    throw refuse('limit', limit, 'Give a whole number from 1, or leave it out for all sessions')
  }
  if (query !== undefined && typeof query !== 'string') {
    throw refuse('query', query, 'Give the words to look for as text')
  }
  if (before !== undefined && !isPlace(before)) {
    throw refuse(
      'before',
      before,
      'Give a time in milliseconds, or the last session of the page before (its `id` and `updatedAt`)',
    )
  }
}

function isPlace(before: unknown): boolean {
  if (typeof before === 'number') return Number.isFinite(before)
  if (typeof before !== 'object' || before === null) return false
  const { id, updatedAt } = before as Partial<Record<'id' | 'updatedAt', unknown>>
  return typeof id === 'string' && Number.isFinite(updatedAt)
}

const refuse = (field: string, given: unknown, advice: string): AgentError =>
  new AgentError(
    `\`${field}\` of \`sessions.list\` is ${describe(given)}, so no sessions were listed. ${advice}.`,
  )

/** Returns a number as it is, and the kind of anything else: text may be private. */
const describe = (given: unknown): string =>
  typeof given === 'number' ? String(given) : given === null ? 'null' : `of type ${typeof given}`

/** Returns a storage that notes a deletion by another page before its listeners hear of it. */
const hearGone = (
  storage: AgentStorage,
  set: (change: Pick<SessionsState, 'deleted'>) => void,
): AgentStorage => ({
  ...storage,
  watch: (id, listener) =>
    storage.watch(id, (note) => {
      if (note.type === 'gone') set({ deleted: {} })
      listener(note)
    }),
})

/**
 * The writer of heads that a person chooses outside a run. Stores one at a time, and only in place
 * of the head that this page knows. `onMoved` is called if another page has stored one meanwhile.
 */
class HeadWriter {
  readonly #open: OpenSession
  readonly #onMoved: () => void
  #last: Promise<void> = Promise.resolve()

  constructor(open: OpenSession, onMoved: () => void) {
    this.#open = open
    this.#onMoved = onMoved
  }

  /** Stores the head of the open session, after those before it, if it is still wanted then. */
  write(head: string | null): void {
    const { copy, id } = this.#open
    if (head === copy.head || !copy.isStored) return
    // A head that is in no row would hide the whole session.
    if (head !== null && !copy.holds(head)) return
    copy.head = head
    this.#last = this.#last.then(() => this.#write(id, copy, head)).catch(() => undefined)
  }

  async #write(id: string, copy: SessionCopy, head: string | null): Promise<void> {
    const ifHead = copy.storedHead
    if (copy.head !== head || ifHead === head) return
    const isChanged = await this.#open.storage.update(id, { head }, { ifHead })
    if (isChanged === false) this.#onMoved()
    // A run may have stored another one meanwhile.
    else if (copy.storedHead === ifHead) copy.storedHead = head
  }
}
