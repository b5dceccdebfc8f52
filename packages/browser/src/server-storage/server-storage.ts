import { checkOptions, type Message, type OptionNames } from '@ambit/core'
import {
  type AgentStorage,
  type Intent,
  newSession,
  type SessionClaim,
  type SessionNote,
  type SessionRow,
  toSessionInfo,
  type WaitingMessage,
} from '@ambit/core/storage'
import {
  randomId,
  type SessionEvent,
  type SessionOperations,
  watchBody,
  type WireIntent,
} from '@ambit/protocol'
import { inPieces } from './pieces.ts'
import { ClaimOverError, newNotes, pause, type RequestOptions, Requests } from './requests.ts'

/** The options of {@link serverStorage}. */
export interface ServerStorageOptions extends RequestOptions {
  /**
   * The time after which a page that waits for a session asks again, in milliseconds. It asks at
   * once when it hears of a release. Default 5,000.
   */
  readonly pollMs?: number | undefined
}

/** The options, each with the names that it has elsewhere. */
const names: OptionNames<ServerStorageOptions> = {
  baseURL: 'url endpoint api !string',
  credentials: ':string',
  fetch: ':function',
  headers: ':object :function',
  pollMs: ':number',
  retryMs: ':number',
}

/**
 * Creates a storage that keeps sessions on a server: the route `sessions()` of `@ambit/proxy`. They
 * belong to the user that the proxy's `authorize` finds, on every device. A request that fails is
 * sent again for about 20 seconds, and stores nothing twice. The storage then rejects with the kind
 * `unavailable`, and the agent keeps in memory what is not stored. Until the server answers again,
 * each further request is sent once. Each request names the `user` of the agent, whose `id` must be
 * what `authorize` returns; without one, the user of the first answer. It is refused while
 * another one is signed in. The server keeps the beginning of a message that is too large for it,
 * and no such file. A file that it does not take yet is sent again while the page is open. A write
 * for which the user has no space left is refused with the kind `quota`. A conversation that has
 * read a scope with `local` is not sent.
 *
 * @example
 * createAgent({ model, storage: serverStorage({ baseURL: '/api/agent' }) })
 */
export function serverStorage(options: ServerStorageOptions): AgentStorage {
  checkOptions('`serverStorage`', options, names)
  const { pollMs = 5_000, retryMs = 200 } = options
  const requests = new Requests(options)
  const events = new ServerEvents(requests, retryMs)
  let sending: Promise<unknown> = Promise.resolve()

  const read: AgentStorage['read'] = async (id, { signal } = {}) =>
    ((await requests.ask('read', { id }, { signal })) as SessionRow | null) ?? undefined

  const storage: AgentStorage = {
    isLocal: false,
    keepTo: requests.keepTo,
    list: async ({ before, limit, query, signal } = {}) => {
      const place =
        typeof before === 'object' ? { before: before.updatedAt, beforeId: before.id } : { before }
      const rows = await requests.askAll('list', { ...place, limit, query }, { signal })
      return rows.map(({ match, ...row }) => ({
        ...toSessionInfo(row as SessionRow),
        ...(match && { match }),
      }))
    },
    read,
    readMessages: async (id, range, { signal } = {}) => {
      const rows = await requests.askAll('messages', { id, ...range }, { signal })
      return rows
        .sort((a, b) => a.seq - b.seq)
        .map(({ seq, body }) => ({ seq, message: parse(body) as Message }))
    },
    readIntents: async (id, { signal } = {}) =>
      (await requests.askAll('intents', { id }, { signal })) as readonly WireIntent[] as Intent[],
    ...filesOf(requests),
    claim: serverClaims(requests, events, pollMs),
    update: (id, change, { ifHead } = {}) =>
      requests.ask('update', { id, change, ifHead, update: randomId() }),
    delete: async (id) => void (await requests.ask('delete', { id })),
    watch: (id, listener) =>
      events.listen((event) => {
        if (event.type === 'note' && event.id === id) listener(event.note as SessionNote)
        if (event.type !== 'open') return
        // Notes may have been missed before the page was connected.
        read(id).then(
          (row) =>
            row && listener({ type: 'advanced', next: row.next, isRunning: row.run !== undefined }),
          () => undefined,
        )
      }),
    send: (id, note) => {
      const noteId = randomId()
      sending = sending
        .then(() => requests.ask('note', { id, noteId, note }))
        .catch(() => undefined)
    },
    // The agent tells of each failed operation, and `inPieces` of what is cut.
    onDegraded: () => () => undefined,
  }
  return inPieces(storage)
}

