import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** A registry on this machine, which takes what is published. */
export interface LocalRegistry extends AsyncDisposable {
  /** Its address, with a slash at its end. */
  readonly url: string
}

/**
 * Starts a registry that has nothing under Ambit's names, and asks `upstream` for all others.
 *
 * @param folder The folder for its files.
 * @throws if it does not answer within 30 seconds.
 */
export async function startLocalRegistry(folder: string, upstream: string): Promise<LocalRegistry> {
  const port = await freePort()
  const everybody = { access: '$all', publish: '$all', unpublish: '$all' }
  const config = {
    storage: join(folder, 'storage'),
    uplinks: { npm: { url: upstream, maxage: '1h', cache: false } },
    packages: {
      ambit: everybody,
      '@ambit/*': everybody,
      'create-ambit': everybody,
      '**': { access: '$all', proxy: 'npm' },
    },
    // All that is published at once is one request for each package.
    max_body_size: '50mb',
    log: { type: 'stdout', level: 'warn' },
  }
  mkdirSync(folder, { recursive: true })
  // JSON is YAML.
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config))
  const bin = 'others/node_modules/verdaccio/bin/verdaccio'
  const args = [bin, '--config', join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`]
  const child = spawn(execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const url = `http://127.0.0.1:${port}/`
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || !child.kill()) return
    await once(child, 'exit')
  }
  for (let tries = 0; tries < 300; tries++) {
    const answers = await fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers) return { url, [Symbol.asyncDispose]: end }
    if (child.exitCode !== null) break
    await wait(100)
  }
  await end()
  throw new Error(`The registry does not answer.\n${said}`)
}
