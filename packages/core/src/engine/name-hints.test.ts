import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import { runAgent } from '../features/code/index.ts'

afterEach(() => void vi.restoreAllMocks())

describe('handlers and hooks of names that do not exist', () => {
  it('are told of once, with the nearest name', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { agent } = agentUnderTest(['one', 'two'])
    agent.on('run.start' as never, () => undefined)
    agent.on('tool_failed' as never, () => undefined, { once: true })
    agent.on('*', () => undefined)
    agent.addHook('beforeToolCall' as 'onRunStart', () => undefined)
    agent.addHook('onIterationEnd', () => undefined)
    await agent.chat('1')
    await agent.chat('2')
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringMatching(/no event "run\.start".*"agent:started"/),
      expect.stringMatching(/no event "tool_failed".*"agent:tool_failed"/),
      expect.stringMatching(/no hook "beforeToolCall".*"preToolCall"/),
    ])
    await runAgent(() => 1, {
      on: { 'agent:tool.end': () => undefined } as never,
      hooks: { onRunFinish: () => undefined } as never,
    })
    expect(warn.mock.calls.flat().slice(3)).toEqual([
      expect.stringMatching(/no event "agent:tool\.end"/),
      expect.stringMatching(/no hook "onRunFinish".*"onRun/),
    ])
  })
})
