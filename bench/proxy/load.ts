import { Agent, request } from 'node:http'

/** The request that is sent repeatedly. */
export interface Target {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body of a POST. Without one it is a GET. */
  readonly body?: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

/**
 * Resolves with the microseconds to the first byte of the answer's body, after the whole answer has
 * arrived.
 */
export function ask({ url, headers, body }: Target): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const sending = request(
      url,
      { method: body === undefined ? 'GET' : 'POST', agent, headers },
      (response) => {
        let firstAt = 0
        response.on('data', () => (firstAt ||= performance.now()))
        response.on('end', () => {
          if (response.statusCode === 200) resolve((firstAt - startedAt) * 1_000)
          else reject(new Error(`${url} answered ${response.statusCode}`))
        })
        response.on('error', reject)
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}

/**
 * Resolves with the total microseconds divided by the number of requests, of which `connections`
 * run at a time.
 */
export async function askMany(target: Target, connections: number, total: number): Promise<number> {
  let left = total
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) await ask(target)
    }),
  )
  return ((performance.now() - startedAt) * 1_000) / total
}

/** Opens a stream, and resolves after its first byte with a function that ends it. */
export function open({ url, headers, body }: Target): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const sending = request(
      url,
      { method: body === undefined ? 'GET' : 'POST', agent, headers },
      (response) => {
        response.once('data', () => resolve(() => sending.destroy()))
        response.on('error', () => {})
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}

/** Returns the median. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
