// The reasons: decisions/0098.
import {
  type Duration,
  type JoinedAnswer,
  maxOperations,
  userHeader,
  type SessionOperations,
  sha256,
  toMilliseconds,
} from '@ambit/protocol'
import { abortableRequest, within } from '../abortable.ts'
import { type Check, group, is, span } from '../check-options.ts'
import type { Exchange, ProxyPlugin, Route } from '../exchange.ts'
import { parseDeep } from '../parse-body.ts'
import { ProxyError } from '../proxy-error.ts'
import { readJson } from '../read-json.ts'
import { respond, respondJson } from '../respond.ts'
import { invalid } from '../shape.ts'
import { type FilePlace, getFile, putFile, sweepFiles } from './files.ts'
import { type Context, operations } from './operations.ts'
import { PageStreams } from './page-streams.ts'
import { readBytes } from './read-bytes.ts'
import { id as idShape, shapes } from './shapes.ts'
import { isStore, once, type SessionStore } from './store.ts'
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
}

const check: Check = group<SessionsOptions>(
  {
    store: is('postgresSessions(…) or sqliteSessions(…)', isStore),
    lease: span,
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
  const server: Server = { store, leaseMs: toMilliseconds(lease), streams: new PageStreams() }
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
  readonly streams: PageStreams
}

/** Answers a request of a caller. */
type Answer = (exchange: Exchange, caller: Caller, server: Server) => Promise<Response>

const operate: Answer = async (exchange, { subject, page }, { store, leaseMs }) => {
  const { request, options } = exchange
  const body = await readJson(request, options.bytes.request, parseStored)
  const isOne = !Array.isArray(body)
  const asked: readonly unknown[] = isOne ? [body] : body
  if (asked.length === 0 || asked.length > maxOperations) {
    throw invalid('operations', `1 to ${maxOperations} of them`)
  }
  // All of them are checked before the first one is done.
  const works = asked.map(toWork).map(
    (work) => (): Promise<unknown> =>
      ask(exchange, () =>
        store.transaction(subject, (transaction) => {
          const send: Context['send'] = (event) => transaction.send({ subject, page, event })
          return work({ transaction, subject, leaseMs, send })
        }),
      ),
  )
  const [first] = works
  let answer: unknown
  if (isOne) answer = await first?.()
  else {
    const answers: JoinedAnswer[] = []
    for (const work of works) {
      answers.push(await work().then((value) => ({ answer: value }), toRefused))
    }
    answer = answers
  }
  if (asked.some((one) => Object(one).operation === 'delete')) sweep(store)
  return respondJson(exchange, 200, answer)
}

/** Returns the answer for an operation that was refused. Throws any other error again. */
function toRefused(thrown: unknown): JoinedAnswer {
  if (thrown instanceof RefusedError) return { refused: thrown.refusal }
  throw thrown
}

/** Checks an operation, and returns the work of it. */
function toWork(body: unknown): (context: Context) => Promise<unknown> {
  const name = Object(body).operation as keyof SessionOperations
  if (typeof name !== 'string' || !Object.hasOwn(operations, name)) {
    throw invalid('operation', `one of ${Object.keys(operations).join(', ')}`)
  }
  const gets = shapes[name](body, name)
  const work = operations[name] as (context: Context, gets: unknown) => Promise<unknown>
  return (context) => work(context, gets)
}

/** Deletes the objects that nobody owns, while nobody waits for it. What fails is tried again. */
const sweep = (store: SessionStore): void => void sweepFiles(store).catch(() => undefined)

const putBlob: Answer = async (exchange, { subject, query }, { store }) => {
  const place = placeOf(subject, query)
  const bytes = await readBytes(exchange.request, exchange.options.bytes.request)
  await ask(exchange, () => putFile(store, place, bytes))
  sweep(store)
  return respond(exchange, 204, null)
}

const getBlob: Answer = async (exchange, { subject, query }, { store }) => {
  const bytes = await ask(exchange, () => getFile(store, placeOf(subject, query)))
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
const parseStored = (text: string): unknown => parseDeep(text, 1_000)

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
  const user = (await sha256(subject)).slice(0, 32)
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

/** Returns a route that counts the request, and finishes it with its answer. */
const answering = (server: Server, answer: Answer): Route =>
  refusing(async (exchange) => {
    await exchange.admit()
    const response = await answer(exchange, await callerOf(exchange), server)
    exchange.finish(response.status)
    return response
  })

/** Returns a route that tells what was refused. */
const refusing =
  (route: Route): Route =>
  async (exchange) => {
    try {
      return await route(exchange)
    } catch (thrown) {
      if (!(thrown instanceof RefusedError)) throw thrown
      exchange.finish(409)
      return respondJson(exchange, 409, thrown.refusal)
    }
  }

/** Asks the store. Any failure of it is `store_unavailable`. */
async function ask<T>({ options, abort }: Exchange, work: () => Promise<T>): Promise<T> {
  const asking = within('The store of the sessions', options.timeouts.callback, work)
  try {
    return await abortableRequest(asking, abort.signal)
  } catch (thrown) {
    if (thrown instanceof RefusedError || thrown instanceof ProxyError) throw thrown
    throw new ProxyError('store_unavailable', { cause: thrown })
  }
}
