import { call, calls, promptFaults } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { AgentError, type ChatInput } from '../index.ts'

const blob = new Blob(['x'], { type: 'text/plain' })

const empty: [string, ChatInput][] = [
  ['no text', ''],
  ['blank text', '  \n'],
  ['no part', []],
  ['blank parts', [{ type: 'text', text: ' ' }]],
]
const wrong: [string, unknown, string][] = [
  ['null', null, 'is empty'],
  ['undefined', undefined, 'is empty'],
  ['a number', 7, 'The input is neither a string nor an array'],
  ['a null part', [null], 'The input[0] is no object'],
  ['an unknown part', [{ type: 'video', data: '' }], 'The input[0].type is none of text, image'],
  ['a text part without text', ['x', { type: 'text' }].slice(1), 'The input[0].text is no string'],
  [
    'an image of no URL',
    [{ type: 'image', data: 'https://' }],
    'The input[0].data is no valid URL',
  ],
  ['a file without data', [{ type: 'text', text: 'a' }, { type: 'file' }], 'The input[1].data'],
]

describe('a message that is empty or no message', () => {
  it.each([...empty.map(([name, input]) => [name, input, 'is empty'] as const), ...wrong])(
    'R23 is refused before it enters the history: %s',
    async (_name, given, words) => {
      const input = given as ChatInput
      const { agent, model } = agentUnderTest(['done', 'edited', 'last'])
      const { messages } = await agent.chat('go')
      const [first] = messages
      for (const onBusy of ['reject', 'queue', 'steer', 'interrupt'] as const) {
        const run = agent.chat(input, { onBusy })
        const error = await failureOf(run)
        expect(error.message).toContain(words)
        expect(run.events.map(({ type }) => type)).toEqual(['agent:started', 'agent:failed'])
      }
      expect((await failureOf(agent.chat(input, { replaces: first?.id ?? '' }))).message).toContain(
        words,
      )
      expect(agent.history.messages).toEqual(messages)
      expect(agent.history.branches(first?.id ?? '')).toHaveLength(1)
      const { error, status } = await agent.execute(input === undefined ? '' : input)
      expect(status).toBe('failed')
      expect(AgentError.is(error)).toBe(true)
      expect(model.requests).toHaveLength(1)
    },
  )

  it('R23 changes nothing for the chat that runs: it is not steered, queued or interrupted', async () => {
    const gate = Promise.withResolvers<void>()
    const { agent, model } = agentUnderTest([calls(call('wait')), 'done'], {
      tools: [anyTool('wait', () => gate.promise)],
    })
    const run = agent.chat('go')
    await model.requested(1)
    for (const onBusy of ['queue', 'steer', 'interrupt'] as const) {
      expect((await failureOf(agent.chat(' ', { onBusy }))).message).toContain('is empty')
    }
    expect(agent.queue.getState().waiting).toEqual([])
    expect(agent.getState()).toMatchObject({ status: 'running', runId: run.id })
    gate.resolve()
    expect((await run).content).toBe('done')
    expect(agent.history.messages.filter(({ role }) => role === 'user')).toHaveLength(1)
  })

  it('takes a file that stands alone, and leaves empty texts beside it out', async () => {
    const { agent, model } = agentUnderTest(['done', 'again'])
    await agent.chat([{ type: 'file', data: blob }])
    await agent.chat([
      { type: 'text', text: '' },
      { type: 'image', data: 'https://a.example/b.png' },
    ])
    expect(agent.history.messages.filter(({ role }) => role === 'user')).toMatchObject([
      { content: [{ type: 'file', mediaType: 'text/plain' }] },
      { content: [{ type: 'image' }] },
    ])
    for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
  })
})
