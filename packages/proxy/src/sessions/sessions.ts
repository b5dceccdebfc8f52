// The reasons: decisions/0098.
import {
  type Duration,
  userHeader,
  type SessionEvent,
  userHashLength,
  type SessionOperations,
  type SessionRefusal,
  sha256,
  toMilliseconds,
} from '@ambit/protocol'
import { abortableRequest, requestEndError, within } from '../abortable.ts'
import { type Check, group, is, span } from '../check-options.ts'
import type { Exchange, ProxyPlugin, Route } from '../exchange.ts'
import { parseBounded } from '../parse-body.ts'
import { ProxyError } from '../proxy-error.ts'
import { readJson } from '../read-json.ts'
import { respond, respondJson } from '../respond.ts'
import { invalid } from '../shape.ts'
import { startTimer } from '../start-timer.ts'
import { mapInTurns } from '../turns.ts'
import { type FilePlace, getFile, putFile, sweepFiles, tellUndeleted } from './files.ts'
import { Lanes } from './lanes.ts'
import { type Context, operations } from './operations.ts'
import { PageStreams } from './page-streams.ts'
import { readBytes } from './read-bytes.ts'
import { id as idShape, shapes } from './shapes.ts'
import {
  checkLimit,
  type CheckedLimits,
  limitsOption,
  type SessionLimits,
  toLimits,
} from './session-limits.ts'
import { FilesError, isStore, once, type SessionStore } from './store.ts'
import { RefusedError } from './write-session.ts'

/** The options of {@link sessions}. */
export interface SessionsOptions {
  /** The place that keeps the sessions: `postgresSessions(…)` or `sqliteSessions(…)`. */
  store: SessionStore
  /**
   * The time for which a page that says nothing keeps its claim on a session. Browsers let a hidden
   * page run once a minute. Default: `'90s'`.
   */
  lease?: Duration | undefined
  /** The limits of each user. What is over one is refused with a sentence that names it. */
  limits?: SessionLimits | undefined
}

const check: Check = group<SessionsOptions>(
  {
    store: is('postgresSessions(…) or sqliteSessions(…)', isStore),
    lease: span,
    limits: limitsOption,
  },
  ['store'],
)

/**
 * Creates the routes at `{path}/sessions` that keep the sessions of each user, for
 * `serverStorage` of `ambit/storage/server`. What `authorize` returns is the user, and nothing
 * that a page sends. Each request counts as one of `limits.requests`, and no body may be larger
 * than `bytes.request`, files included.
 *
 * @throws TypeError that names the missing, unknown or wrong option.
 *
 * @example
 * createProxy({ authorize, models, use: [sessions({ store: sqliteSessions('./sessions.db') })] })
 */
export function sessions(options: SessionsOptions): ProxyPlugin {
  check(options, ['sessions', ''])
  const { store, lease = 90_000 } = options
  const server: Server = {
    store,
    leaseMs: toMilliseconds(lease),
    limits: toLimits(options.limits),
    streams: new PageStreams(),
    searches: new Lanes(Infinity, 1),
    underWay: new Map(),
  }
  const routes = new Map([
    ['/sessions', new Map([['POST', answering(server, operate)]])],
    ['/sessions/events', new Map([['GET', openEvents(server)]])],
    [
      '/sessions/blobs',
      new Map([
        ['GET', answering(server, getBlob)],
        ['PUT', answering(server, putBlob)],
      ]),
    ],
  ])
  return {
    paths: ['/sessions'],
    find(path) {
      const methods = routes.get(path)
      return methods && { label: path, methods }
    },
  }
}

/** What the routes have in common. */
interface Server {
  readonly store: SessionStore
  readonly leaseMs: number
  readonly limits: CheckedLimits
  readonly streams: PageStreams
  /** The searches, of which each user has one at a time. */
  readonly searches: Lanes
  /** The requests of each user that have no answer yet. */
  readonly underWay: Map<string, Set<Exchange>>
}

/** Answers a request of a caller. */
type Answer = (exchange: Exchange, caller: Caller, server: Server) => Promise<Response>

const operate: Answer = async (exchange, caller, server) => {
  const { request, options } = exchange
  const body = await readJson(request, options.bytes.request, parseStored)
  const isOne = !Array.isArray(body)
  const asked: readonly unknown[] = isOne ? [body] : body
  if (asked.length === 0) throw invalid('operations', 'one at least')
  checkLimit('operations', asked.length, server.limits.operations)
  // All of them are checked before the first one is done.
  const works = asked.map(toWork)
  const answer = async (): Promise<Response> => {
    const context = contextOf(caller, server, exchange)
    const work = (each: Work) => (): Promise<unknown> => ask(exchange, () => each(context))
    const pieces = isOne
      ? [await toBytes(await work(works[0] as Work)())]
      : await answerAll(works.map(work), server.limits)
    if (asked.some((one) => Object(one).operation === 'delete')) sweep(server.store)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    })
    return respond(exchange, 200, body, { 'content-type': 'application/json; charset=utf-8' })
  }
  const isSearch = asked.some((one) => Object(one).query)
  return isSearch ? server.searches.run(caller.subject, answer, exchange.abort.signal) : answer()
}

