import { call, calls, flush, type Reply } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf, lastOfUser } from '../../../test/agent-under-test.ts'
import { conversation } from '../../index.ts'
import type { AgentOptions } from '../../options.ts'
import type { AgentEvent } from '../../events.ts'
import { memoryStorage } from '../keeping/index.ts'
import { outputGuardrail } from './index.ts'
import { pluginAt } from '../../../test/plugin-at.ts'

const secret = '123-45-6789'
const hasNoNumber = (text: string): true | string => !text.includes('123-') || 'It holds a number.'
const noPii = outputGuardrail('no-pii', hasNoNumber)
const buffered = outputGuardrail('no-pii', hasNoNumber, { buffer: true })

/** Creates an agent with a storage, and keeps its events and what it showed. */
function watched(replies: Reply[], options: Partial<AgentOptions>) {
  const storage = memoryStorage()
  const under = agentUnderTest(replies, { storage, ...options })
  const events: AgentEvent[] = []
  const shown: string[] = []
  under.agent.on('*', (event) => events.push(event))
  under.agent.subscribe(({ draft }) => {
    shown.push(`${draft?.content ?? ''}${draft?.reasoning ?? ''}`)
  })
  under.agent.history.subscribe(({ messages }) => shown.push(JSON.stringify(messages)))
  const rows = async (): Promise<string> => {
    const infos = await storage.list()
    const read = infos.map(({ id }) => storage.readMessages(id, { from: 0 }))
    return JSON.stringify([infos, await Promise.all(read)])
  }
  return { ...under, events, shown: () => shown.join('\n'), rows }
}

/** A model's message of two pieces, the second of which is refused. */
const leaky: Reply = { text: `Her number is ${secret}.`, reasoning: `It is ${secret}` }

describe('R72 a refused answer', () => {
  it('R72 is in no history, result, error, row, sink, plug-in, export or later request', async () => {
    const told: unknown[] = []
    const { agent, model, rows } = watched([leaky, 'fine', 'also fine'], {
      use: [noPii, conversation({ append: (message) => void told.push(message) })],
      request: { keepRaw: true },
    })
    agent.use(pluginAt('message', ({ message }) => void told.push(message)))
    const run = agent.chat('go')
    const error = await failureOf(run)
    expect(error).toMatchObject({ name: 'GuardrailError', phase: 'output', guardrail: 'no-pii' })
    const late: AgentEvent[] = []
    for await (const event of run) late.push(event)
    const exported = await agent.sessions.export(agent.sessions.getState().current)
    const { message, content, messages, trace, events } = error
    const everything = [
      { message, content, messages, trace, events },
      [error, run.events, run.report, late, exported, told],
      [agent.history.all, agent.getState()],
    ]
    expect(JSON.stringify(everything)).not.toContain('123-45')
    expect(await rows()).not.toContain('123-45')
    expect((await agent.resume()).content).toBe('fine')
    await agent.chat('thanks')
    expect(JSON.stringify(model.requests)).not.toContain('123-45')
    expect(agent.history.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ])
  })

  it('R72 is in no result of `execute`, and counts its usage', async () => {
    const { agent } = agentUnderTest([leaky], { use: [noPii], request: { keepRaw: true } })
    const result = await agent.execute('go')
    expect(result).toMatchObject({ status: 'failed', content: '', finishReason: 'other' })
    expect(result.usage.totalTokens).toBeGreaterThan(0)
    expect(result.report.iterations).toHaveLength(1)
    expect(JSON.stringify(result)).not.toContain('123-45')
  })

  it('R72 leaves the screen at once, and the page shows what was there before', async () => {
    const { agent, shown } = watched(['hello', leaky], { use: [noPii] })
    await agent.chat('hi')
    const during: (string | undefined)[] = []
    agent.on('agent:warning', () => {
      during.push(agent.getState().draft?.content)
    })
    await failureOf(agent.chat('go'))
    expect(shown()).toContain('123')
    expect(during).toEqual([undefined])
  })

  it('R72 with calls runs none of them', async () => {
    const ran: string[] = []
    const reply = { text: `Mailing ${secret}`, ...calls(call('mail')) }
    const { agent, model } = agentUnderTest([calls(call('look')), reply, 'fine'], {
      tools: [anyTool('mail', () => ran.push('mail')), anyTool('look', () => ran.push('look'))],
      use: [noPii],
    })
    await failureOf(agent.chat('go'))
    expect(ran).toEqual(['look'])
    expect(agent.history.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect((await agent.resume()).content).toBe('fine')
    expect(JSON.stringify(model.requests)).not.toContain('123-45')
  })

  it('R72 written again leaves the answer before it as another branch', async () => {
    const { agent } = agentUnderTest(['one', leaky, 'two'], { use: [noPii] })
    await agent.chat('go')
    await failureOf(agent.resume({ from: lastOfUser(agent) }))
    expect(JSON.stringify(agent.history.all)).not.toContain('123-45')
    expect((await agent.resume()).content).toBe('two')
    expect(agent.history.branches(agent.history.head ?? '')).toHaveLength(2)
  })

  it.each([
    [
      'is cut off',
      { text: `Her number is ${secret}`, finishReason: null } as Reply,
      'GuardrailError',
    ],
    ['is stopped', { text: `Her number is ${secret}`, hang: true } as Reply, 'CancellationError'],
  ])('R72 is not kept either if it %s', async (_how, reply, name) => {
    const { agent, model, shown, rows } = watched([reply, 'fine'], { use: [noPii] })
    const run = agent.chat('go')
    const failed = failureOf(run)
    await model.requested(1)
    while (name === 'CancellationError' && !shown().includes('6789')) await flush()
    if (name === 'CancellationError') run.cancel({ kind: 'user' })
    expect((await failed).name).toBe(name)
    expect(JSON.stringify(agent.history.all)).not.toContain('123-45')
    expect(await rows()).not.toContain('123-45')
    expect((await agent.resume()).content).toBe('fine')
  })

  it('R72 keeps the part of a stopped answer that its checks accept at once', async () => {
    const { agent, shown } = watched([{ text: 'All is', hang: true }], { use: [noPii] })
    const run = agent.chat('go')
    const failed = failureOf(run)
    while (!shown().includes('All is')) await flush()
    run.cancel({ kind: 'user' })
    await failed
    expect(JSON.stringify(agent.history.messages)).toContain('All is')
  })

  it('R72 is one that a plug-in made, too', async () => {
    const { agent } = agentUnderTest(['fine'], { use: [noPii] })
    agent.use(
      pluginAt('after request', ({ response }) => ({ response: { ...response, content: secret } })),
    )
    expect(await failureOf(agent.chat('go'))).toMatchObject({ phase: 'output' })
  })

  it('R72 is refused by the innermost of several checks first, and by one that throws', async () => {
    const cause = new Error('broken')
    const breaks = outputGuardrail('breaks', () => Promise.reject(cause))
    const { agent } = agentUnderTest(['a', leaky], { use: [breaks, noPii] })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ guardrail: 'breaks', cause })
    expect(agent.history.messages).toHaveLength(1)
    expect(await failureOf(agent.chat('go'))).toMatchObject({ guardrail: 'no-pii' })
  })

  it('R72 that waits for a slow check ends with Stop', async () => {
    const asked = Promise.withResolvers<void>()
    let signal: AbortSignal | undefined
    const slow = outputGuardrail('slow', (_text, at) => {
      signal = at.signal
      asked.resolve()
      return new Promise(() => undefined)
    })
    const { agent } = agentUnderTest(['one'], { use: [slow] })
    const run = agent.chat('go')
    await asked.promise
    run.cancel({ kind: 'user' })
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user' } })
    expect(signal?.aborted).toBe(true)
    expect(agent.history.messages.map(({ role }) => role)).toEqual(['user'])
  })
})

