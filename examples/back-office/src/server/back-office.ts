import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { mcpServers } from '@ambit/proxy'
import { ambitProxy } from '@ambit/proxy/vite'
import { nodeListener } from '@ambit/proxy/node'
import { sessions } from '@ambit/proxy/sessions'
import { mayChange } from '../shared/user.ts'
import { createApi } from './api.ts'
import type { Database } from './database.ts'
import { type DatabaseVariables, openDatabase } from './open-database.ts'
import { type SessionVariables, storeOf } from './session-store.ts'
import { findUser, userOf } from './sessions.ts'
import { createTicketDesk } from './tickets/ticket-desk.ts'
import { createTicketServer, mayChangeHeader } from './tickets/ticket-server.ts'

/** The names of the variables that say where the data is. */
export const variableNames = ['DATABASE_URL', 'BACK_OFFICE_DATA', 'AMBIT_SESSIONS']

/**
 * Creates the plugins that serve the API of the back office and the agent's proxy, on the page's
 * own origin. The proxy serves the user who is signed in. A database that could not be opened is
 * opened again with the next request. The server keeps the conversations if a variable names a
 * place for them. Each browser keeps its own otherwise.
 */
export function backOffice(variables: DatabaseVariables & SessionVariables): Plugin[] {
  let opening: Promise<Database> | undefined

  const open = (): Promise<Database> =>
    (opening ??= openDatabase(variables).catch((error: unknown) => {
      opening = undefined
      throw error
    }))

  const desk = createTicketDesk()
  const ticketServer = createTicketServer(desk)
  const tickets = {
    // A ticket server of yours is at another address, and needs no `fetch` here.
    url: 'http://localhost/mcp',
    fetch: (...sent: Parameters<typeof fetch>) => ticketServer(new Request(...sent)),
    headers: async (subject: string | undefined) => {
      const user = await findUser(await open(), subject ?? '')
      return { [mayChangeHeader]: user && mayChange(user) ? 'yes' : 'no' }
    },
  }

  const store = storeOf(variables, open)
  const proxy = ambitProxy({
    // Without a key there is no model to serve, and the page uses its own.
    insecureDev: true,
    authorize: async (request) => (await userOf(await open(), request))?.id,
    use: [mcpServers({ tickets }), ...(store ? [sessions({ store })] : [])],
  })
  const listen = nodeListener(createApi(open, desk))
  const serve: Connect.NextHandleFunction = (request, response, next) => {
    const isOurs = request.url?.startsWith('/api/') && !request.url.startsWith('/api/agent/')
    if (isOurs) listen(request, response)
    else next()
  }

  const close = async (): Promise<void> => {
    const database = await opening?.catch(() => undefined)
    opening = undefined
    await database?.close()
  }
  const mount = ({ config, middlewares }: ViteDevServer | PreviewServer): void => {
    middlewares.use(serve)
    // The first page does not have to wait for the database. A request that comes earlier waits, or
    // gets the reason of the failure.
    open().catch((error: unknown) => config.logger.error(String(error)))
  }

  return [
    proxy,
    {
      name: 'back-office',
      config: () => ({
        define: { 'import.meta.env.HAS_SERVER_SESSIONS': JSON.stringify(store !== undefined) },
      }),
      configureServer: mount,
      configurePreviewServer(server) {
        mount(server)
        server.httpServer.once('close', () => void close())
      },
      closeBundle: close,
    },
  ]
}
