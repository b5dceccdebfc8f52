import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { env } from 'node:process'
import { ensureBrowser } from './ensure-browser.ts'
import { findFirefox } from './find-firefox.ts'
import { findRedis } from './find-redis.ts'
import { findWebKit } from './find-webkit.ts'
import { installOthers } from './install-others.ts'
import { canInstallFromDebian, installFromDebian } from './install-from-debian.ts'
import { runCommand } from './run-command.ts'

/** Something of the machine that a step needs. */
export type Program = 'chromium' | 'firefox' | 'webkit' | 'servers' | 'registry' | 'others'

/** The variables by which the tests find the programs. */
type Variables = Readonly<Record<string, string | undefined>>

/**
 * Looks for the programs, and installs those that are missing if that is possible: on Debian, as
 * root. Prints what was found. Tests that need a program that is not there are skipped.
 *
 * @throws when a browser is needed and none can be fetched, or `others/` cannot be installed.
 */
export async function ensurePrograms(needed: readonly Program[]): Promise<Variables> {
  const found: Record<string, string | undefined> = {}
  for (const [program, ensure] of Object.entries(ensures)) {
    if (needed.includes(program as Program)) Object.assign(found, await ensure())
  }
  return found
}

const ensures: Readonly<Record<Program, () => Promise<Variables>>> = {
  chromium: async () => told('browser', { AMBIT_CHROMIUM: await ensureBrowser() }),
  firefox: async () => {
    if (!findFirefox()) await installFromDebian('firefox-esr')
    return told('firefox', { AMBIT_FIREFOX: findFirefox() })
  },
  webkit: async () => {
    if (!findWebKit()) await installFromDebian('webkit2gtk-driver', 'xvfb')
    return told('webkit', { AMBIT_WEBKIT: findWebKit()?.driver })
  },
  servers: async () => {
    await ensureServers()
    return ensureRedis()
  },
  others: async () => {
    await installOthers()
    return {}
  },
  registry: async () => told('registry', { AMBIT_REGISTRY: await findRegistry() }),
}

/** What to do about a program that is missing. */
const advice: Readonly<Record<string, string>> = {
  firefox: 'Install Firefox, or set AMBIT_FIREFOX to its path.',
  webkit: 'Install webkit2gtk-driver and xvfb, or set AMBIT_WEBKIT to the driver.',
  registry: 'npm reaches no registry.',
}

function told(name: string, variables: Variables): Variables {
  const [value] = Object.values(variables)
  const nothing = `none was found, so its tests are skipped. ${advice[name] ?? ''}`
  console.log(`${name}: ${value ?? nothing}`)
  return variables
}

/** The program of each package that the blocks of the guides, and the tests of a database, need. */
const servers: Readonly<Record<string, string>> = {
  nginx: 'nginx',
  caddy: 'caddy',
  postgresql: 'initdb',
}

/** Installs the servers that are not there. */
async function ensureServers(): Promise<void> {
  const folders = [
    ...(env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    ...globSync('/usr/lib/postgresql/*/bin'),
  ]
  const lost = Object.keys(servers).filter(
    (name) => !folders.some((folder) => existsSync(join(folder, servers[name] ?? ''))),
  )
  if (lost.length) await installFromDebian(...lost)
}

/** Returns what the tests of the Redis store read: a server to start, or why they are skipped. */
async function ensureRedis(): Promise<Variables> {
  if (env['REDIS_URL']) return {}
  if (!findRedis() && !canInstallFromDebian) {
    return {
      AMBIT_REDIS_SKIPPED: 'no REDIS_URL, no redis-server on the path, and no root to install one',
    }
  }
  if (!findRedis()) await installFromDebian('redis-server')
  const server = findRedis()
  return server
    ? { AMBIT_REDIS_SERVER: server }
    : { AMBIT_REDIS_SKIPPED: 'no redis-server, and apt-get could not install one' }
}

/** Returns the version of React that npm's registry has. Undefined when npm reaches no registry. */
async function findRegistry(): Promise<string | undefined> {
  const args = ['view', 'react', 'version', '--fetch-retries=0']
  const { code, output } = await runCommand('npm', args, {}, 30_000)
  return code === 0 ? output.trim().split('\n').at(-1) : undefined
}
