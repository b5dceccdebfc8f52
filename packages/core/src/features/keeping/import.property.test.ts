import * as fc from 'fast-check'
import { promptFaults, text } from '@ambit/testing'
import { env } from 'node:process'
import { describe, expect, it } from 'vitest'
import { agentUnderTest } from '../../../test/agent-under-test.ts'
import { AgentError } from '../../index.ts'
import { memoryStorage } from './index.ts'

const isLong = Boolean(env['AMBIT_LONG'])

const usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3 }
const look = { id: 'c1', name: 'look', arguments: { at: 'home' } }
const find = { id: 'c2', name: 'find', arguments: { all: [1, { two: null }] } }
const metadata = { some: { itemId: 'i1', signature: 'abc' } }

/** An exported session with two branches, calls, files, and parts of every type. */
const session = {
  format: 'ambit-session',
  version: 1,
  title: 'Weather',
  createdAt: 1,
  head: 'a2',
  state: { step: { nested: [1] } },
  usage,
  costUsd: 0.5,
  messages: [
    {
      id: 'u1',
      parentId: null,
      role: 'user',
      createdAt: 1,
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image', data: 'aGk=', mediaType: 'image/png', filename: 'a.png' },
        { type: 'file', data: 'https://example.com/a.pdf', untrusted: true },
      ],
      taint: 'untrusted',
    },
    {
      id: 'a1',
      parentId: 'u1',
      role: 'assistant',
      createdAt: 2,
      content: 'Let me look.',
      reasoning: 'Hm.',
      calls: [look, find],
      finishReason: 'tool_calls',
      usage,
      parts: [
        { type: 'reasoning', text: 'Hm.', providerMetadata: metadata },
        { type: 'text', text: 'Let me look.' },
        { type: 'tool-call', id: 'p1', name: 'web', providerExecuted: true, input: { q: 1 } },
        { type: 'tool-result', id: 'p1', name: 'web', result: ['x'] },
        { type: 'source', source: { url: 'https://example.com' } },
        { type: 'custom', kind: 'some.note' },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'aGk=' } },
        { type: 'file', mediaType: 'a/b', data: { type: 'url', url: 'https://example.com' } },
        { type: 'tool-call', id: 'c1', name: 'look', providerMetadata: metadata },
        { type: 'tool-call', id: 'c2', name: 'find' },
      ],
    },
    {
      id: 'c1',
      parentId: 'a1',
      role: 'tool',
      name: 'look',
      createdAt: 3,
      content: '"sunny"',
      status: 'ok',
      durationMs: 4,
      output: [{ type: 'text', text: 'sunny' }],
    },
    {
      id: 'c2',
      parentId: 'c1',
      role: 'tool',
      name: 'find',
      label: 'Find',
      createdAt: 3,
      content: '{"error":{}}',
      status: 'error',
      output: 'nothing',
    },
    { id: 'u2', parentId: 'c2', role: 'user', source: 'app', createdAt: 4, content: 'And?' },
    { id: 'u3', parentId: 'c2', role: 'user', createdAt: 5, content: 'Or else?' },
    { id: 'a2', parentId: 'u3', role: 'assistant', createdAt: 6, usage, parts: [] },
  ],
}

type Json = Record<string, unknown> | unknown[]

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, 42, -1, NaN, '', 'x', 'c1', 'u1', 'tool', true),
  fc.constantFrom<unknown>('untrusted', 'https://', 'text', 'file', {}, [], [null], [[]], {
    a: {},
  }),
  fc.constantFrom<unknown>([look], [find, find], [{ type: 'text', text: 'x' }], { type: 'later' }),
  fc.jsonValue(),
)

/** A change at a random place: what stands there is replaced, removed, or put in a second time. */
const anyChange = fc.record({
  // Most changes are in the messages, which are at the end.
  at: fc
    .tuple(
      fc.constantFrom(8, 8, 8, 8, 8, 8, 0, 1, 2, 3, 4, 5, 6, 7),
      fc.array(fc.nat({ max: 100 }), { minLength: 1, maxLength: 6, size: 'max' }),
    )
    .map(([first, rest]) => [first, ...rest]),
  kind: fc.constantFrom('replace', 'remove', 'double', 'swap', 'add'),
  value: anyValue,
})

type Change = typeof anyChange extends fc.Arbitrary<infer C> ? C : never

function change(data: Json, { at: [first = 0, ...rest], kind, value }: Change): void {
  const keys = Object.keys(data)
  const key = keys[first % (keys.length || 1)]
  if (key === undefined) return
  const holder = data as Record<string, unknown>
  const here = holder[key]
  if (rest.length > 0 && typeof here === 'object' && here !== null) {
    return change(here as Json, { at: rest, kind, value })
  }
  if (kind === 'replace') holder[key] = value
  else if (kind === 'add' && !Array.isArray(data)) holder['added'] = value
  else if (!Array.isArray(data)) delete holder[key]
  else if (kind === 'remove') data.splice(Number(key), 1)
  else if (kind === 'double') data.push(structuredClone(here))
  else data.unshift(...data.splice(Number(key), 1))
}

describe('an import of an exported session that was changed at random', () => {
  it(
    'R68 gives a conversation that goes on at every message, or is refused with the path of the fault',
    async () => {
      let taken = 0
      let refused = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyChange, { minLength: 0, maxLength: 4 }),
          fc.boolean(),
          async (changes, trusted) => {
            const data = structuredClone(session)
            for (const one of changes) change(data, structuredClone(one))
            const storage = memoryStorage()
            const { agent, model } = agentUnderTest([], { storage }, { otherwise: text('ok') })
            const id = await agent.sessions.import(data, { trusted }).catch((error: unknown) => {
              expect(error).toBeInstanceOf(AgentError)
              expect((error as Error).message).toMatch(
                /^(messages(\[\d+\])?|head|title|createdAt|state|usage|costUsd|`version`|This is no)/,
              )
            })
            if (id === undefined) {
              refused++
              expect(await storage.list()).toEqual([])
              return
            }
            taken++
            const { messages, usage: used } = await agent.sessions.export(id)
            expect(used.totalTokens).toBeGreaterThanOrEqual(0)
            if (trusted && changes.length === 0) expect(messages).toEqual(session.messages)
            for (const message of messages) {
              await agent.sessions.open(id)
              agent.history.moveTo(message.id)
              await agent.chat('Go on')
              expect(promptFaults(model.requests.at(-1)?.prompt ?? [])).toEqual([])
            }
          },
        ),
        { numRuns: isLong ? 20_000 : 500, seed: 20_261_122, examples: [[[], true]] },
      )
      expect(Math.min(taken, refused)).toBeGreaterThan(100)
    },
    isLong ? 3_600_000 : 120_000,
  )
})
