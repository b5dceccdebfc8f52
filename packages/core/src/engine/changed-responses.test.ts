import { call, calls, promptFaults, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import type { ModelResponse } from '../index.ts'
import { type Points, pluginAt } from '../../test/plugin-at.ts'

type Change = (response: ModelResponse) => Partial<ModelResponse>

/** Runs two chats. A plug-in changes the first response: a text, reasoning and two calls. */
async function changed(change: Change, isReturned = true) {
  const ran: unknown[] = []
  const tools = ['wipe', 'look'].map((name) =>
    anyTool(name, (args) => void ran.push({ name, args })),
  )
  const card = 'The card is 4111-1111.'
  const first = text(card, calls(call('wipe', { all: true }, 'c1'), call('look', { at: 1 }, 'c2')))
  const { agent, model } = agentUnderTest(
    [{ ...(first as object), reasoning: 'I see 4111-1111.', parts: [] } as never, 'done', 'again'],
    { tools },
  )
  let isFirst = true
  const act: Points['after request'] = ({ response }) => {
    if (!isFirst) return undefined
    isFirst = false
    const made = change(response)
    return isReturned ? { response: made } : undefined
  }
  agent.use(pluginAt('after request', act))
  await agent.chat('go')
  await agent.chat('and now?')
  const sent = JSON.stringify(model.requests.slice(1).map(({ prompt }) => prompt))
  for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
  return {
    ran,
    sent,
    stored: JSON.stringify(agent.history.messages),
    messages: agent.history.messages,
  }
}

const withoutWipe: Change = (response) => ({
  ...response,
  calls: response.calls.filter(({ name }) => name !== 'wipe'),
})

describe('a response that a plug-in changed', () => {
  it('R43 is sent and kept as returned: a call that was removed is in no request', async () => {
    const { ran, sent, stored } = await changed(withoutWipe)
    expect(ran).toEqual([{ name: 'look', args: { at: 1 } }])
    expect(sent + stored).not.toContain('wipe')
    expect(sent).toContain('The card is')
  })

  it('R43 has no call left in its parts when all are removed', async () => {
    const { ran, sent, messages } = await changed((response) => ({ ...response, calls: [] }))
    expect(ran).toEqual([])
    expect(sent).not.toContain('c1')
    expect(answersIn(messages)).toEqual([])
  })

  it('R43 is redacted everywhere: parts, storage and the next request', async () => {
    const redact = (said = ''): string => said.replaceAll(/[\d-]{5,}/g, '[card]')
    const { sent, stored } = await changed((response) => ({
      ...response,
      content: redact(response.content),
      reasoning: redact(response.reasoning),
    }))
    expect(sent + stored).not.toContain('4111')
    expect(sent).toContain('The card is [card].')
    expect(stored).toContain('I see [card].')
  })

  it('R43 runs and sends the arguments that the plug-in gave', async () => {
    const { ran, sent } = await changed((response) => ({
      ...response,
      calls: response.calls.map((asked) => ({ ...asked, arguments: { at: 7 } })),
    }))
    expect(ran).toMatchObject([{ args: { at: 7 } }, { args: { at: 7 } }])
    expect(sent).not.toContain('"all"')
  })

  it('R43 follows its parts if the plug-in changed only those', async () => {
    const { ran, sent, stored } = await changed((response) => ({
      ...response,
      parts: response.parts.filter((part) => part.type !== 'tool-call' || part.name !== 'wipe'),
    }))
    expect(ran).toMatchObject([{ name: 'look' }])
    expect(sent + stored).not.toContain('wipe')
  })

  it('R43 holds together if the plug-in changed it in place', async () => {
    const { ran, sent } = await changed((response) => {
      ;(response.calls as unknown[]).shift()
      return response
    }, false)
    expect(ran).toMatchObject([{ name: 'look' }])
    expect(sent).not.toContain('wipe')
  })

  it('R43 may ask for calls of its own, whatever their ids', async () => {
    const { ran, messages } = await changed((response) => ({
      ...response,
      calls: [...response.calls, ...response.calls, { id: '', name: 'look', arguments: {} }],
    }))
    expect(ran).toHaveLength(5)
    expect(new Set(answersIn(messages).map(({ id }) => id)).size).toBe(5)
  })

  it('R43 keeps signatures, and no reference to what the provider stored', async () => {
    const metadata = { p: { itemId: 'msg_1', signature: 'sig' } }
    const { agent, model } = agentUnderTest(
      [
        [
          { type: 'reasoning-start', id: 'r', providerMetadata: metadata },
          { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
          { type: 'reasoning-end', id: 'r' },
          {
            type: 'tool-call',
            toolCallId: 'c1',
            toolName: 'x',
            input: '{"n":1}',
            providerMetadata: metadata,
          },
          { type: 'finish', finishReason: { unified: 'tool-calls', raw: '' }, usage: {} as never },
        ],
        'done',
      ],
      { tools: [anyTool('x')] },
    )
    agent.use(
      pluginAt('after request', ({ response: { calls: asked } }) =>
        asked.length
          ? { response: { calls: asked.map((one) => ({ ...one, arguments: {} })) } }
          : undefined,
      ),
    )
    await agent.chat('go')
    const kept = { providerOptions: { p: { signature: 'sig' } } }
    expect(model.requests[1]?.prompt[1]?.content).toMatchObject([
      { type: 'reasoning', text: 'Hm.', ...kept },
      { type: 'tool-call', toolCallId: 'c1', input: {}, ...kept },
    ])
    expect(JSON.stringify(model.requests[1])).not.toContain('msg_1')
  })

  it('R43 keeps no such reference where a call gets another id', async () => {
    const asking = (itemId: string) =>
      [
        {
          type: 'tool-call',
          toolCallId: 'c1',
          toolName: 'x',
          input: '{}',
          providerMetadata: { p: { itemId } },
        },
        { type: 'finish', finishReason: { unified: 'tool-calls', raw: '' }, usage: {} as never },
      ] as const
    const { agent, model } = agentUnderTest([asking('item_1'), asking('item_2'), 'done'], {
      tools: [anyTool('x')],
    })
    await agent.chat('go')
    const sent = model.requests[2]?.prompt ?? []
    const ids = sent.flatMap(({ content }) =>
      typeof content === 'string'
        ? []
        : content.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])),
    )
    expect(ids).toEqual(['c1', 'c1', ids[2], ids[2]])
    expect(ids[2]).not.toBe('c1')
    expect(JSON.stringify(sent)).toContain('item_1')
    expect(JSON.stringify(sent)).not.toContain('item_2')
  })
})
