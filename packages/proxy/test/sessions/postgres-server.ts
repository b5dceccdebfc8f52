import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { env, getuid } from 'node:process'
import { freePort } from '../../../../scripts/free-port.ts'

/** The folder of the programs of PostgreSQL, if the machine has them. */
const programs = [
  ...globSync('/usr/lib/postgresql/*/bin').toReversed(),
  ...(env['PATH'] ?? '').split(delimiter),
].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))

/** PostgreSQL refuses to run as root, and Debian has a user for it. */
const user: { uid?: number; gid?: number } | undefined = getuid?.() === 0 ? idsOf('postgres') : {}

/** The reason for which no PostgreSQL can be started. Undefined if one can. */
export const noPostgres: string | undefined =
  programs !== undefined && user ? undefined : 'this machine has no PostgreSQL'

function idsOf(name: string): { uid: number; gid: number } | undefined {
  try {
    const [uid, gid] = ['-u', '-g'].map((kind) => Number(execFileSync('id', [kind, name])))
    return { uid: uid ?? 0, gid: gid ?? 0 }
  } catch {
    return undefined
  }
}

/** A PostgreSQL server on a free port, with its data in a temporary folder. */
export class PostgresServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'ambit-postgres-'))
  #port = 0
  #process: ChildProcess | undefined

  /** The address for a role that owns its tables, and may not pass by policies. */
  get url(): string {
    return `postgres://app@127.0.0.1:${this.#port}/postgres`
  }

  async create(): Promise<void> {
    if (user?.uid !== undefined) chownSync(this.#folder, user.uid, user.gid ?? user.uid)
    const args = ['-D', join(this.#folder, 'data'), '-U', 'admin', '--auth=trust', '-E', 'UTF8']
    this.#run('initdb', [...args, '--locale=C.UTF-8'])
    this.#port = await freePort()
    await this.start()
    const admin = ['-h', '127.0.0.1', '-p', String(this.#port), '-U', 'admin', 'postgres']
    this.#run('psql', [...admin, '-c', 'create role app login'])
    this.#run('psql', [...admin, '-c', 'grant all on schema public to app'])
  }

  async start(): Promise<void> {
    const args = ['-D', join(this.#folder, 'data'), '-p', String(this.#port), '-h', '127.0.0.1']
    const child = spawn(join(programs ?? '', 'postgres'), [...args, '-k', this.#folder], {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#process = child
    for await (const chunk of child.stderr) {
      if (String(chunk).includes('ready to accept connections')) break
    }
  }

  /** Stops the server as a crash does: nothing is written any more, and connections are cut. */
  async crash(): Promise<void> {
    const ended = this.#process && once(this.#process, 'exit')
    this.#process?.kill('SIGQUIT')
    await ended
  }

  async remove(): Promise<void> {
    await this.crash()
    rmSync(this.#folder, { recursive: true })
  }

  #run(program: string, args: readonly string[]): void {
    execFileSync(join(programs ?? '', program), args, { ...user, stdio: 'pipe' })
  }
}
