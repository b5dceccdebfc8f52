import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, extname, join } from 'node:path'
import type { Plugin } from 'vite'
import { bullBoard } from './bull-board.ts'
import type { Asked, ForeignApp } from './foreign-app.ts'
import { swagger } from './swagger.ts'
import { verdaccio } from './verdaccio.ts'

const apps: Readonly<Record<string, ForeignApp>> = {
  'bull-board': bullBoard,
  swagger,
  verdaccio,
}

/** One page of an application with a back end of its own. */
interface Visit {
  readonly answer: ReturnType<ForeignApp['start']>
  readonly asked: Asked[]
}

/**
 * Serves the applications of others at `/foreign/<app>/<visit>/`, each page with an agent of Ambit
 * in it. Each visit has its own back end, and `asked` there says what it was asked.
 */
export function foreignApps(): Plugin {
  const visits = new Map<string, Visit>()
  return {
    name: 'foreign-apps',
    configureServer({ middlewares }) {
      middlewares.use('/foreign', (request, response, next) => {
        if (!serve(visits, request, response)) next()
      })
    },
  }
}

/** Answers a request. Returns false if it is for no application. */
function serve(
  visits: Map<string, Visit>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [, name = '', id = '', path = ''] =
    /^\/([\w-]+)\/([\w-]+)\/(.*)$/.exec(request.url ?? '') ?? []
  const app = apps[name]
  if (!app) return false
  const address = `/foreign/${name}/${id}/`
  const visit = visits.get(address) ?? { answer: app.start(), asked: [] }
  visits.set(address, visit)
  const file = app.fileOf(path)
  if (file !== undefined) send(response, types[extname(file)], readOf(app, file))
  else if (path === 'asked') send(response, types['.json'], JSON.stringify(visit.asked))
  else if (request.headers.accept?.includes('text/html'))
    send(
      response,
      types['.html'],
      withAgent(app.page(address, (one) => readOf(app, one).toString())),
    )
  else
    whenRead(request, (body) => {
      const asked = { method: request.method ?? '', path, body }
      visit.asked.push(asked)
      const answer = visit.answer(asked) ?? { status: 404, body: {} }
      response.statusCode = answer.status ?? 200
      send(response, types['.json'], answer.body === undefined ? '' : JSON.stringify(answer.body))
    })
  return true
}

/** Calls `then` with the body of a request. */
function whenRead(request: IncomingMessage, then: (body: string) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => then(Buffer.concat(chunks).toString()))
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

function send(response: ServerResponse, type = 'image/png', body: string | Buffer): void {
  response.setHeader('content-type', type)
  response.end(body)
}

/** Returns a file of the package of an application. */
const readOf = ({ manifest }: ForeignApp, file: string): Buffer =>
  readFileSync(join(dirname(manifest()), file))

/** Adds the agent before anything of the application runs. */
const withAgent = (page: string): string =>
  page.replace(
    '<head>',
    // The test runner expects of each module of its server that this is there.
    `<head><script>globalThis.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() }</script>
    <script type="module" src="/foreign/agent-inside.ts"></script>`,
  )
