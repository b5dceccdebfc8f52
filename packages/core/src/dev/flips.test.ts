import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, calls } from '@ambit/testing'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { digest, steadyTools } from '../features/tool-list/index.ts'
import { type AgentOptions, Scope } from '../index.ts'

const warn = vi.spyOn(console, 'warn')

const long = 'It tells what an order holds. '.repeat(40)

/** Plays turns of three requests on a page with a tool that goes off or on with each call. */
async function play(options: Partial<AgentOptions> = {}, turns = 1): Promise<string[]> {
  let isOn = true
  const flipping = anyTool('flip', undefined, { enabled: () => isOn })
  const change = anyTool('change', () => (isOn = !isOn))
  const { agent } = agentUnderTest(
    Array.from({ length: turns }, () => [
      calls(call('change')),
      calls(call('change')),
      'ok',
    ]).flat(),
    { instructions: long.repeat(4), tools: [flipping, change], ...options },
  )
  for (let turn = 0; turn < turns; turn++) await agent.chat('go')
  return warn.mock.calls.map(String)
}

describe('flips of tools', () => {
  beforeEach(() => void warn.mockReset().mockReturnValue())
  afterEach(() => vi.unstubAllEnvs())

  it('that cost over 2,000 tokens in a turn are told once, with both remedies', async () => {
    const told = await play({}, 3)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/about \d{4} prompt tokens in one turn/)
    expect(told[0]).toContain('steadyTools()')
    expect(told[0]).toContain('digest()')
  })

  it('that cost less are not told, however many turns have them', async () => {
    expect(await play({ instructions: long }, 6)).toEqual([])
  })

  it.each([steadyTools, digest])('are not told of %o', async (toolList) => {
    expect(await play({ use: [toolList()] }, 2)).toEqual([])
  })

  it('are not told in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(await play({}, 2)).toEqual([])
  })

  it('are not the tools that a page has for the first time', async () => {
    const { agent } = agentUnderTest([], { instructions: long.repeat(20) }, { otherwise: 'ok' })
    for (const name of ['a', 'b', 'c']) {
      agent.scopes.register(new Scope({ name, tools: [anyTool(name)] }))
      await agent.chat('go')
    }
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('more tools than a provider takes', () => {
  beforeEach(() => void warn.mockReset().mockReturnValue())
  const tools = Array.from({ length: 129 }, (_, at) => anyTool(`t${at}`))

  it.each([
    ['openai', 'gpt-a', 129, 1],
    ['ambit-proxy', 'azure/gpt-b', 129, 1],
    ['openai', 'gpt-c', 128, 0],
    ['anthropic', 'claude', 129, 0],
  ])('are told once: %s %s with %i tools', async (provider, modelId, count, times) => {
    const { agent } = agentUnderTest(
      [],
      { tools: tools.slice(0, count) },
      { otherwise: 'ok', provider, modelId },
    )
    await agent.chat('go')
    await agent.chat('again')
    const told = warn.mock.calls.map(String).filter((words) => words.includes('at most 128'))
    expect(told).toHaveLength(times)
  })
})
