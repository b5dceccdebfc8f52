import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { call, calls, toParts } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'

const signed = (key: string, value: string) => ({ providerMetadata: { p: { [key]: value } } })

const rich: LanguageModelV4StreamPart[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'response-metadata', id: 'resp_1' },
  { type: 'reasoning-start', id: 'r', ...signed('item', 'rs_1') },
  { type: 'reasoning-delta', id: 'r', delta: 'Let me ' },
  { type: 'reasoning-delta', id: 'r', delta: 'think.' },
  { type: 'reasoning-end', id: 'r', ...signed('signature', 'sig==') },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Searching.' },
  { type: 'text-end', id: 't', ...signed('item', 'msg_1') },
  {
    type: 'tool-call',
    toolCallId: 'srv.1',
    toolName: 'web_search',
    input: '{"q":"a"}',
    providerExecuted: true,
    ...signed('item', 'ws_1'),
  },
  {
    type: 'tool-result',
    toolCallId: 'srv.1',
    toolName: 'web_search',
    result: { hits: [1, 2] },
    ...signed('enc', 'opaque'),
  },
  { type: 'source', sourceType: 'url', id: 's1', url: 'https://a.example', title: 'A' },
  { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1, 2, 3]) } },
  { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } },
  { type: 'custom', kind: 'p.note', ...signed('x', 'y') },
  ...toParts({ calls: [call('x', { a: 1 }, 'c1')], responseId: 'resp_1' }, () => '').slice(2),
]

describe('what a model sends', () => {
  it('R26 goes back to it unchanged: reasoning, files, provider-executed tools, metadata', async () => {
    const { agent, model } = agentUnderTest([rich, 'done'], { tools: [anyTool('x', () => 1)] })
    const result = await agent.chat('go')
    expect(model.requests[1]?.prompt.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          {
            type: 'reasoning',
            text: 'Let me think.',
            providerOptions: { p: { item: 'rs_1', signature: 'sig==' } },
          },
          { type: 'text', text: 'Searching.', providerOptions: { p: { item: 'msg_1' } } },
          {
            type: 'tool-call',
            toolCallId: 'srv.1',
            toolName: 'web_search',
            input: { q: 'a' },
            providerExecuted: true,
            providerOptions: { p: { item: 'ws_1' } },
          },
          {
            type: 'tool-result',
            toolCallId: 'srv.1',
            toolName: 'web_search',
            output: { type: 'json', value: { hits: [1, 2] } },
            providerOptions: { p: { enc: 'opaque' } },
          },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } },
          { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } },
          { type: 'custom', kind: 'p.note', providerOptions: { p: { x: 'y' } } },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'x', input: { a: 1 } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'x',
            output: { type: 'text', value: '1' },
          },
        ],
      },
    ])
    expect(result.messages[1]).toMatchObject({
      content: 'Searching.',
      reasoning: 'Let me think.',
      calls: [{ id: 'c1', name: 'x', arguments: { a: 1 } }],
    })
    expect(JSON.stringify(result.messages[1])).toContain('https://a.example')
  })

  it('R26 survives being stored as JSON', async () => {
    const first = agentUnderTest([rich, 'done'], { tools: [anyTool('x', () => 1)] })
    await first.agent.chat('go')
    await first.agent
      .execute('on', { history: first.agent.history.messages })
      .catch(() => undefined)
    const stored = JSON.parse(JSON.stringify(first.agent.history.messages)) as never
    const second = agentUnderTest(['fine'], { tools: [anyTool('x')] })
    await second.agent.execute('on', { history: stored })
    expect(second.model.requests[0]?.prompt).toEqual(first.model.requests[2]?.prompt)
  })

  it('R26 is not run when the provider runs it, and does not make the loop go on', async () => {
    const onlyServer = rich.filter(
      (part) =>
        !('id' in part && part.id === 'c1') && !('toolCallId' in part && part.toolCallId === 'c1'),
    )
    const { agent, model } = agentUnderTest([
      onlyServer.map((part) =>
        part.type === 'finish' ? { ...part, finishReason: { unified: 'stop', raw: 'stop' } } : part,
      ),
    ])
    const run = agent.chat('go')
    expect((await run).finishReason).toBe('stop')
    expect(model.requests).toHaveLength(1)
    expect(run.events.some(({ type }) => type === 'agent:tool_started')).toBe(false)
    expect(agent.history.messages).toHaveLength(2)
  })

  it('R26 keeps empty text and reasoning that metadata hangs on', async () => {
    const { agent, model } = agentUnderTest([
      [
        { type: 'reasoning-start', id: 'r', ...signed('encrypted', 'abc') },
        { type: 'reasoning-end', id: 'r' },
        ...toParts({ text: 'hello' }, () => ''),
      ],
      'fine',
    ])
    await agent.chat('go')
    await agent.chat('on')
    expect(model.requests[1]?.prompt[1]?.content).toEqual([
      { type: 'reasoning', text: '', providerOptions: { p: { encrypted: 'abc' } } },
      { type: 'text', text: 'hello' },
    ])
  })

  it.each([
    { reasoning: 'hm', finishReason: null },
    { reasoning: 'hm', finishReason: 'length' as const },
    { text: 'I', reasoning: 'hm', finishReason: 'length' as const },
  ])('R23 R26 never goes back with reasoning that nothing follows: %j', async (reply) => {
    const { agent, model } = agentUnderTest([reply, 'fine'], { request: { retry: { max: 0 } } })
    await agent.chat('go').catch(() => undefined)
    await agent.chat('on')
    for (const { role, content } of model.requests[1]?.prompt ?? []) {
      if (role !== 'assistant') continue
      expect(content.length).toBeGreaterThan(0)
      expect(content.at(-1)?.type).not.toBe('reasoning')
    }
  })

  it('R55 thinking arrives as reasoning, not as content', async () => {
    const { agent } = agentUnderTest([{ reasoning: 'hm', text: 'yes' }])
    const run = agent.chat('go')
    const seen: string[] = []
    for await (const event of run) {
      if (event.type === 'agent:delta') seen.push(`${event.of} ${event.text}`)
    }
    expect(seen).toEqual(['reasoning hm', 'text yes'])
    expect((await run).content).toBe('yes')
  })

  it('calls without arguments text go back as an object', async () => {
    const { agent, model } = agentUnderTest([calls(call('x', '')), 'done'], {
      tools: [anyTool('x')],
    })
    await agent.chat('go')
    expect(model.requests[1]?.prompt[1]?.content).toMatchObject([{ type: 'tool-call', input: {} }])
  })
})