describe('R72 with `buffer`', () => {
  it('R72 nothing of a refused message is shown, told or run', async () => {
    const ran: string[] = []
    const reply = { ...(leaky as object), ...calls(call('mail', { to: secret })) } as Reply
    const { agent, events, shown } = watched([reply], {
      tools: [anyTool('mail', () => ran.push('mail'))],
      use: [buffered],
    })
    await failureOf(agent.chat('go'))
    expect(JSON.stringify(events)).not.toContain('123-45')
    expect(shown()).not.toContain('123-45')
    expect(ran).toEqual([])
  })

  it('R72 an accepted message is shown whole, after all checks', async () => {
    const check = Promise.withResolvers<true>()
    const asked = Promise.withResolvers<void>()
    const later = outputGuardrail('later', () => {
      asked.resolve()
      return check.promise
    })
    const fine: Reply = { text: 'All is fine.', reasoning: 'Is it?', ...calls(call('look')) }
    const { agent, events, shown } = watched([fine, 'done'], {
      tools: [anyTool('look')],
      use: [buffered, later],
    })
    const run = agent.chat('go')
    await asked.promise
    await flush()
    expect(shown()).not.toContain('fine')
    expect(events.filter(({ type }) => type === 'agent:delta')).toEqual([])
    expect(agent.getState()).toMatchObject({ status: 'running', draft: { content: '' } })
    check.resolve(true)
    await run
    const told = events.flatMap((event) =>
      event.type === 'agent:delta' ? [[event.of, event.text]] : [],
    )
    expect(told).toEqual([
      ['reasoning', 'Is it?'],
      ['text', 'All is fine.'],
      ['call', '{}'],
      ['text', 'done'],
    ])
  })

  it('R72 shows what a plug-in made of the message, not what the model wrote', async () => {
    const { agent, events } = watched([leaky], { use: [buffered] })
    agent.use(
      pluginAt('after request', ({ response }) => ({
        response: { ...response, content: 'Withheld.', reasoning: undefined },
      })),
    )
    expect((await agent.chat('go')).content).toBe('Withheld.')
    expect(JSON.stringify(events)).not.toContain('123-45')
  })
})