const encoder = new TextEncoder()

/** Returns a value as JSON. */
const toBytes = async (value: unknown): Promise<Uint8Array> => encoder.encode(await toJson(value))

/** Returns a value as JSON, each part of it down to some levels in a turn of its own. */
async function toJson(value: unknown, levels: number = 3): Promise<string> {
  if (levels === 0 || Object(value) !== value) return JSON.stringify(value)
  const isArray = Array.isArray(value)
  const parts = await mapInTurns(Object.entries(value as object), async ([key, child]) => {
    if (child === undefined) return isArray ? 'null' : []
    const json = await toJson(child, levels - 1)
    return isArray ? json : `${JSON.stringify(key)}:${json}`
  })
  return isArray ? `[${parts.join()}]` : `{${parts.flat().join()}}`
}

type Work = (context: Context) => Promise<unknown>

function contextOf(
  { subject, page, query }: Caller,
  { store, leaseMs, limits }: Server,
  { options }: Exchange,
): Context {
  return {
    transaction: (work) => store.transaction(subject, work),
    subject,
    sentAt: Number(query.get('at')) || NaN,
    leaseMs,
    limits,
    // A database that is far away gives what it has before the time is over.
    scan: { left: limits.search.scanned, until: Date.now() + options.timeouts.callback / 2 },
    toSent: (event: SessionEvent) => ({ subject, page, event }),
  }
}

/** Does operations in order, until their answers are long enough. Returns pieces of JSON. */
async function answerAll(
  works: readonly (() => Promise<unknown>)[],
  { answer }: CheckedLimits,
): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for (const work of works) {
    pieces.push(encoder.encode(pieces.length > 0 ? ',' : '['))
    const isOver = bytes >= answer.bytes
    const done = isOver ? {} : await work().then((value) => ({ answer: value }), toRefused)
    const json = await toBytes(done)
    pieces.push(json)
    bytes += json.length
  }
  return [...pieces, encoder.encode(']')]
}

/** Returns the answer for an operation that was refused. Throws any other error again. */
function toRefused(thrown: unknown): { readonly refused: SessionRefusal } {
  if (thrown instanceof RefusedError) return { refused: thrown.refusal }
  throw thrown
}

/** Checks an operation, and returns the work of it. */
function toWork(body: unknown): Work {
  const name = Object(body).operation as keyof SessionOperations
  if (typeof name !== 'string' || !Object.hasOwn(operations, name)) {
    throw invalid('operation', `one of ${Object.keys(operations).join(', ')}`)
  }
  const gets = shapes[name](body, name)
  const work = operations[name] as (context: Context, gets: unknown) => Promise<unknown>
  return (context) => work(context, gets)
}

/** Deletes the objects that nobody owns, while nobody waits for it. What fails is tried again. */
const sweep = (store: SessionStore): void =>
  void sweepFiles(store).catch((thrown: Error) => tellUndeleted(thrown.cause ?? thrown))

const putBlob: Answer = async (exchange, { subject, query }, { store, limits }) => {
  const place = placeOf(subject, query)
  const bytes = await readBytes(exchange.request, exchange.options.bytes.request, '`bytes.request`')
  await ask(exchange, () => putFile(store, place, bytes, limits))
  sweep(store)
  return respond(exchange, 204, null)
}

const getBlob: Answer = async (exchange, { subject, query }, { store }) => {
  const place = placeOf(subject, query)
  const bytes = await ask(exchange, () => getFile(store, place))
  // A file must never run as a page of this origin.
  return bytes
    ? respond(exchange, 200, bytes, { 'content-type': 'application/octet-stream' })
    : respond(exchange, 204, null)
}

function openEvents({ store, streams }: Server): Route {
  const listen = once(() =>
    store.listen(
      (sent) => streams.send(sent),
      () => streams.tellMissed(),
    ),
  )
  return refusing(async (exchange) => {
    await exchange.admit()
    const { page } = await callerOf(exchange)
    await ask(exchange, listen)
    const deadlines = await exchange.begin(undefined, 0, true)
    deadlines.end()
    const body = streams.open(exchange, page)
    return respond(exchange, 200, body, { 'content-type': 'text/event-stream' })
  })
}

/** What is stored may have any keys, and is nested as deep as the arguments of a call. */
const parseStored = (text: string, maxBytes: number): Promise<unknown> =>
  parseBounded(text, 1_000, maxBytes)

