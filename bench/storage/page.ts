import { indexedDbStorage, type AgentStorage } from 'ambit/storage'
import { createAgent, type Message, Tool } from 'ambit'
import { calls, type Reply, scriptedModel } from '@ambit/testing'
import { createLarge } from './large.ts'
import type { LargeStep } from './large-steps.ts'

/** The functions that the benchmark calls in the page. */
export interface StorageBench {
  /** Resolves with the milliseconds of each call of one run, from its start to its answer. */
  timeCalls(isStored: boolean, count: number): Promise<number[]>
  /** Stores a session of `count` messages of about 1 kB each, and resolves with its id. */
  fill(count: number): Promise<string>
  /**
   * Resolves with the milliseconds until the newest messages are there, those until all are there,
   * and those of the longest task meanwhile.
   */
  timeOpening(id: string): Promise<{ newestMs: number; allMs: number; longestMs: number }>
  /** Makes a file of a conversation of `count` messages, some with a photo. */
  makeLarge(count: number, photos: number, photoBytes: number): Promise<void>
  /** Does one step with that conversation, and resolves with the milliseconds that it took. */
  doLarge(step: LargeStep): Promise<number>
}

declare global {
  interface Window {
    storageBench: StorageBench
  }
}

const note = new Tool({ name: 'note', description: 'Note', handler: () => ({ ok: true }) })

const agentWith = (replies: Iterable<Reply>, storage: AgentStorage | undefined, session = 'new') =>
  createAgent({
    model: scriptedModel(replies),
    tools: [note],
    storage,
    session,
    limits: { iterations: 1_000 },
  })

const kilobyte = 'A sentence of a conversation. '.repeat(32)

let large: ((step: LargeStep) => Promise<number>) | undefined

window.storageBench = {
  makeLarge: async (count, photos, photoBytes) => {
    large = await createLarge(count, photos, photoBytes)
  },
  doLarge: async (step) => (await large?.(step)) ?? 0,
  timeCalls: async (isStored, count) => {
    const replies: Reply[] = Array.from({ length: count }, () => calls({ name: 'note' }))
    const storage = isStored ? indexedDbStorage({ name: 'calls' }) : undefined
    const agent = agentWith([...replies, 'Done'], storage)
    const times: number[] = []
    let startedAt = 0
    agent.on('agent:tool_started', () => (startedAt = performance.now()))
    agent.on('agent:tool_succeeded', () => times.push(performance.now() - startedAt))
    await agent.chat('Note it')
    return times
  },
  fill: async (count) => {
    const storage = indexedDbStorage({ name: 'long' })
    const claim = await storage.claim('long', { at: 1 })
    for (let from = 0; from < count; from += 500) {
      const messages = Array.from({ length: 500 }, (_, nth): Message => ({
        id: `m${from + nth}`,
        parentId: from + nth ? `m${from + nth - 1}` : null,
        role: 'user',
        createdAt: 1,
        content: kilobyte,
      }))
      await claim?.write({ at: 1, messages, session: { head: `m${from + 499}` } })
    }
    await claim?.release()
    return 'long'
  },
  timeOpening: async (id) => {
    const agent = agentWith([], indexedDbStorage({ name: 'long' }))
    await agent.sessions.opening
    let longestMs = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration)
    })
    observer.observe({ type: 'longtask' })
    const startedAt = performance.now()
    await agent.sessions.open(id)
    const newestMs = performance.now() - startedAt
    while (agent.sessions.getState().hasOlder) await agent.sessions.loadOlder()
    const allMs = performance.now() - startedAt
    await new Promise((resolve) => setTimeout(resolve, 100))
    observer.disconnect()
    return { newestMs, allMs, longestMs }
  },
}
