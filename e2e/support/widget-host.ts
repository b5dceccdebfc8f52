import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions } from 'vite'
import { ambit } from '../../packages/proxy/src/vite/ambit.ts'

const folder = fileURLToPath(new URL('../../.reports/widget', import.meta.url))
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/**
 * The server of `e2e/widget`, built as for production, under the strictest policy that the docs
 * support.
 */
export interface WidgetHost extends AsyncDisposable {
  readonly url: string
}

/**
 * Returns the policy in the docs: no script but the page's own, no markup from text, no picture
 * from elsewhere, no frame.
 */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** Builds the page from `src` and serves it. */
export async function startWidgetHost(): Promise<WidgetHost> {
  await build({
    root: fileURLToPath(new URL('../widget', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [react(), ambit()],
    resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: false,
      target: 'es2022',
      assetsInlineLimit: 0,
    },
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    void answer(normalize(pathname), response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(path: string, response: ServerResponse): Promise<void> {
  const name = path === '/' ? 'index.html' : path
  try {
    const body = await readFile(join(folder, name))
    const type = types[extname(name)] ?? 'application/octet-stream'
    response.setHeader('content-type', type)
    if (type !== 'text/html') return void response.end(body)
    const nonce = randomBytes(16).toString('base64url')
    response.setHeader('content-security-policy', policy(nonce))
    response.end(String(body).replaceAll('<script ', `<script nonce="${nonce}" `))
  } catch {
    response.writeHead(404).end()
  }
}
