import { noUsage } from '../../model/usage.ts'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, failureOf } from '../../../test/agent-under-test.ts'
import { type AgentStorage, memoryStorage, type SessionClaim, type SessionNote } from './index.ts'

const run = { runId: 'theirs', iterations: 0, usage: noUsage, charged: {} }

/** A conversation whose session another page has claimed. */
async function claimedElsewhere() {
  const listeners = new Set<(note: SessionNote) => void>()
  const refused: string[] = []
  const memory = memoryStorage()
  const storage: AgentStorage = {
    ...memory,
    watch: (_id, listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    claim: async (id, options) => {
      const claim = await memory.claim(id, options)
      if (!claim) refused.push(id)
      return claim
    },
  }
  const { agent } = agentUnderTest(['Hello', 'Yes'], { storage })
  await agent.chat('Hi')
  const theirs = (await memory.claim(agent.sessions.current, { at: 1 })) as SessionClaim
  const begin = async (): Promise<void> => {
    const { next } = await theirs.write({ at: 1, session: { run } })
    for (const listener of listeners) listener({ type: 'advanced', next, isRunning: true })
  }
  const waits = (): Promise<void> => vi.waitFor(() => expect(refused).not.toEqual([]))
  return { agent, theirs, begin, waits }
}

describe('a chat that waits for no other run', () => {
  it('waits for a page that has the session for a moment, and runs nothing in it', async () => {
    const { agent, theirs, waits } = await claimedElsewhere()
    const chatting = agent.chat('And now?', { onBusy: 'reject' })
    await waits()
    await theirs.release()
    await chatting
    expect(agent.history.messages.at(-1)).toMatchObject({ role: 'assistant' })
  })

  it('is refused while another page runs the session', async () => {
    const { agent, begin } = await claimedElsewhere()
    await begin()
    const chatting = agent.chat('And now?', { onBusy: 'reject' })
    expect(await failureOf(chatting)).toMatchObject({ code: 'busy' })
  })

  it('is refused once the page that has the session begins to run it', async () => {
    const { agent, begin, waits } = await claimedElsewhere()
    const chatting = failureOf(agent.chat('And now?', { onBusy: 'reject' }))
    await waits()
    await begin()
    expect(await chatting).toMatchObject({ code: 'busy' })
  })
})
