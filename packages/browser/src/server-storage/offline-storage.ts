// The reasons: decisions/0099.
import { AgentError, checkOptions, type OptionNames } from '@ambit/core'
import {
  type AgentStorage,
  hash,
  orAborted,
  pageOf,
  type SessionInfo,
  type SessionNote,
  type SessionQuery,
  type SessionRow,
  type StorageDegradation,
} from '@ambit/core/storage'
import { randomId } from '@ambit/protocol'
import type { Surroundings } from './exchange.ts'
import { deletedPrefix, isOwnRow, OfflineSession } from './offline-session.ts'
import { newNotes } from './requests.ts'
import { ifAway, ServerLine } from './server-line.ts'
import { isUnsent, toSession } from './sync-point.ts'

/** The options of {@link offlineStorage}. */
export interface OfflineStorageOptions {
  /** The storage behind the network, as `serverStorage` creates it. */
  readonly server: AgentStorage
  /**
   * The storage on the device, as `indexedDbStorage` creates it, for these conversations alone.
   * Give it a `name` of its own, and the id of the `user`, as `authorize` of the proxy returns it.
   * What one user has not sent is then never sent for another one. A storage of your own that
   * outlives the page has an `id` of the form `name:user`, with that id or its SHA-256.
   */
  readonly local: AgentStorage
}

/** The options, each with the names that it has elsewhere. */
const names: OptionNames<OfflineStorageOptions> = {
  local: 'cache device !object',
  server: 'remote !object',
}

/**
 * Creates a storage that keeps conversations on a server, with a copy on the device. A conversation
 * that was opened here before opens at once, also without a network. The rest of what the server
 * has comes after that.
 *
 * "Stored" means stored on the device. It is sent to the server at once, in the order in which it
 * was stored. Without a network it is sent later, also after a reload. Until then it is lost with
 * the device. One write waits for the server, for at most 2 seconds: the record that a call with an
 * effect begins. So another device never starts that call again while both are online.
 *
 * One device runs a conversation at a time, and the others follow it. Two devices without a network
 * may go on with the same one. Both paths are kept then, as branches, and each device that shows
 * the conversation says so: `degraded` of the sessions has the reason `branched`. The device that
 * sends last decides which branch is open.
 *
 * A server may take nothing, because nobody or another user is signed in, or because it fails.
 * What is added is kept here then, and sent later: `degraded` has the reason `unavailable`. Other
 * devices get the beginning of a message that is too large for the server, and no such file.
 *
 * Nothing is sent after `sessions.close()`, as at a sign-out, until the storage is used again.
 *
 * A conversation that was deleted on one device is deleted on all, with what another device has not
 * sent. Without a network, the list has the conversations of the device, and a file that was never
 * shown here is missing. Throws `AgentError` for a wrong option, for a `local` without a user, and
 * for storages in the wrong places.
 *
 * @example
 * const server = serverStorage({ baseURL: '/api/agent' })
 * const local = indexedDbStorage({ name: 'ambit-copy', user: user.id })
 * createAgent({ model, storage: offlineStorage({ server, local }) })
 */
export function offlineStorage(options: OfflineStorageOptions): AgentStorage {
  checkOptions('`offlineStorage`', options, names)
  const { server, local } = options
  // `indexedDbStorage` escapes a colon in its name, so that only a user brings one.
  if (local.id !== undefined && !local.id.includes(':')) throw new AgentError(noUserText)
  const isSame = server === local || (local.id !== undefined && server.id === local.id)
  if (isSame || server.isLocal === true || local.isLocal === false) throw new AgentError(placesText)
  const copies = new Copies(server, local)
  const sessionOf = (id: string): OfflineSession => copies.sessionOf(id)
  return {
    id: local.id,
    isLocal: server.isLocal,
    preload: async () => local.preload?.(),
    // The user of the copy was named first, and counts.
    keepTo: (userHash) => server.keepTo?.(userHash),
    list: (query) => copies.list(query),
    read: (id, { signal } = {}) => copies.read(id, signal),
    readMessages: (id, range, readOptions) => local.readMessages(id, range, readOptions),
    readIntents: (id, readOptions) => local.readIntents(id, readOptions),
    ...(local.putBlob &&
      server.putBlob && {
        putBlob: async (id, hash, blob) => local.putBlob?.(id, hash, blob),
        getBlob: async (id, hash, { signal } = {}) => {
          const here = await local.getBlob?.(id, hash, { signal })
          if (here || copies.line.isDown) return here
          const read = async (): Promise<Blob | undefined> => server.getBlob?.(id, hash, { signal })
          const there = await copies.line.ask(read, signal).catch(ifAway(undefined))
          if (there) await local.putBlob?.(id, hash, there)
          return there
        },
      }),
    // What waits is stored on the device first, as everything is.
    claim: (id, { waiting: _waiting, ...claimOptions }) => {
      copies.start()
      return sessionOf(id).claim(claimOptions)
    },
    update: async (id, change, updateOptions) => {
      const isChanged = await local.update(id, change, updateOptions)
      if (isChanged !== false) sessionOf(id).syncSoon()
      else if (!(await local.read(id))) {
        // It was listed, and never opened on this device.
        return copies.line.ask(() => server.update(id, change, updateOptions)).catch(ifAway(false))
      }
      return isChanged
    },
    delete: (id) => sessionOf(id).delete(),
    watch: (id, listener) => {
      copies.start()
      return copies.watch(id, listener)
    },
    send: (id, note) => {
      const sent: SentNote = { ...note, noteId: randomId() }
      local.send(id, sent)
      if (!copies.line.isDown) server.send(id, sent)
    },
    onDegraded: copies.onDegraded,
  }
}

