import { type AgentStorage, type SessionInfo, toSessionInfo } from 'ambit/storage'
import type { Message } from 'ambit'
import { createServerClaim } from './server-claim.ts'
import { ServerEvents } from './server-events.ts'
import { pause, type RequestOptions, Requests } from './requests.ts'

/** The options of {@link serverStorage}. */
export interface ServerStorageOptions extends RequestOptions {
  /**
   * The time after which a page that waits for a session asks again, in milliseconds. It asks at
   * once when it hears of a release. Default 5,000.
   */
  readonly pollMs?: number | undefined
}

/** Creates a storage that keeps sessions on your server. */
export function serverStorage(options: ServerStorageOptions): AgentStorage {
  const { pollMs = 5_000, retryMs = 200 } = options
  const requests = new Requests(options)
  const events = new ServerEvents(requests, retryMs)
  let sending: Promise<unknown> = Promise.resolve()

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

  const read: AgentStorage['read'] = async (id, { signal } = {}) =>
    (await requests.ask('read', { id }, signal)) ?? undefined

  return {
    list: async ({ before, limit, query, signal } = {}): Promise<SessionInfo[]> => {
      const place =
        typeof before === 'object' ? { before: before.updatedAt, beforeId: before.id } : { before }
      const rows = await requests.ask('list', { ...place, limit, query }, signal)
      return rows.map(toSessionInfo)
    },
    read,
    readMessages: async (id, range, { signal } = {}) => {
      const rows = await requests.ask('messages', { id, ...range }, signal)
      return rows.map(({ seq, body }) => ({ seq, message: JSON.parse(body) as Message }))
    },
    readIntents: (id, { signal } = {}) => requests.ask('intents', { id }, signal),
    putBlob: async (id, hash, blob) => {
      await requests.send(toPath(id, hash), { method: 'PUT', body: blob }, async () => undefined)
    },
    getBlob: (id, hash, { signal } = {}) =>
      requests.send(toPath(id, hash), { method: 'GET', signal }, (response) => response.blob()),
    claim: async (id, { at, isWaiting = true, signal }) => {
      const key = { id, claim: crypto.randomUUID() }
      for (;;) {
        signal?.throwIfAborted()
        const granted = await requests.ask('claim', { ...key, at })
        if (granted) {
          const claim = createServerClaim(requests, events, key, granted)
          if (signal?.aborted) await claim.release()
          signal?.throwIfAborted()
          return claim
        }
        if (!isWaiting) return undefined
        await free(id, signal)
      }
    },
    update: (id, change, { ifHead } = {}) =>
      requests.ask('update', { id, change, ifHead, update: crypto.randomUUID() }),
    delete: async (id) => void (await requests.ask('delete', { id })),
    watch: (id, listener) =>
      events.listen((event) => {
        if (event.type === 'note' && event.id === id) listener(event.note)
        if (event.type !== 'open') return
        // Notes may have been missed before the page was connected.
        read(id).then(
          (row) =>
            row && listener({ type: 'advanced', next: row.next, isRunning: row.run !== undefined }),
          () => undefined,
        )
      }),
    send: (id, note) => {
      const noteId = crypto.randomUUID()
      sending = sending
        .then(() => requests.ask('note', { id, noteId, note }))
        .catch(() => undefined)
    },
    // The agent tells of each failed operation itself.
    onDegraded: () => () => undefined,
  }
}

const toPath = (id: string, hash: string): string =>
  `/blobs?session=${encodeURIComponent(id)}&hash=${encodeURIComponent(hash)}`
