import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import { memoryStorage } from '../keeping/index.ts'
import { redaction } from '../redaction/index.ts'

describe('redaction', () => {
  it('A10 leaves the page its own value in the events, and the history and the storage none', async () => {
    const storage = memoryStorage()
    const value = { name: 'Ada', password: 'hunter2 of Ada' }
    const { agent } = agentUnderTest([calls(call('read')), 'done'], {
      tools: [anyTool('read', () => value)],
      use: [redaction()],
      storage,
    })
    const results: unknown[] = []
    agent.on('agent:tool_succeeded', ({ result }) => void results.push(result))
    await agent.chat('go')
    expect(results).toEqual([value])
    const id = agent.sessions.current
    const stored = JSON.stringify([
      await storage.read(id),
      await storage.readMessages(id, { from: 0 }),
    ])
    expect(stored).toContain('Ada')
    expect(stored).not.toContain('hunter2')
    expect(JSON.stringify(agent.history.messages)).not.toContain('hunter2')
  })
})
