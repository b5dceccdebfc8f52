import { Agent, request } from 'node:http'

/** What is sent, again and again. */
export interface Target {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

/** Microseconds until the first byte of the answer's body, once the whole answer has come. */
export function ask({ url, headers, body }: Target): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const sending = request(url, { method: 'POST', agent, headers }, (response) => {
      let firstAt = 0
      response.on('data', () => (firstAt ||= performance.now()))
      response.on('end', () => {
        if (response.statusCode === 200) resolve((firstAt - startedAt) * 1_000)
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
      response.on('error', reject)
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

/** Microseconds that a request takes of the whole, so many being on the way at once. */
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

/** Opens a stream and leaves it, once its first byte has come; the function ends it. */
export function open({ url, headers, body }: Target): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', agent, headers }, (response) => {
      response.once('data', () => resolve(() => sending.destroy()))
      response.on('error', () => {})
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

/** The middle of some numbers. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
