import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import { runAgent } from '../features/code/index.ts'
import type { AgentPlugin } from '../index.ts'

afterEach(() => void vi.restoreAllMocks())

describe('members of plug-ins of names that do not exist', () => {
  it('are told of once, with the nearest name', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { agent } = agentUnderTest(['one', 'two'])
    const plugin = (name: string, members: object): AgentPlugin => ({ name, ...members })
    agent.use(plugin('b', { requests: () => undefined, message: () => undefined }))
    agent.use(plugin('c', { message: () => undefined }))
    await agent.chat('1')
    await agent.chat('2')
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringMatching(/"requests" of plug-in "b".*Use `request`/),
    ])
    await runAgent(() => 1, {
      use: [
        plugin('d', {
          calls: () => undefined,
          call: (_at: unknown, next: () => unknown) => next(),
        }),
      ],
    })
    expect(warn.mock.calls.flat().slice(1)).toEqual([
      expect.stringMatching(/"calls" of plug-in "d".*Use `call`/),
    ])
  })
})
