import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Fetch } from './session-servers.ts'

const program = fileURLToPath(import.meta.resolve('./session-process.ts'))

/** A server in a process of its own, which is killed and started again over the same file. */
export class KilledServer {
  readonly #file: string
  readonly #leaseMs: number
  #child: ChildProcess | undefined
  #origin = ''

  constructor(file: string, leaseMs: number) {
    this.#file = file
    this.#leaseMs = leaseMs
  }

  async start(): Promise<void> {
    this.#child = fork(program, [this.#file, String(this.#leaseMs)], {
      execArgv: ['--conditions=ambit-source'],
    })
    const [{ port }] = (await once(this.#child, 'message')) as [AddressInfo]
    this.#origin = `http://127.0.0.1:${port}`
  }

  /** The place of the server since its last start. */
  get origin(): string {
    return this.#origin
  }

  /** The milliseconds for which its thread has worked, without the time of other programs. */
  get workedMs(): number {
    const [nanoseconds] = readFileSync(`/proc/${this.#child?.pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1_000_000
  }

  async kill(): Promise<void> {
    if (!this.#child) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }

  /** Returns the `fetch` of a user, over a network without faults of its own. */
  fetchOf(user: string): Fetch {
    return (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('origin', this.#origin)
      headers.set('x-user', user)
      return fetch(String(input).replace('http://server', this.#origin), { ...init, headers })
    }
  }
}

/**
 * Returns a `fetch` over a network that loses requests and answers, delivers requests twice, and is
 * late, as the random numbers say.
 */
export function flaky(fetch: Fetch, random: () => number): Fetch {
  const late = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, random() * 3))
  return async (input, init) => {
    if (String(input).includes('/events')) return fetch(input, init)
    const fate = random()
    if (fate < 0.2) await late()
    if (fate < 0.05) throw new TypeError('The request was lost.')
    if (fate > 0.95) {
      const [one, two] = await Promise.all([fetch(input, init), fetch(input, init)])
      return random() < 0.5 ? one : two
    }
    const response = await fetch(input, init)
    if (fate > 0.15) return response
    await response.arrayBuffer()
    await late()
    // The answer is lost, or the network asks for it again.
    if (fate > 0.1) return fetch(input, init)
    throw new TypeError('The answer was lost.')
  }
}
