import { createAgent, Tool } from 'ambit'
import { type AgentStorage, memoryStorage } from 'ambit/storage'
import { serverStorage } from 'ambit/storage/server'
import { createProxy } from '@ambit/proxy'
import { sessions, sqliteSessions } from '@ambit/proxy/sessions'
import { call, calls, scriptedModel } from '@ambit/testing'
import { median } from '../median.ts'

const roundTripMs = 80

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Creates a storage on a server that is 80 ms away, and a count of the round trips to it. */
function farStorage(): { storage: AgentStorage; countTrips: () => number } {
  const proxy = createProxy({
    authorize: () => 'ada',
    use: [sessions({ store: sqliteSessions(':memory:') })],
    limits: { requests: 1e9, streams: 1e9 },
    log: () => undefined,
  })
  // A request that begins when another was answered is one round trip later.
  let trips = 0
  const storage = serverStorage({
    baseURL: 'http://localhost/api/agent',
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (request.url.includes('/events')) return proxy(request)
      const nth = trips + 1
      await wait(roundTripMs / 2)
      const response = await proxy(request)
      await wait(roundTripMs / 2)
      trips = Math.max(trips, nth)
      return response
    },
  })
  return { storage, countTrips: () => trips }
}

interface RunOptions {
  /** The time that the model takes for an answer, in milliseconds. Default 0. */
  readonly thinkMs?: number
  readonly effect: 'read' | 'write'
}

/** Measures a run of five calls whose model is as far away, in microseconds. */
async function timeRun(
  storage: AgentStorage,
  { thinkMs = 0, effect }: RunOptions,
): Promise<number> {
  const step = new Tool({
    name: 'step',
    description: 'Does a step.',
    effect,
    handler: () => 'done',
  })
  const script = [1, 2, 3, 4, 5].map((nth) => calls(call('step', {}, `call-${nth}`)))
  const model = scriptedModel([...script, 'All done.'])
  const agent = createAgent({
    model: {
      ...model,
      doStream: async (options) => {
        await wait(roundTripMs + thinkMs)
        return model.doStream(options)
      },
    },
    tools: [step],
    storage,
    session: 'new',
  })
  await agent.sessions.opening
  const startedAt = performance.now()
  const { content } = await agent.chat('Do five steps')
  const us = (performance.now() - startedAt) * 1_000
  if (content !== 'All done.') throw new Error('The run has not ended.')
  agent.sessions.close()
  return us
}

/** Measures the run with a storage on a server, and with one in memory. */
export async function timeRuns(
  options: RunOptions,
  rounds: number,
): Promise<{ far: number; memory: number }> {
  const far: number[] = []
  const memory: number[] = []
  for (let round = 0; round < rounds; round++) {
    far.push(await timeRun(farStorage().storage, options))
    memory.push(await timeRun(memoryStorage(), options))
  }
  return { far: median(far), memory: median(memory) }
}

/** Counts the round trips after which a conversation of 1,000 messages is shown. */
export async function countOpening(): Promise<number> {
  const { storage, countTrips } = farStorage()
  const id = 'long'
  const claim = await storage.claim(id, { at: 1 })
  const messages = Array.from({ length: 1_000 }, (_, nth) => ({
    id: `m${nth}`,
    parentId: nth === 0 ? null : `m${nth - 1}`,
    createdAt: nth,
    role: 'user' as const,
    content: `Message ${nth}: ${'word '.repeat(40)}`,
  }))
  await claim?.write({ at: 1, messages, session: { head: 'm999' } })
  await claim?.release()
  const before = countTrips()
  const agent = createAgent({ model: scriptedModel([]), storage, session: id })
  await agent.sessions.opening
  if (agent.history.messages.at(-1)?.id !== 'm999') throw new Error('Nothing is shown.')
  const trips = countTrips() - before
  agent.sessions.close()
  return trips
}
