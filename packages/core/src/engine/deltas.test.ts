import { inEnvironment } from '../environment.ts'
import { type Cut, type Reply, call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import type { AgentEvent, EventOf } from '../index.ts'

const story: Reply[] = [
  {
    text: 'Héllo 👋, I "will" {look}.',
    reasoning: 'Ünsure… 🤔',
    ...calls(call('x', { text: 'a "quoted" 👋', n: [1, { deep: null }] }), call('x')),
  },
  'Döne 🎉',
]

interface Played {
  readonly events: AgentEvent[]
  readonly deltas: EventOf<'agent:delta'>[]
  readonly messages: unknown
}

async function play(cut: Cut | undefined): Promise<Played> {
  let id = 0
  const { agent } = agentUnderTest(
    story,
    inEnvironment({ createId: () => `id${++id}` }, { tools: [anyTool('x', (args) => args)] }),
    { cut },
  )
  const run = agent.chat('go')
  const events: AgentEvent[] = []
  for await (const event of run) events.push(event)
  return {
    events: events.filter((event) => event.type !== 'agent:delta'),
    deltas: events.filter((event) => event.type === 'agent:delta'),
    messages: agent.history.messages,
  }
}

describe('deltas', () => {
  it('R42 are all that differs, however a model cuts its stream', async () => {
    const whole = await play(undefined)
    const cuts: Cut[] = [
      1,
      2,
      3,
      7,
      (text) => ['', ...text, ''],
      (text) => [text.slice(0, 5), '', text.slice(5)],
    ]
    for (const cut of cuts) {
      const played = await play(cut)
      expect(played.events).toEqual(whole.events)
      expect(played.messages).toEqual(whole.messages)
      expect(played.deltas.length).toBeGreaterThan(whole.deltas.length)
    }
  })

  it('R42 join to the content, the reasoning and the arguments', async () => {
    const { deltas, messages } = await play(1)
    const joined = (of: string, iteration: number, callId?: string): string =>
      deltas
        .filter(
          (event) =>
            event.of === of &&
            event.iteration === iteration &&
            (callId === undefined || ('callId' in event && event.callId === callId)),
        )
        .map(({ text }) => text)
        .join('')
    const [, first] = messages as { id: string; content: string; reasoning: string }[]
    expect(joined('text', 0)).toBe(first?.content)
    expect(joined('reasoning', 0)).toBe(first?.reasoning)
    expect(joined('text', 1)).toBe('Döne 🎉')
    expect(JSON.parse(joined('call', 0, 'call_1'))).toEqual({
      text: 'a "quoted" 👋',
      n: [1, { deep: null }],
    })
    expect(joined('call', 0, 'call_2')).toBe('{}')
  })

  it('R42 of calls come before any execution, and name the message they will be in', async () => {
    const { deltas, events, messages } = await play(3)
    const started = events.find(({ type }) => type === 'agent:tool_started')
    const [, first] = messages as { id: string }[]
    for (const event of deltas.filter(({ iteration }) => iteration === 0)) {
      expect(event.seq).toBeLessThan(started?.seq ?? 0)
      expect(event.messageId).toBe(first?.id)
    }
  })

  it('carry the last `seq` and an index without gap', async () => {
    const { deltas, events } = await play(1)
    expect(deltas.map(({ index }) => index)).toEqual(deltas.map((_, at) => at))
    const seqs = new Set(events.map(({ seq }) => seq))
    for (const { seq } of deltas) expect(seqs.has(seq)).toBe(true)
  })
})
