import { Hono } from 'hono'
import { credentials, mayChange } from '../shared/user.ts'
import type { ApiEnv } from './api-env.ts'
import { ApiError, parse } from './api-error.ts'
import { type Database, DatabaseUnavailableError } from './database.ts'
import { customersRoutes } from './routes/customers.ts'
import { ordersRoutes } from './routes/orders.ts'
import { productsRoutes } from './routes/products.ts'
import { refundsRoutes } from './routes/refunds.ts'
import { remindersRoutes } from './routes/reminders.ts'
import { salesRoutes } from './routes/sales.ts'
import { reset } from './seed/seed.ts'
import { closeSession, openSession, userOf } from './sessions.ts'
import { createTicketDesk, type TicketDesk } from './tickets/ticket-desk.ts'

/**
 * Creates the HTTP API of the back office, under `/api`. All requests but the sign-in need a
 * session, and all changes need the session of a manager. `database` opens the database, or rejects
 * with `DatabaseUnavailableError`, which is reported to the client.
 */
export function createApi(
  database: () => Promise<Database>,
  tickets: TicketDesk = createTicketDesk(),
): (request: Request) => Promise<Response> {
  const api = new Hono<ApiEnv>().basePath('/api')

  api.use(async (c, next) => {
    // Browsers send the origin with every request that changes something.
    const origin = c.req.header('origin')
    if (origin !== undefined && hostOf(origin) !== c.req.header('host')) {
      throw new ApiError('forbidden', 'Requests of other sites are refused.')
    }
    c.set('database', await database())
    await next()
  })
  api.post('/session', async (c) => {
    const { email, password } = parse(credentials, await c.req.json())
    const cookie = await openSession(c.var.database, email, password)
    if (!cookie) throw new ApiError('wrong_credentials', 'The address or the password is wrong.')
    return c.json({}, 200, { 'set-cookie': cookie })
  })
  api.delete('/session', async (c) =>
    c.json({}, 200, { 'set-cookie': await closeSession(c.var.database, c.req.raw) }),
  )
  // A page asks first who is signed in: that nobody is, is an answer and no failure.
  api.get('/session', async (c) => c.json((await userOf(c.var.database, c.req.raw)) ?? null))
  api.use(async (c, next) => {
    const user = await userOf(c.var.database, c.req.raw)
    if (!user) throw new ApiError('signed_out', 'The session has expired. Sign in again.')
    if (c.req.method !== 'GET' && !mayChange(user)) {
      throw new ApiError('forbidden', `A ${user.role} may look, and change nothing.`)
    }
    c.set('user', user)
    await next()
  })
  api.post('/reset', async (c) => {
    await reset(c.var.database)
    tickets.reset()
    return c.json({})
  })
  api.route('/orders', ordersRoutes())
  api.route('/reminders', remindersRoutes())
  api.route('/refunds', refundsRoutes())
  api.route('/customers', customersRoutes())
  api.route('/products', productsRoutes())
  api.route('/sales', salesRoutes())
  api.get('/tickets', (c) => c.json(tickets.list()))

  api.notFound((c) => respond(new ApiError('not_found', `There is nothing at ${c.req.path}.`)))
  api.onError((error) => respond(toApiError(error)))
  return async (request) => api.fetch(request)
}

/**
 * Returns the host of an origin. Returns undefined for `null`, the origin that browsers do not
 * reveal.
 */
const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

const respond = ({ failure, status }: ApiError): Response => Response.json(failure, { status })

function toApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailableError) {
    return new ApiError('unavailable', error.message, { steps: [...error.steps] })
  }
  if (error instanceof SyntaxError) return new ApiError('invalid', 'The body is no JSON.')
  console.error(error)
  return new ApiError('failed', 'The server could not do this. Its log says why.')
}
