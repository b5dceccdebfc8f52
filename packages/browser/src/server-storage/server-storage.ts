import { checkOptions, type Message, type OptionNames } from '@ambit/core'
import {
  type AgentStorage,
  type Intent,
  type SessionNote,
  type SessionRow,
  toSessionInfo,
} from '@ambit/core/storage'
import { randomId, type WireIntent } from '@ambit/protocol'
import { inPieces } from './pieces.ts'
import { serverClaims } from './server-claim.ts'
import { ServerEvents } from './server-events.ts'
import { type RequestOptions, Requests } from './requests.ts'

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
