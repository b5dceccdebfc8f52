import { env } from 'node:process'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type AgentEvent, createProxyModel } from '@ambit/core'
import { encodeEvent, encodePart, endOfStream } from '@ambit/protocol'
import { toByteStream } from '@ambit/testing'
import { convertReadableStreamToArray } from 'ai/test'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestAgent, InstantClock } from './create-test-agent.ts'
import { hello, insert, save, saveMilk, saving, text } from './fault.ts'
import { type Frame, toBytes, type Wire } from './wire.ts'
import { wires } from './wires.ts'

const numRuns = env['AMBIT_LONG'] ? 2_000 : 20

/** Creates a model. `respond` answers each of its requests. */
type CreateModel = (respond: () => Response) => LanguageModelV4

/** The messages to split: some of a healthy server, and some with faults. */
const transcripts: Record<string, (wire: Wire) => readonly Frame[]> = {
  'a few words': hello,
  'words and a call': saving,
  'words of several bytes a character': (wire) =>
    wire.message([text('Grüße 👋', '🏽\u2028日本', '\n\n')], 'stop'),
  'two calls between words': (wire) =>
    wire.message(
      [text('One: '), saveMilk, text('two.'), save('{"title":"M\\u00', 'fclk"}')],
      'tool_calls',
    ),
  'bad arguments': (wire) => wire.message([save('{"title":7}'), save('{}')], 'tool_calls'),
  'a call that is too long': (wire) => wire.message([text('So. '), saveMilk], 'length'),
  'an error after words': (wire) =>
    insert(saving(wire), { before: 'finish' }, wire.error('overloaded')),
  'an event that is not an event': (wire) =>
    insert(hello(wire), { after: 'text' }, { label: 'text', data: '{"cut' }),
  'no end': (wire) => saving(wire).filter(({ label }) => label !== 'finish' && label !== 'end'),
}

describe.each(wires)('$name, whatever its bytes are split into', (wire) => {
  const createModel: CreateModel = (respond) =>
    wire.createModel('http://localhost', () => Promise.resolve(respond()))
  const healthy = toBytes(hello(wire))

  it.each(Object.entries(transcripts))('gives the same events and state for %s', (_, build) =>
    sameForEverySplit(createModel, toBytes(build(wire)), healthy),
  )

  it('gives the same events and state for lines that end in CRLF', () =>
    sameForEverySplit(createModel, toBytes(saving(wire), '\r\n'), healthy))
})

describe('createProxyModel, whatever its bytes are split into', () => {
  const createModel: CreateModel = (respond) =>
    createProxyModel({
      baseURL: 'http://localhost',
      modelId: 'a',
      fetch: () => Promise.resolve(respond()),
    })
  const cases = wires.flatMap((wire) =>
    Object.entries(transcripts).map(([name, build]) => ({ wire, name, frames: build(wire) })),
  )

  it.each(cases)(
    'gives the same events and state for $name of $wire.name',
    async ({ wire, frames }) =>
      sameForEverySplit(createModel, await record(wire, frames), await record(wire, hello(wire))),
  )
})

/** Returns the text that a proxy sends when a provider answers with these events. */
async function record(wire: Wire, frames: readonly Frame[]): Promise<string> {
  const respond = (): Promise<Response> => Promise.resolve(toResponse(toBytes(frames)))
  const model = wire.createModel('http://localhost', respond)
  const { stream } = await model.doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }],
  })
  const parts: LanguageModelV4StreamPart[] = await convertReadableStreamToArray(stream)
  const error = { code: 'upstream_error', message: 'The provider failed.', retryable: true }
  const encoded = parts.map((part) =>
    encodePart(part.type === 'error' ? { type: 'error', error } : part),
  )
  return encoded.join('') + encodeEvent(endOfStream)
}

const toResponse = (bytes: string, places: readonly number[] = []): Response =>
  new Response(toByteStream(bytes, places), { headers: { 'content-type': 'text/event-stream' } })

async function sameForEverySplit(
  createModel: CreateModel,
  bytes: string,
  healthy: string,
): Promise<void> {
  const whole = await play(createModel, [toResponse(bytes), toResponse(healthy)])
  expect(whole.events.length).toBeGreaterThan(3)
  const { byteLength } = Buffer.from(bytes)
  const everyByte = Array.from({ length: byteLength }, (_, at) => at)
  expect(await play(createModel, [toResponse(bytes, everyByte), toResponse(healthy)])).toEqual(
    whole,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(byteLength)), async (places) => {
      expect(await play(createModel, [toResponse(bytes, places), toResponse(healthy)])).toEqual(
        whole,
      )
    }),
    { numRuns },
  )
}

/** Plays one chat. Returns its events, and the state after it, as plain data. */
async function play(
  createModel: CreateModel,
  script: Response[],
): Promise<{ events: unknown[]; state: unknown }> {
  let ids = 0
  const { agent, ran } = createTestAgent({
    clock: new InstantClock(),
    createId: () => `id_${++ids}`,
    model: createModel(() => script.shift() ?? toResponse('')),
    request: { retry: 0 },
  })
  const events: AgentEvent[] = []
  const ending = await agent.chat('Go.', { on: { '*': (event) => events.push(event) } }).then(
    ({ content, finishReason, usage }) => ({ content, finishReason, usage }),
    (error: unknown) => ({ error }),
  )
  const { messages, head } = agent.history.getState()
  const state = { ran, messages, head, activity: agent.getState(), ending }
  return { events: toPlain(events) as unknown[], state: toPlain(state) }
}

/** Turns a value into plain data. Drops the causes of errors, which hold requests and stacks. */
const toPlain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, inner: unknown) =>
      inner instanceof Error ? { ...inner, message: inner.message, cause: undefined } : inner,
    ),
  )
