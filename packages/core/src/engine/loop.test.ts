import { call, calls, text } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { AgentError, BudgetExceededError } from '../index.ts'

afterEach(() => vi.restoreAllMocks())

const always = { otherwise: { text: 'again', calls: [call('x')] } }

describe('the loop', () => {
  it('R16 makes one model call when the model asks for nothing', async () => {
    const { agent, model } = agentUnderTest(['hello'])
    const result = await agent.chat('hi')
    expect(result).toMatchObject({ content: 'hello', finishReason: 'stop', status: 'completed' })
    expect(model.requests).toHaveLength(1)
  })

  it('R16 stops a model that always calls a tool after ten model calls and ten runs', async () => {
    let ran = 0
    const { agent, model } = agentUnderTest([], { tools: [anyTool('x', () => ran++)] }, always)
    const error = await failureOf(agent.chat('go'))
    expect(error).toBeInstanceOf(BudgetExceededError)
    expect(error).toMatchObject({ budgetKey: 'iterations', limit: 10, content: 'again' })
    expect(error.trace).toHaveLength(10)
    expect(error.messages).toHaveLength(21)
    expect(error.usage).toMatchObject({ promptTokens: 100, completionTokens: 50, totalTokens: 150 })
    expect(ran).toBe(10)
    expect(model.requests).toHaveLength(10)
  })

  it('R17 resolves when the answer comes on the last allowed iteration', async () => {
    const { agent } = agentUnderTest([calls(call('x')), calls(call('x')), 'done'], {
      tools: [anyTool('x')],
      limits: { iterations: 3 },
    })
    expect((await agent.chat('go')).content).toBe('done')
  })

  it('R17 `execute` resolves with the error in the envelope', async () => {
    const { agent } = agentUnderTest([], { tools: [anyTool('x')] }, always)
    const result = await agent.execute('go', { limits: { iterations: 2 } })
    expect(result).toMatchObject({
      status: 'failed',
      content: 'again',
      error: { budgetKey: 'iterations', limit: 2 },
    })
    expect(result.trace).toHaveLength(2)
    expect(result.report).toMatchObject({
      status: 'failed',
      iterations: [{ index: 0 }, { index: 1 }],
    })
  })

  it('goes on in the same history, turn after turn', async () => {
    const { agent, model } = agentUnderTest(['one', 'two'])
    await agent.chat('1')
    await agent.chat('2')
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(agent.history.messages.map(({ parentId }) => parentId)).toEqual([
      null,
      ...agent.history.messages.slice(0, -1).map(({ id }) => id),
    ])
  })

  it('keeps text that comes with calls', async () => {
    const { agent, model } = agentUnderTest([text('Let me see.', calls(call('x'))), 'done'], {
      tools: [anyTool('x')],
    })
    await agent.chat('go')
    expect(model.requests[1]?.prompt[1]?.content).toMatchObject([
      { type: 'text', text: 'Let me see.' },
      { type: 'tool-call', toolName: 'x' },
    ])
  })

  it('R51 ends after an iteration whose calls were all silent', async () => {
    const { agent, model } = agentUnderTest([text('Shown.', calls(call('show')))], {
      tools: [anyTool('show', () => ({ big: 'data' }), { result: { silent: true } })],
    })
    const run = agent.chat('go')
    expect(await run).toMatchObject({ content: 'Shown.', status: 'completed' })
    expect(model.requests).toHaveLength(1)
    expect(JSON.stringify(agent.history.messages)).not.toContain('big')
    expect(run.events.find(({ type }) => type === 'agent:tool_succeeded')).toMatchObject({
      result: { big: 'data' },
    })
  })

  it('R51 goes on after a mixed iteration, and the silent result stays with the page', async () => {
    const { agent, model } = agentUnderTest([calls(call('show'), call('x')), 'done'], {
      tools: [anyTool('show', () => 'SECRET', { result: { silent: true } }), anyTool('x')],
    })
    expect((await agent.chat('go')).content).toBe('done')
    expect(JSON.stringify(model.requests)).not.toContain('SECRET')
  })

  it('R51 goes on after a silent call that failed: the model must know', async () => {
    const { agent, model } = agentUnderTest([calls(call('show')), 'sorry'], {
      tools: [anyTool('show', () => Promise.reject(new Error('no')), { result: { silent: true } })],
    })
    expect((await agent.chat('go')).content).toBe('sorry')
    expect(model.requests).toHaveLength(2)
  })

  it('takes parts, URLs and blobs as input', async () => {
    const { agent, model } = agentUnderTest(['seen'])
    await agent.chat([
      { type: 'text', text: 'What is this?' },
      { type: 'image', data: new URL('https://example.com/a.png') },
      { type: 'file', data: new Blob(['hi'], { type: 'text/plain' }) },
      { type: 'audio', data: 'data:audio/wav;base64,AAAA' },
    ])
    expect(model.requests[0]?.prompt[0]?.content).toMatchObject([
      { type: 'text', text: 'What is this?' },
      {
        type: 'file',
        mediaType: 'image',
        data: { type: 'url', url: new URL('https://example.com/a.png') },
      },
      { type: 'text', text: 'A file (text/plain):\nhi' },
      { type: 'file', mediaType: 'audio/wav', data: { type: 'data', data: 'AAAA' } },
    ])
    expect(() => JSON.stringify(agent.history.messages)).not.toThrow()
  })

  it.each([
    [{ model: 'gpt' }, '`model`'],
    [{ limits: { iterations: 0 } }, 'limits.iterations'],
    [{ limits: { iterations: 1.5 } }, 'limits.iterations'],
    [{ limits: { tokens: -1 } }, 'limits.tokens'],
    [{ limits: { steps: 3 } }, '"steps"'],
    [{ prices: { m: { input: -1, output: 1 } } }, 'prices["m"].input'],
    [{ request: { retry: -1 } }, 'request.retry'],
    [{ calls: { mode: 'manual' } }, 'calls.mode'],
    [{ calls: { order: 'both' } }, 'calls.order'],
    [{ calls: { concurrency: 0 } }, 'calls.concurrency'],
    [{ calls: { arguments: 'loose' } }, 'calls.arguments'],
    [{ calls: { errors: 'ignore' } }, 'calls.errors'],
    [{ onBusy: 'wait' }, 'onBusy'],
    [{ settle: -1 }, 'settle'],
  ])('refuses %j at once, naming the option', (options, named) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const wrong = options as object
    expect(() => agentUnderTest([], wrong)).toThrow(AgentError)
    expect(() => agentUnderTest([], wrong)).toThrow(named)
    const { agent } = agentUnderTest([])
    expect(() => agent.with(wrong)).toThrow(named)
    expect(() => agent.chat('hi', wrong)).toThrow(AgentError)
    expect(agent.history.messages).toEqual([])
  })
})
