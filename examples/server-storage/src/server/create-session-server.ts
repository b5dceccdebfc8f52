import { AgentError } from 'ambit'
import type { Operation, Refusal, ServerEvent } from '../protocol.ts'
import { answerBlob } from './answer-blob.ts'
import type { Database } from './database.ts'
import { ClaimOver, operations } from './sessions-of.ts'
import { PageStreams } from './user-events.ts'

/** The options of {@link createSessionServer}. */
export interface SessionServerOptions {
  readonly database: Database
  /**
   * Returns the id of the user who is signed in, from the cookie of your server's session. Never
   * take it from the page: whoever knows an id would read the conversations of its user.
   */
  readonly userOf: (request: Request) => Promise<string | undefined>
  /** The time for which a claim holds without `renew`, in milliseconds. Default 90,000. */
  readonly leaseMs?: number | undefined
  /** Returns the time. The clocks of pages do not count. Default: the time of this machine. */
  readonly now?: (() => number) | undefined
}

/** Creates the handler of `POST /`, `GET /events`, and `GET` and `PUT /blobs`. */
export function createSessionServer({
  database,
  userOf,
  leaseMs = 90_000,
  now = Date.now,
}: SessionServerOptions): (request: Request) => Promise<Response> {
  const streams = new PageStreams()

  const answer = async (request: Request, user: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const page = searchParams.get('page') ?? ''
    if (pathname.endsWith('/events')) return streams.open(user, page)
    if (pathname.endsWith('/blobs')) return answerBlob(database, user, request, searchParams)
    // A form of another site cannot send this type, so it cannot act for the person.
    if (request.headers.get('content-type') !== 'application/json') return respond(415, null)
    const { operation, ...gets } = (await request.json()) as { operation: Operation }
    if (!Object.hasOwn(operations, operation)) return respond(404, null)
    const work = operations[operation] as (context: object, gets: object) => Promise<unknown>
    const events: ServerEvent[] = []
    const answered = await database.transaction((sql) => {
      events.length = 0
      const send = (event: ServerEvent): void => void events.push(event)
      return work({ sql, user, events: { send }, leaseMs, now: now() }, gets)
    })
    // Pages read what they hear of, so it must be committed.
    for (const event of events) streams.send(user, page, event)
    return respond(200, answered)
  }

  return async (request) => {
    try {
      const user = await userOf(request)
      return user === undefined ? respond(401, null) : await answer(request, user)
    } catch (error) {
      // The text of any other error may hold what the person said.
      if (!AgentError.is(error, 'storage')) return respond(503, null)
      const { details, message } = error
      const { kind } = details
      return respond(409, { kind, message, isOver: error instanceof ClaimOver } satisfies Refusal)
    }
  }
}

const respond = (status: number, body: unknown): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