const filesOf = (requests: Requests): Pick<AgentStorage, 'putBlob' | 'getBlob'> => ({
  putBlob: async (id, hash, blob) => {
    const type = 'application/octet-stream'
    const read = async (): Promise<void> => undefined
    await requests.send(toPath(id, hash), { method: 'PUT', body: blob, type, read })
  },
  getBlob: (id, hash, { signal } = {}) =>
    requests.send(toPath(id, hash), {
      method: 'GET',
      signal,
      read: async (response) => (response.status === 204 ? undefined : response.blob()),
    }),
})

const toPath = (id: string, hash: string): string =>
  `/blobs?session=${encodeURIComponent(id)}&hash=${encodeURIComponent(hash)}`

/** Returns the value of a JSON text, or undefined for what is not JSON. The agent leaves it out. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface ClaimKey {
  readonly id: string
  readonly claim: string
}

const item = 'ambit-left-claims'

/**
 * The claims whose release may not have reached the server, by their session. They outlive a reload
 * of the tab: a service worker can lose what a page sends at its end.
 */
class LeftClaims {
  #keys = new Map<string, ClaimKey>()

  constructor() {
    try {
      this.#keys = new Map(JSON.parse(sessionStorage.getItem(item) ?? '[]') as [string, ClaimKey][])
    } catch {
      // This page may store nothing.
    }
  }

  get(id: string): ClaimKey | undefined {
    return this.#keys.get(id)
  }