/** The user and the page that ask, and the rest of the query. */
interface Caller {
  readonly subject: string
  readonly page: string
  readonly query: URLSearchParams
}

/** Reads who asks. Throws `RefusedError` for a page that began for another user. */
async function callerOf(exchange: Exchange): Promise<Caller> {
  const { request, subject = '' } = exchange
  const { searchParams: query } = new URL(request.url)
  const user = (await sha256(subject)).slice(0, userHashLength)
  exchange.headers = { ...exchange.headers, [userHeader]: user }
  if ((query.get('user') ?? user) !== user) {
    throw new RefusedError({
      kind: 'unavailable',
      message: 'Another user is signed in. Load the page again.',
    })
  }
  return { subject, page: idShape(query.get('page'), 'page') as string, query }
}

const placeOf = (subject: string, query: URLSearchParams): FilePlace => ({
  subject,
  id: idShape(query.get('session'), 'session') as string,
  hash: idShape(query.get('hash'), 'hash') as string,
})

/** The time after which a page asks again, in milliseconds. */
const retryAfterMs = 1_000

/** Returns a route that counts the request, and finishes it with its answer. */
const answering = (server: Server, answer: Answer): Route =>
  refusing(async (exchange) => {
    await exchange.admit()
    const { underWay, limits } = server
    const { subject = '' } = exchange
    const places = underWay.get(subject) ?? new Set()
    checkLimit('atOnce', places.size + 1, limits.atOnce, 'rate_limited', retryAfterMs)
    underWay.set(subject, places.add(exchange))
    const end = (): void => {
      if (places.delete(exchange) && places.size === 0) underWay.delete(subject)
    }
    try {
      // Nothing more begins once the request is over.
      const transaction: SessionStore['transaction'] = (subject, work) =>
        server.store.transaction(subject, work, exchange.abort.signal)
      const store = { ...server.store, transaction }
      const response = await answer(exchange, await callerOf(exchange), { ...server, store })
      exchange.finish(response.status)
      return untilTaken(response, exchange, end)
    } catch (thrown) {
      end()
      throw thrown
    }
  })

/** The bytes of an answer that the network takes at once, though the client reads nothing. */
const mostUnread = 64 * 1024

/**
 * Calls `onTaken` once or more when a client has taken the body of a response, leaves, or takes
 * nothing for `timeouts.idle`, which ends the body. It comes in pieces, because a server takes a
 * piece at once, however long it is.
 */
function untilTaken(
  response: Response,
  { request: { signal }, options }: Exchange,
  onTaken: () => void,
): Response {
  const reader = response.body?.getReader()
  if (!reader) {
    onTaken()
    return response
  }
  signal.addEventListener('abort', onTaken)
  let rest = new Uint8Array()
  let silence: ReturnType<typeof startTimer>
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(silence)
        if (rest.length === 0) {
          const { done, value } = await reader.read()
          if (done) {
            onTaken()
            return controller.close()
          }
          rest = value
        }
        controller.enqueue(rest.subarray(0, mostUnread))
        rest = rest.subarray(mostUnread)
        silence = startTimer(() => {
          onTaken()
          controller.error(new ProxyError('client_closed'))
        }, options.timeouts.idle)
      },
      cancel() {
        clearTimeout(silence)
        onTaken()
        return reader.cancel()
      },
    },
    { highWaterMark: mostUnread, size: ({ byteLength }) => byteLength },
  )
  return new Response(body, response)
}

/** Returns a route that tells what was refused. */
const refusing =
  (route: Route): Route =>
  async (exchange) => {
    try {
      return await route(exchange)
    } catch (thrown) {
      if (!(thrown instanceof RefusedError)) throw thrown
      const status = thrown.refusal.kind === 'quota' ? 413 : 409
      exchange.finish(status)
      return respondJson(exchange, status, thrown.refusal)
    }
  }

/** Asks the store. Any failure of it is `store_unavailable`. */
async function ask<T>({ options, abort }: Exchange, work: () => Promise<T>): Promise<T> {
  if (abort.signal.aborted) throw requestEndError(abort.signal)
  const asking = within('The store of the sessions', options.timeouts.callback, work)
  try {
    return await abortableRequest(asking, abort.signal)
  } catch (thrown) {
    if (thrown instanceof RefusedError || thrown instanceof ProxyError) throw thrown
    const part =
      thrown instanceof FilesError ? 'the bucket of the files' : 'the store of the sessions'
    const error = new ProxyError('store_unavailable', {
      message: 'The server cannot reach the conversations just now. Wait a moment.',
      cause: thrown,
      part,
    })
    // The work that has not begun would have nobody to tell its end.
    abort.abort(error)
    throw error
  }
}
