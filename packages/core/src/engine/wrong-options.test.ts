import { scriptedModel } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failureOf } from '../../test/agent-under-test.ts'
import { AgentError, type AgentOptions, createAgent } from '../index.ts'

afterEach(() => vi.unstubAllEnvs())

/** Makes an agent as in production, where a page does not check every option itself. */
function inProduction(options: object) {
  vi.stubEnv('NODE_ENV', 'production')
  const model = scriptedModel(['done'])
  const agent = createAgent({ model, ...options } as AgentOptions)
  const ends: string[] = []
  agent.on('*', ({ type }) => void ends.push(type))
  return { agent, model, ends }
}

describe('a wrong option that the page did not check', () => {
  it.each([
    ['instructions', 5],
    ['settle', 500],
    ['rates', { a: 1 }],
    ['reasoning', 'high'],
    ['retry', 3],
    ['toolCache', new Map()],
    ['guardrails', [{ name: 'x', phase: 'both', check: () => true }]],
    ['metadata', 'x'],
    ['userId', 5],
  ])('fails the run with its name before any request: %s', async (name, value) => {
    const { agent, model, ends } = inProduction({ [name]: value })
    const error = await failureOf(agent.chat('Hi'))
    expect(error).toBeInstanceOf(AgentError)
    expect(error.message).toContain(name)
    const result = await agent.execute('Hi')
    expect([result.status, result.error]).toEqual(['failed', expect.any(AgentError)])
    expect(model.requests).toHaveLength(0)
    expect(ends.filter((type) => type === 'agent:failed')).toHaveLength(2)
  })
})
