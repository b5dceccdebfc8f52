import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import { runAgent } from '../features/code/index.ts'
import type { AgentPlugin } from '../index.ts'

afterEach(() => void vi.restoreAllMocks())

describe('handlers and members of plug-ins of names that do not exist', () => {
  it('are told of once, with the nearest name', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { agent } = agentUnderTest(['one', 'two'])
    agent.on('run.start' as never, () => undefined)
    agent.on('tool_failed' as never, () => undefined, { once: true })
    agent.on('*', () => undefined)
    const plugin = (name: string, members: object): AgentPlugin => ({ name, ...members })
    agent.use(plugin('b', { requests: () => undefined, message: () => undefined }))
    agent.use(plugin('c', { message: () => undefined }))
    await agent.chat('1')
    await agent.chat('2')
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringMatching(/no event "run\.start".*"agent:started"/),
      expect.stringMatching(/no event "tool_failed".*"agent:tool_failed"/),
      expect.stringMatching(/"requests" of plug-in "b".*Use `request`/),
    ])
    await runAgent(() => 1, {
      on: { 'agent:tool.end': () => undefined } as never,
      use: [
        plugin('d', {
          calls: () => undefined,
          call: (_at: unknown, next: () => unknown) => next(),
        }),
      ],
    })
    expect(warn.mock.calls.flat().slice(3)).toEqual([
      expect.stringMatching(/"calls" of plug-in "d".*Use `call`/),
      expect.stringMatching(/no event "agent:tool\.end"/),
    ])
  })
})