/** A note that comes on two ways: from another page of the device, and from the server. */
type SentNote = SessionNote & { readonly noteId?: string }

/** The listeners of one session in this page. */
interface Watched {
  readonly listeners: Set<(note: SessionNote) => void>
  readonly stop: () => void
}

/** The copies of the server's sessions on this device. */
class Copies implements Surroundings {
  readonly line: ServerLine
  readonly server: AgentStorage
  readonly local: AgentStorage
  readonly #sessions = new Map<string, OfflineSession>()
  readonly #watched = new Map<string, Watched>()
  /** Whether a note is new, since each comes on two ways. */
  readonly #isNew = newNotes()
  readonly #degraded = new Set<(what: StorageDegradation) => void>()
  /** The times at which the server says that sessions were used last. */
  readonly #used = new Map<string, number>()
  #isStarted = false
  /** True while it is told that the server takes nothing. */
  #isRefused = false

  constructor(server: AgentStorage, local: AgentStorage) {
    this.server = server
    this.local = local
    // A page loaded for another user must not send what this one has said.
    const user = local.id?.slice(local.id.indexOf(':') + 1)
    if (user) server.keepTo?.(/^[\da-f]{64}$/.test(user) ? user : hash(user))
    this.line = new ServerLine({
      probe: () => server.list({ limit: 1 }),
      onUp: async () => {
        this.onTaken()
        if (this.#watched.size > 0) return this.#sendAll()
        // The user may have signed out, and another one in.
        this.#isStarted = false
      },
      onRefused: ({ message }) => this.onRefused(notSent(message)),
    })
  }

  /** Sends what a page before this one could not send, once. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    void this.#sendAll()
  }

  sessionOf(id: string): OfflineSession {
    const session = this.#sessions.get(id) ?? new OfflineSession(id, this)
    this.#sessions.set(id, session)
    return session
  }

  onArrived({ id, next, run }: SessionRow, isBranch: boolean): void {
    this.#tell(id, { type: 'advanced', next, isRunning: run !== undefined })
    if (isBranch && this.#watched.has(id))
      this.#report({ reason: 'branched', message: branchedText })
  }

  onGone(id: string): void {
    this.#tell(id, { type: 'gone' })
    this.local.send(id, { type: 'gone' })
  }

  onRefused(message: string): void {
    this.#isRefused = true
    this.#report({ reason: 'unavailable', message })
  }

  onTaken(): void {
    if (this.#isRefused) this.#report({ reason: 'unavailable', message: '', isOver: true })
    this.#isRefused = false
  }

  /** Reads a session of the device at once, and waits for the server if there is none. */
  async read(id: string, signal: AbortSignal | undefined): Promise<SessionRow | undefined> {
    this.start()
    const row = await this.local.read(id, { signal })
    const reading = this.sessionOf(id)
      .sync()
      .catch(() => undefined)
    if (row) return toSession(row)
    await orAborted(reading, signal)
    const read = await this.local.read(id, { signal })
    return read && toSession(read)
  }

  /**
   * Lists the sessions of the device and of the server. The question for the last one, with which a
   * page opens, is answered from the device alone if it has any.
   */
  async list(query: SessionQuery = {}): Promise<readonly SessionInfo[]> {
    this.start()
    const { before, limit, query: text, signal } = query
    signal?.throwIfAborted()
    const stored = await this.local.list({ query: text, signal })
    const deleted = new Set(stored.flatMap(({ id }) => deletedOf(id)))
    const own = stored.filter(({ id }) => !isOwnRow(id))
    const isLatest = limit === 1 && before === undefined && text === undefined
    if (this.line.isDown || (isLatest && own.length > 0)) return pageOf(own, query)
    const ask = (): Promise<readonly SessionInfo[]> => this.server.list(query)
    const listed = await this.line.askSoon(ask, signal).catch(ifAway(undefined))
    if (!listed) return pageOf(own, query)
    const theirs = new Map(listed.map((info) => [info.id, info]))
    for (const { id, updatedAt } of listed) this.#used.set(id, updatedAt)
    // One that was used elsewhere has its place by that time.
    const here = own.filter(({ id, updatedAt }) => updatedAt >= (this.#used.get(id) ?? 0))
    const known = new Set(here.map(({ id }) => id))
    const there = listed.filter(({ id }) => !known.has(id) && !deleted.has(id))
    const page = pageOf([...here, ...there], query)
    // It may be deleted on another device.
    for (const { id } of page) {
      if (!theirs.has(id)) this.sessionOf(id).syncSoon()
    }
    return page
  }

  /** Calls a listener with the notes of both ways, each once. */
  watch(id: string, listener: (note: SessionNote) => void): () => void {
    const watched = this.#watched.get(id) ?? this.#follow(id)
    watched.listeners.add(listener)
    return () => {
      watched.listeners.delete(listener)
      if (watched.listeners.size > 0 || this.#watched.get(id) !== watched) return
      this.#watched.delete(id)
      watched.stop()
      setTimeout(() => this.#stopWaiting())
    }
  }

  readonly onDegraded = (listener: (what: StorageDegradation) => void): (() => void) => {
    this.#degraded.add(listener)
    const { refusal } = this.line
    if (refusal) listener({ reason: 'unavailable', message: notSent(refusal.message) })
    const stops = [this.local, this.server].map((storage) => storage.onDegraded(listener))
    return () => {
      this.#degraded.delete(listener)
      for (const stop of stops) stop()
    }
  }

  #follow(id: string): Watched {
    const stops = [
      this.local.watch(id, (note) => this.#hear(id, note, false)),
      this.server.watch(id, (note) => this.#hear(id, note, true)),
    ]
    const stop = (): void => stops.forEach((end) => end())
    const watched: Watched = { listeners: new Set(), stop }
    this.#watched.set(id, watched)
    return watched
  }

  /** Waits no longer to send, once no agent shows a session. */
  #stopWaiting(): void {
    if (this.#watched.size > 0) return
    for (const session of this.#sessions.values()) session.stopWaiting()
    this.#isStarted = false
  }

  #hear(id: string, { noteId, ...note }: SentNote, isOfServer: boolean): void {
    if (noteId !== undefined && !this.#isNew(noteId)) return
    if (isOfServer) this.line.heard()
    if (isOfServer && note.type === 'advanced') {
      // The listeners hear of it once it is on the device.
      return this.sessionOf(id).syncSoon()
    }
    if (isOfServer && note.type === 'gone') void this.local.delete(id).catch(() => undefined)
    this.#tell(id, note as SessionNote)
  }

  #tell(id: string, note: SessionNote): void {
    for (const listener of new Set(this.#watched.get(id)?.listeners)) listener(note)
  }

  #report(what: StorageDegradation): void {
    for (const listener of this.#degraded) listener(what)
  }

  /** Sends what was not sent: deletions first. Brings the sessions that are shown up to date. */
  async #sendAll(): Promise<void> {
    try {
      for (const { id: key } of await this.local.list()) {
        for (const id of deletedOf(key)) {
          await this.line.ask(() => this.server.delete(id))
          this.server.send(id, { type: 'gone' })
          await this.local.delete(key)
        }
      }
      for (const { id } of await this.local.list()) {
        const row = await this.local.read(id)
        if (row && !isOwnRow(id) && isUnsent(row))
          await this.sessionOf(id)
            .sync()
            .catch(() => undefined)
      }
    } catch {
      // The line is down, and this is done again when it is up.
    }
    for (const id of this.#watched.keys()) this.sessionOf(id).syncSoon()
  }
}

const noUserText =
  '`offlineStorage`: its `local` has no user, so what one user has not sent could be sent for the next one. Create it as `indexedDbStorage({ name, user })`.'
const placesText =
  '`offlineStorage`: its storages are in the wrong places, or are the same. `server` is `serverStorage({ baseURL })`, and `local` is `indexedDbStorage({ name, user })`.'
const branchedText = 'This conversation went on on another device. Both are kept.'
const notSent = (why: string): string =>
  `What you add is kept on this device, and is not sent. ${why}`

/** Returns the id of the session that a row of the device says to be deleted. */
const deletedOf = (key: string): string[] =>
  key.startsWith(deletedPrefix) ? [key.slice(deletedPrefix.length)] : []
