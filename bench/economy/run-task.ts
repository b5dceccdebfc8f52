import type { AnthropicBody } from '../../packages/proxy/test/anthropic-cache.ts'
import type { Contestant } from './contestant.ts'
import { callOf, createPage, type Task } from './page.ts'
import { createProvider } from './provider.ts'
import { type Link, startRelay } from './relay.ts'
import { type Body, serve } from './serve.ts'

/** All that one run of a task has sent. */
export interface Sent {
  /** The bodies from the page to the server, one a step. */
  readonly up: readonly Body[]
  /** The bodies from the server to the provider, one a step. Empty if they are not measured. */
  readonly provider: readonly AnthropicBody[]
  /** The milliseconds from the start to the end of the last answer. */
  readonly ms: number
}

/** Runs a task on the loopback, or over a simulated link, and returns what was sent. */
export async function runTask(contestant: Contestant, task: Task, link?: Link): Promise<Sent> {
  const { createServer, run, toCall = (call) => call } = contestant
  const provider = createProvider((nth) => {
    const call = callOf(task, nth)
    return call && toCall(call, nth)
  })
  const page = createPage(task)
  const server = await serve(createServer(page, provider))
  const relay = link && (await startRelay(server.port, link))
  const { port } = relay ?? server
  const startedAt = performance.now()
  try {
    await run(page, task, `http://127.0.0.1:${port}`)
  } finally {
    relay?.stop()
    server.stop()
  }
  const ms = performance.now() - startedAt
  const sent: Sent = { up: server.bodies, provider: provider.bodies, ms }
  check(contestant, task, sent, page.countCalls())
  return sent
}

/** Throws if a product did not do the whole task: its figures would be too good. */
function check(
  { name, hasProvider = true, searches = 0 }: Contestant,
  { steps }: Task,
  { up, provider }: Sent,
  calls: number,
): void {
  const asked = hasProvider ? steps : 0
  const isWhole = up.length === steps && provider.length === asked && calls === steps - 1 - searches
  if (isWhole) return
  throw new Error(
    `${name} sent ${up.length} requests up and ${provider.length} to the provider, and ran ${calls} calls, in ${steps} steps.`,
  )
}
