import { scriptedModel } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import { AgentError, createAgent, Scope, Tool } from '../index.ts'

beforeEach(() => vi.stubEnv('NODE_ENV', 'production'))
afterEach(() => vi.unstubAllEnvs())

const guardrail = { name: 'x', check: () => true }

describe('a wrong option in production', () => {
  it.each([
    ['limits', { maxTokens: 1 }],
    ['limits', { tokens: '1' }],
    ['limits', [1]],
    ['limits', { toolCalls: 1 }],
    ['limits', { calls: { spent: 0, max: 1 } }],
    ['prices', { a: 1 }],
    ['prices', { a: { input: 1 } }],
    ['prices', { a: { input: 1, output: 1, cached: 0.1 } }],
    ['request', { retry: { max: Number.NaN } }],
    ['request', { reasoning: 'most' }],
    ['calls', { order: 'off' }],
    ['calls', { maxResultBytes: '64 kB' }],
    ['calls', 'return'],
    ['calls', { mode: 'Return' }],
    ['user', 'ann'],
    ['settle', 'soon'],
    ['guardrails', [{ ...guardrail, phase: 'both' }]],
    ['guardrails', [() => true]],
    ['approval', () => true],
    ['approval', { ask: 'some' }],
    ['audit', []],
    ['redaction', { patterns: [] }],
    ['sandbox', {}],
    ['tools', [{ name: 'x', description: 'x', handler: () => 1 }]],
    ['scopes', [{ name: 's' }]],
    ['model', 'openai/gpt-5'],
  ])('is refused at once if it would take a guard or a limit away: %s', (name, value) => {
    const options: object = { [name]: value }
    expect(() => agentUnderTest([], options)).toThrow(AgentError)
    const { agent } = agentUnderTest([])
    expect(() => agent.with(options)).toThrow(AgentError)
    expect(() => agent.chat('Hi', options)).toThrow(AgentError)
    expect(() => agent.execute('Hi', options)).toThrow(AgentError)
  })

  it('of `on` registers no scope', () => {
    const subscribe = vi.fn(() => () => undefined)
    const scopes = [new Scope({ name: 's', enabled: { get: () => true, subscribe } })]
    const { agent } = agentUnderTest([])
    expect(() => agent.with({ scopes }).chat('Hi', { on: 'x' as never })).toThrow(AgentError)
    expect(subscribe).not.toHaveBeenCalled()
  })

  it.each([
    ['metadata', 'x'],
    ['user', { id: 5 }],
  ])('is not named otherwise, and a run ends once: %s', async (name, value) => {
    const { agent } = agentUnderTest(['done'], { [name]: value })
    const ends: string[] = []
    agent.on(
      '*',
      ({ type }) => void (/:(completed|failed|cancelled)$/.test(type) && ends.push(type)),
    )
    await agent.chat('Hi').catch(() => undefined)
    expect(ends).toHaveLength(1)
    expect(agent.history.messages[0]).toMatchObject({ content: 'Hi' })
  })

  it('is refused in place of the options themselves', () => {
    for (const options of [null, 'x', 1, []] as never[]) {
      expect(() => createAgent(options)).toThrow(AgentError)
    }
  })

  it('has a short message: its code, and where the codes are explained', () => {
    const make = (): unknown =>
      createAgent({ model: scriptedModel([]), limits: { maxTokens: 1 } as object })
    expect(make).toThrow(/\(unknownOption\).*docs\/reference\/errors\.md/)
    expect(make).not.toThrow('maxTokens')
    const tool = { name: 'two words', description: 'x', handler: () => 1 }
    expect(() => new Tool(tool)).toThrow(/\(toolName\)/)
  })
})