  set(id: string, key: ClaimKey | undefined): void {
    if (key) this.#keys.set(id, key)
    else this.#keys.delete(id)
    try {
      sessionStorage.setItem(item, JSON.stringify([...this.#keys]))
    } catch {
      // They are known until the page ends.
    }
  }
}

/** Returns the function that claims sessions. It asks again after `pollMs`, and at each release. */
function serverClaims(
  requests: Requests,
  events: ServerEvents,
  pollMs: number,
): AgentStorage['claim'] {
  /** Waits until a claim on a session may be free. */
  const free = async (id: string, signal?: AbortSignal): Promise<void> => {
    const heard = new AbortController()
    const stop = events.listen((event) => {
      if (event.type === 'free' && event.id === id) heard.abort()
    })
    const ended = signal ? AbortSignal.any([heard.signal, signal]) : heard.signal
    await pause(pollMs, ended).catch(() => undefined)
    stop()
    signal?.throwIfAborted()
  }

  const unreleased = new LeftClaims()

  return async (id, { at, isWaiting = true, waiting, signal }) => {
    const key = { id, claim: randomId() }
    const left = unreleased.get(id)
    if (left) {
      await requests.ask('release', left, { signal })
      unreleased.set(id, undefined)
    }
    for (;;) {
      signal?.throwIfAborted()
      const granted = await requests.ask('claim', { ...key, row: newSession(id, at), waiting })
      if (granted) {
        const intents = granted.intents ?? (await requests.askAll('intents', { id }))
        const claim = createServerClaim(requests, events, key, { ...granted, intents }, unreleased)
        if (!signal?.aborted) return claim
        if (waiting?.length) {
          const isOther = ({ id: each }: WaitingMessage): boolean =>
            !waiting.some((said) => said.id === each)
          const session = { waiting: claim.row.waiting?.filter(isOther) ?? [] }
          await claim.write({ at, session }).catch(() => undefined)
        }
        await claim.release()
        throw signal.reason
      }
      if (!isWaiting) return undefined
      await free(id, signal)
    }
  }
}

/** Creates the claim that the server has granted. */
function createServerClaim(
  requests: Requests,
  events: ServerEvents,
  key: ClaimKey,
  granted: NonNullable<SessionOperations['claim']['answers']>,
  unreleased: LeftClaims,
): SessionClaim {
  const lost = new AbortController()
  let isReleased = false
  // A page that is loaded again gets its session at once, and need not wait for the lease.
  const leave = (): void => {
    unreleased.set(key.id, key)
    void requests.ask('release', key, { isLast: true }).catch(() => undefined)
  }
  globalThis.addEventListener?.('pagehide', leave)
  const check = async (): Promise<void> => {
    const isHeld = await requests.ask('holds', key)
    if (!isHeld && !isReleased) lost.abort()
  }
  const stop = events.listen((event) => {
    if (event.type === 'lost' && event.claim === key.claim) lost.abort()
    // The event may have been missed before the page was connected.
    if (event.type === 'open') void check().catch(() => undefined)
  })
  const noticeEnd = (error: unknown): never => {
    if (error instanceof ClaimOverError) lost.abort(error)
    throw error
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    row: granted.row as SessionRow,
    intents: granted.intents as readonly Intent[],
    leaseMs: granted.leaseMs,
    lost: lost.signal,
    renew: async () => void (await requests.ask('renew', key).catch(noticeEnd)),
    // One after another, because the server remembers the id of the last write.
    write: (write) => {
      const once = { ...write, id: write.id ?? randomId() }
      const writing = last.then(() =>
        requests.ask('write', { ...key, write: once }).catch(noticeEnd),
      )
      last = writing.catch(() => undefined)
      return writing as Promise<SessionRow>
    },
    holds: () => requests.ask('holds', key),
    release: async () => {
      await last
      isReleased = true
      stop()
      await requests.ask('release', key, { isLast: true }).catch(() => unreleased.set(key.id, key))
      globalThis.removeEventListener?.('pagehide', leave)
    },
  }
}

type Listener = (event: SessionEvent) => void

/** The longest time before a page connects again, in milliseconds. */
const maxPauseMs = 30_000

/** The events of the server for this page. The page is connected while somebody listens. */
class ServerEvents {
  readonly #requests: Requests
  readonly #retryMs: number
  readonly #listeners = new Set<Listener>()
  readonly #isNew = newNotes()
  #connection: AbortController | undefined

  constructor(requests: Requests, retryMs: number) {
    this.#requests = requests
    this.#retryMs = retryMs
  }

  /** Calls a listener with each event, until the returned function is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (!this.#connection) {
      this.#connection = new AbortController()
      void this.#connect(this.#connection.signal)
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#connection?.abort()
      this.#connection = undefined
    }
  }

  /** Connects the page, again and again until nobody listens. */
  async #connect(signal: AbortSignal): Promise<void> {
    let pauseMs = this.#retryMs
    while (!signal.aborted) {
      const wasOpen = await this.#read(signal).catch(() => false)
      pauseMs = wasOpen ? this.#retryMs : Math.min(maxPauseMs, pauseMs * 2)
      await pause(pauseMs, signal).catch(() => undefined)
    }
  }

  /** Reads the events of one connection. Resolves with false if the server has refused it. */
  async #read(signal: AbortSignal): Promise<boolean> {
    const { body, ok } = await this.#requests.open('/events', { signal })
    if (!body || !ok) return false
    const reader = body.getReader()
    const decoder = new TextDecoder()
    const silence = watchBody(reader)
    const end = { done: true, value: undefined }
    let text = ''
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(() => end)
        if (done) return true
        silence.heard()
        text += decoder.decode(value, { stream: true })
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          if (event.startsWith('data: ')) this.#tell(JSON.parse(event.slice(6)) as SessionEvent)
        }
      }
    } finally {
      silence.stop()
    }
  }

  #tell(event: SessionEvent): void {
    if (event.type === 'note' && !this.#isNew(event.noteId)) return
    for (const listener of this.#listeners) listener(event)
  }
}
