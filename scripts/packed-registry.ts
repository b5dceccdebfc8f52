import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { publicPackages } from './packages.ts'

/** A registry on this machine. */
export interface PackedRegistry extends AsyncDisposable {
  /** Its address, for `npm_config_registry`. */
  readonly url: string
}

/**
 * Serves the packed packages as a registry does, and asks the registry of npm for every other one.
 *
 * @param archives The folder of the archives, each named as the folder of its package.
 * @param unpacked The folder of the same packages, unpacked.
 * @param upstream The address of the registry for the others.
 */
export async function startPackedRegistry(
  archives: string,
  unpacked: string,
  upstream: string,
): Promise<PackedRegistry> {
  const folders = new Map(publicPackages().map(({ name, folder }) => [name, basename(folder)]))
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = decodeURIComponent((request.url ?? '/').slice(1))
    const folder = folders.get(path)
    if (folder !== undefined) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(documentOf(join(unpacked, folder), folder)))
      return
    }
    if (/^packed\/[\w-]+\.tgz$/.test(path)) {
      response.end(readFileSync(join(archives, basename(path))))
      return
    }
    const { accept = '*/*' } = request.headers
    const { status, headers, body } = await fetch(new URL(request.url ?? '/', upstream), {
      headers: { accept },
    })
    response.writeHead(status, { 'content-type': headers.get('content-type') ?? 'text/plain' })
    for await (const part of body ?? []) response.write(part)
    response.end()
  }
  /** Returns what a registry says of a package with one version. */
  const documentOf = (unpacked: string, folder: string): object => {
    const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
      name: string
      version: string
    }
    const hash = createHash('sha512').update(readFileSync(join(archives, `${folder}.tgz`)))
    const dist = {
      tarball: `${url}packed/${folder}.tgz`,
      integrity: `sha512-${hash.digest('base64')}`,
    }
    const { name, version } = manifest
    return {
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, dist } },
      time: { [version]: '2026-01-01T00:00:00.000Z' },
    }
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(502)
      response.end(String(error))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
