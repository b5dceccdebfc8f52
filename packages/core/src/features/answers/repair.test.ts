import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { AgentError } from '../../index.ts'
import { repair } from '../answers/index.ts'
import { memoryLedger } from '../budgets/index.ts'

const guests = z.object({ guests: z.array(z.string()), count: z.coerce.number().default(0) })

describe('output', () => {
  it('R50 goes to the model natively and in words, and its data is the answer as it is read', async () => {
    const { agent, model } = agentUnderTest(['{"guests":["Ada"],"count":"1"}'], {
      instructions: 'Be kind.',
    })
    const { data, content } = await agent.execute('Who?', { output: guests })
    expect(data).toEqual({ guests: ['Ada'], count: 1 })
    expect(content).toBe('{"guests":["Ada"],"count":"1"}')
    const [request] = model.requests
    const format = request?.responseFormat
    expect(format).toMatchObject({ type: 'json', schema: { required: ['guests'] } })
    const said = request?.prompt[0]?.content
    expect(said).toMatch(/^Be kind\.\n\n/)
    expect(said).toContain(JSON.stringify(format?.type === 'json' && format.schema))
  })

  it('R50 is validated always: without repair what does not fit has no data, and its content', async () => {
    for (const answer of ['Ada and Bob', '{"guests":"Ada"}', '[]', '{"guests":["Ada"']) {
      const { agent, model } = agentUnderTest([answer])
      const result = await agent.chat('Who?', { output: guests })
      expect(result).toMatchObject({ status: 'completed', content: answer })
      expect(result).not.toHaveProperty('data')
      expect(model.requests).toHaveLength(1)
    }
  })

  it('R50 may stand in a fence, and comes after the tools', async () => {
    const fenced = '```json\n{"guests":[]}\n```'
    const { agent } = agentUnderTest([calls(call('x')), fenced], { tools: [anyTool('x')] })
    expect((await agent.chat('Who?', { output: guests })).data).toEqual({ guests: [], count: 0 })
  })

  it.each([
    ['prose', 'Here you go: {"guests":["Ada"]}. Anything else?'],
    ['prose and a fence', 'Sure!\n\n```json\n{"guests":["Ada"]}\n```\nAs you asked.'],
    ['a fence without a language', 'Sure!\n```\n{"guests":["Ada"]}\n```'],
    ['braces that are no JSON', 'A {name} is "{" here: {"guests":["Ada"]} }'],
    ['an object that does not fit', 'From {"id":1} I made {"guests":["Ada"]}'],
    ['braces in its text', 'So: {"guests":["Ada"],"count":"0","note":"} \\" {"}'],
    ['itself again', '{"guests":["Ada"]} that is {"guests": ["Ada"]}'],
  ])('R50 is found beside %s', async (_what, answer) => {
    const { agent } = agentUnderTest([answer])
    const { data, content } = await agent.chat('Who?', { output: guests })
    expect(data).toEqual({ guests: ['Ada'], count: 0 })
    expect(content).toBe(answer)
  })

  it.each([
    ['two objects fit', '{"guests":["Ada"]} or {"guests":["Bob"]}', 'several JSON objects'],
    ['a value does not fit', '{"guests":["Ada",7],"count":"x"}', 'At: guests.1, count.'],
    ['a value in prose does not fit', 'So: {"guests":"secret"}', 'At: guests.'],
    ['there is no JSON', 'Ada and a secret', 'not JSON'],
    ['it is cut', 'So: {"guests":["secret"', 'not JSON'],
    ['it is a list', '["secret"]', 'does not fit'],
  ])('R50 without repair warns, with no word of the answer: %s', async (_what, answer, told) => {
    const { agent } = agentUnderTest([answer])
    const run = agent.chat('Who?', { output: guests })
    const result = await run
    expect(result).not.toHaveProperty('data')
    expect(result.status).toBe('completed')
    const warnings = run.events.filter(({ type }) => type === 'agent:warning')
    expect(warnings).toMatchObject([
      { code: 'output_mismatch', message: expect.stringContaining(told) },
    ])
    expect(JSON.stringify(warnings)).not.toMatch(/secret|Ada/)
  })

  it('R50 that consists of braces takes no long time', async () => {
    const { agent } = agentUnderTest(['{'.repeat(200_000)])
    expect(await agent.chat('Who?', { output: guests })).not.toHaveProperty('data')
  })

  it('R50 has to be an object at the top', () => {
    const { agent } = agentUnderTest([])
    expect(() => agent.chat('Who?', { output: z.string() })).toThrow(AgentError)
  })
})

describe('repair', () => {
  it('R50 asks exactly once more, saying what is wrong, and that counts', async () => {
    const ledger = memoryLedger()
    const { agent, model } = agentUnderTest(['{"guests":"Ada"}', '{"guests":["Ada"]}'], {
      use: [ledger],
    })
    const result = await agent
      .with({ use: [repair({ maxAttempts: 1 })] })
      .chat('Who?', { output: guests })
    expect(result.data).toEqual({ guests: ['Ada'], count: 0 })
    expect(result.usage.totalTokens).toBe(30)
    expect(result.report.iterations).toHaveLength(2)
    expect(ledger.rows).toHaveLength(2)
    expect(JSON.stringify(model.requests[1]?.prompt.at(-1))).toContain('guests')
    expect(result.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ])
    expect(result.messages[2]).toMatchObject({ source: 'app' })
  })

  it('R50 rejects an answer that still does not fit, after as many attempts as it may make', async () => {
    for (const maxAttempts of [1, 2]) {
      const { agent, model } = agentUnderTest(['one', 'two', 'three', 'four'])
      const error = await failureOf(
        agent.with({ use: [repair({ maxAttempts })] }).chat('Who?', { output: guests }),
      )
      expect(error).toMatchObject({
        code: 'output',
        details: { issues: [{ message: expect.any(String) }] },
      })
      expect(model.requests).toHaveLength(maxAttempts + 1)
      expect(error.content).toBe(['two', 'three'][maxAttempts - 1])
    }
  })

  it('R50 R16 is an iteration like any other', async () => {
    const { agent } = agentUnderTest(['no', 'no'], { limits: { iterations: 1 } })
    const error = await failureOf(agent.with({ use: [repair()] }).chat('Who?', { output: guests }))
    expect(error).toMatchObject({ budgetKey: 'iterations', limit: 1, content: 'no' })
  })

  it('asks for nothing again where nothing is wrong, or no form is asked for', async () => {
    const { agent, model } = agentUnderTest(['{"guests":[]}', 'free'], { use: [repair()] })
    await agent.chat('Who?', { output: guests })
    expect((await agent.chat('And?')).content).toBe('free')
    expect(model.requests).toHaveLength(2)
    expect(() => repair({ maxAttempts: 0 })).toThrow(AgentError)
  })
})
