import { inEnvironment } from '../environment.ts'
import { encodeEvent, encodePart, endOfStream, type WirePart } from '@ambit/protocol'
import * as fc from 'fast-check'
import { env } from 'node:process'
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import {
  call,
  calls,
  cutParts,
  joinParts,
  scriptedModel,
  toByteStream,
  toParts,
} from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { anyTool } from '../../test/agent-under-test.ts'
import { type AgentEvent, createAgent, createProxyModel } from '../index.ts'

const isLong = Boolean(env['AMBIT_LONG'])
const numRuns = isLong ? 20_000 : 200
const options = { numRuns, seed: 20_261_121 }

const signed = { providerMetadata: { p: { signature: 'sig== 👋', item: 'ü' } } }

/** Two answers of a model, with every kind of part that a stream may hold. */
const recorded: LanguageModelV4StreamPart[][] = [
  [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', id: 'resp_1', timestamp: new Date(0) },
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'Ünsure… 🤔\r\n\n' },
    { type: 'reasoning-end', id: 'r', ...signed },
    { type: 'source', sourceType: 'url', id: 's', url: 'https://é.example/' },
    ...toParts(
      {
        text: 'I will\n\ndata: look 👨‍👩‍👧 "now"',
        calls: [call('x', { text: 'a\u2028"quoted"', n: [1, null] }, 'c1'), call('x', {}, 'c2')],
      },
      () => '',
    ).slice(1),
  ],
  toParts({ text: 'Döne 🎉' }, () => ''),
]

interface Played {
  readonly events: readonly AgentEvent[]
  readonly joined: string
  readonly messages: string
}

async function play(model: Parameters<typeof createAgent>[0]['model']): Promise<Played> {
  let ids = 0
  const agent = createAgent(
    inEnvironment(
      {
        createId: () => `id${++ids}`,
        clock: { now: () => 0, setTimeout: () => 0, clearTimeout: () => undefined },
      },
      { model, tools: [anyTool('x', (args) => args)], request: { retry: { max: 0 } } },
    ),
  )
  const run = agent.chat('go')
  const joined = new Map<string, string>()
  for await (const event of run) {
    if (event.type !== 'agent:delta') continue
    const key = `${event.of} ${event.messageId} ${'callId' in event && event.callId}`
    joined.set(key, (joined.get(key) ?? '') + event.text)
  }
  await run.catch(() => undefined)
  return {
    // Fields that JSON leaves out make no difference to an observer.
    events: JSON.parse(JSON.stringify(run.events)) as AgentEvent[],
    joined: JSON.stringify([...joined]),
    messages: JSON.stringify(agent.history.messages),
  }
}

/**
 * Makes a model that gets each answer as the body of a response, cut at `places`. A place is a
 * number between 0 (the beginning) and 1 (the end). Nothing after `upTo` is sent.
 */
function overTheWire(places: readonly number[], upTo = 1): ReturnType<typeof createProxyModel> {
  const bodies = recorded.map((parts) => {
    const text = [...parts.map((part) => encodePart(part as WirePart)), encodeEvent(endOfStream)]
    const bytes = new TextEncoder().encode(text.join(''))
    return bytes.slice(0, Math.round(bytes.length * upTo))
  })
  let asked = 0
  return createProxyModel({
    baseURL: 'https://proxy.example/agent',
    modelId: 'm',
    fetch: async () => {
      const body = bodies[asked++] ?? new Uint8Array()
      const at = places.map((place) => Math.round(place * body.length))
      const headers = { 'content-type': 'text/event-stream' }
      return new Response(toByteStream(body, at), { headers })
    },
  })
}

const anyPlaces = fc.oneof(
  fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 }),
  // Every byte in a piece of its own.
  fc.constant(Array.from({ length: 5_000 }, (_, at) => at / 5_000)),
)

describe('a recorded stream', () => {
  it('R42 comes to the same events and the same state, however its bytes are split', async () => {
    const whole = await play(overTheWire([]))
    expect(whole.joined).toContain('👨‍👩‍👧')
    await fc.assert(
      fc.asyncProperty(anyPlaces, async (places) => {
        expect(await play(overTheWire(places))).toEqual(whole)
      }),
      options,
    )
  }, 600_000)

  it('R42 comes to the same, however a model cuts its deltas', async () => {
    const whole = await play(scriptedModel(recorded))
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 6 })), async (sizes) => {
        const cut = (text: string): string[] => {
          const pieces: string[] = []
          for (let at = 0; at < text.length;) {
            const size = sizes.next().value ?? 1
            pieces.push(text.slice(at, at + size))
            at += size
          }
          return pieces.length ? pieces : ['']
        }
        const replies = recorded.map((parts) => cutParts(parts, cut))
        expect(replies.map(joinParts)).toEqual(recorded.map(joinParts))
        expect(await play(scriptedModel(replies))).toEqual(whole)
      }),
      options,
    )
  }, 600_000)

  it('R23 cut off anywhere ends the same way, however its bytes are split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        anyPlaces,
        async (upTo, places) => {
          const whole = await play(overTheWire([], upTo))
          // An answer that is cut before 0.7 has no finish part.
          if (upTo < 0.7) expect(whole.events.at(-1)?.type).toBe('agent:failed')
          expect(await play(overTheWire(places, upTo))).toEqual(whole)
        },
      ),
      options,
    )
  }, 600_000)

  it('R14 R24 of any parts in any order leaves a closed history and an agent that goes on', async () => {
    const parts = [...recorded.flat(), ...toParts(calls(call('x', '{"a', 'c1')), () => '')]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...parts), { maxLength: 25, size: 'max' }),
        async (shuffled) => {
          const model = scriptedModel([shuffled], { otherwise: 'fine' })
          const agent = createAgent({
            model,
            tools: [anyTool('x', (args) => args)],
            request: { retry: { max: 0 } },
          })
          await agent.chat('go').catch(() => undefined)
          const { messages } = agent.history
          const asked = messages.flatMap((m) => (m.role === 'assistant' ? (m.calls ?? []) : []))
          const answered = messages.flatMap(({ role, id }) => (role === 'tool' ? [id] : []))
          expect(answered).toEqual(asked.map(({ id }) => id))
          expect((await agent.chat('on')).content).toBe('fine')
          expect(model.open).toBe(0)
        },
      ),
      options,
    )
  }, 600_000)
})
