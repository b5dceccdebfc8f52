import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf, told } from '../../test/agent-under-test.ts'
import { type ToolMessage } from '../index.ts'

/** Returns the answer to one call of a tool with this handler. */
async function answerTo(handler: () => unknown): Promise<ToolMessage> {
  const { agent } = agentUnderTest([calls(call('x', {}, 'c1')), 'done'], {
    tools: [anyTool('x', handler)],
  })
  const { messages, content } = await agent.chat('go')
  expect(content).toBe('done')
  const [answer] = answersIn(messages)
  if (!answer) throw new Error('The call was not answered.')
  return answer
}

const cycle: Record<string, unknown> = { a: 1 }
cycle['self'] = cycle
const shared = { s: 1 }

/** Makes lists in lists, so many levels deep. */
function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

class Point {
  x = 1
  #secret = 2
  get secret(): number {
    return this.#secret
  }
}

describe('the result of a call', () => {
  it('R6 is awaited, sync or async, and is the JSON of a ToolMessage with the id of the call', async () => {
    expect(await answerTo(() => ({ a: [1, 'x', null] }))).toMatchObject({
      role: 'tool',
      id: 'c1',
      name: 'x',
      status: 'ok',
      content: '{"a":[1,"x",null]}',
    })
    expect((await answerTo(async () => 'text')).content).toBe('"text"')
    expect((await answerTo(() => ({ then: (f: (n: number) => void) => f(7) }))).content).toBe('7')
  })

  it.each([undefined, async () => undefined, null])('R6 is null for %s', async (value) => {
    const answer = await answerTo(typeof value === 'function' ? value : () => value)
    expect(answer).toMatchObject({ status: 'ok', content: 'null' })
  })

  it.each([
    ['a bigint', 12n, '12'],
    ['a nested bigint', { n: 12n }, { n: '12' }],
    ['a cycle', cycle, { a: 1, self: '[Circular]' }],
    ['one object twice, which is no cycle', [shared, shared], [{ s: 1 }, { s: 1 }]],
    ['a function', () => 1, null],
    ['a symbol', Symbol('s'), null],
    ['a Map', new Map([['a', 1]]), { a: 1 }],
    ['a Map with keys of any kind', new Map([[{ k: 1 }, new Set([2])]]), [[{ k: 1 }, [2]]]],
    ['a Set', new Set([1, 'b']), [1, 'b']],
    ['a Date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['an invalid Date', new Date(Number.NaN), null],
    ['NaN', Number.NaN, null],
    ['an Error', new RangeError('far'), { name: 'RangeError', message: 'far' }],
    ['bytes', new Uint8Array(3), '[Uint8Array, 3 bytes]'],
    ['a promise inside', { p: Promise.resolve(1) }, { p: null }],
    ['an element of a page', { nodeType: 1, nodeName: 'DIV', parentNode: cycle }, '[DIV element]'],
    ['an instance of a class', new Point(), { x: 1 }],
    ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['text that is no Unicode', '\ud83d', '\ud83d'],
  ])('R7 is something sensible for %s', async (_what, value, said) => {
    // An element is recognized by its prototype: a plain object of the same shape is data.
    const given =
      typeof value === 'object' && value !== null && 'nodeType' in value
        ? Object.setPrototypeOf({ ...value }, { isElement: true })
        : value
    const answer = await answerTo(() => given)
    expect(answer.status).toBe('ok')
    expect(told(answer)).toEqual(said)
  })

  it.each([
    [
      'toJSON',
      {
        toJSON: () => {
          throw new Error('no')
        },
      },
    ],
    [
      'a getter',
      Object.defineProperty({}, 'a', {
        enumerable: true,
        get: () => {
          throw new Error('no')
        },
      }),
    ],
    [
      'a proxy',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no')
          },
        },
      ),
    ],
  ])(
    'R7 R67 is withheld when %s throws, and the model is told that the call succeeded',
    async (_what, value) => {
      const answer = await answerTo(() => value)
      expect(answer.status).toBe('ok')
      expect(told(answer)).toMatchObject({ ok: true, note: expect.stringContaining('withheld') })
    },
  )

  it.each([
    ['an Error', new Error('broken'), 'broken'],
    ['an Error of another kind', new RangeError('far'), 'RangeError: far'],
    ['text', 'plain', 'plain'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a frozen object', Object.freeze({ message: 'cold' }), 'cold'],
    ['an object without prototype', Object.create(null), 'An object was thrown'],
    ['a plain object', { code: 42 }, 'An object was thrown without a message.'],
    ['an object whose message is none', { message: { a: 1 } }, 'An object was thrown'],
    ['a list', [{}], 'An object was thrown'],
    ['an error without a message', new TypeError(), 'TypeError was thrown without a message.'],
    ['a function', () => 1, 'A function was thrown.'],
    ['empty text', '', 'An empty text was thrown.'],
    [
      'a hostile Proxy',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('trap')
          },
          has: () => {
            throw new Error('trap')
          },
          getPrototypeOf: () => {
            throw new Error('trap')
          },
        },
      ),
      'An object was thrown',
    ],
  ])('R7 is an error the model is told when the handler throws %s', async (_what, value, said) => {
    for (const handler of [
      () => {
        throw value
      },
      () => Promise.reject(value as Error),
    ]) {
      const answer = await answerTo(handler)
      expect(answer.status).toBe('error')
      expect(told(answer)).toMatchObject({ error: { message: expect.stringContaining(said) } })
    }
  })

  it('R7 never tells the properties of a foreign error', async () => {
    const error = Object.assign(new Error('failed'), { token: 'sk-secret', config: { key: 'k' } })
    expect((await answerTo(() => Promise.reject(error))).content).not.toMatch(/sk-secret|config/)
  })

  it('R21 of a handler that throws ends the run with `abort`, with the cause and the trace', async () => {
    const cause = new Error('broken')
    const { agent, model } = agentUnderTest([calls(call('x'), call('x')), 'never'], {
      tools: [anyTool('x', () => Promise.reject(cause))],
      calls: { errors: 'abort' },
    })
    const error = await failureOf(agent.chat('go'))
    expect(error).toMatchObject({
      code: 'handler',
      details: { tool: 'x', callId: 'call_1' },
      cause,
    })
    expect(error.trace).toHaveLength(2)
    expect(error.trace?.[0]).toMatchObject({ tool: 'x', error: { message: 'broken' } })
    expect(answersIn(agent.history.messages).map(({ status }) => status)).toEqual([
      'error',
      'cancelled',
    ])
    expect(model.requests).toHaveLength(1)
  })

  it('R21 of a call that was refused goes on with `abort` all the same', async () => {
    const { agent } = agentUnderTest([calls(call('nope')), 'done'], { calls: { errors: 'abort' } })
    expect((await agent.chat('go')).content).toBe('done')
  })

  it('may be put to the model in another form, while the page keeps the value', async () => {
    const value = { png: 'iVBOR', about: 'a chart' }
    const tool = anyTool('x', () => value, {
      result: {
        toModel: () => [
          { type: 'text', text: 'a chart' },
          { type: 'image', data: 'iVBOR', mediaType: 'image/png' },
        ],
      },
    })
    const { agent, model } = agentUnderTest([calls(call('x')), 'done'], { tools: [tool] })
    const run = agent.chat('go')
    await run
    expect(model.requests[1]?.prompt.at(-1)).toMatchObject({
      role: 'tool',
      content: [
        {
          output: {
            type: 'content',
            value: [
              { type: 'text', text: 'a chart' },
              { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'iVBOR' } },
            ],
          },
        },
      ],
    })
    expect(run.events.find(({ type }) => type === 'agent:tool_succeeded')).toMatchObject({
      result: value,
    })
  })

  it('R67 is withheld when `result.toModel` throws, with a warning', async () => {
    const tool = anyTool('x', () => 1, {
      result: {
        toModel: () => {
          throw new Error('no picture')
        },
      },
    })
    const { agent } = agentUnderTest([calls(call('x')), 'done'], { tools: [tool] })
    const run = agent.chat('go')
    const { messages } = await run
    expect(answersIn(messages)).toMatchObject([{ status: 'ok' }])
    expect(answersIn(messages)).toHaveLength(1)
    expect(run.events.filter(({ type }) => type === 'agent:warning')).toMatchObject([
      { code: 'result_withheld', message: expect.stringContaining('no picture') },
    ])
  })

  it.each([
    ['a Map', new Map([['a', 1]]), 'Object.fromEntries'],
    ['a Set', new Set([1]), '[...set]'],
    ['a bigint', 10n, 'a number or text'],
    ['a function', () => 1, 'data'],
    ['a function inside', { refetch: () => 1 }, 'data'],
    ['a symbol', Symbol('s'), 'text'],
    ['a Blob', new Blob(['x']), 'an instance of Blob'],
    ['a Response', new Response('x'), 'response.json()'],
    ['a generator', (function* () {})(), 'an instance of Generator'],
    ['a promise inside', { p: Promise.resolve(1) }, 'await it first'],
    ['a cycle', cycle, 'without cycles'],
    ['bytes', new Uint8Array(3), 'result.toModel'],
    ['data that is nested too deeply', nested(5_000), 'flatter data'],
  ])('R7 warns once of %s, and says what to return instead', async (_what, value, instead) => {
    const { agent } = agentUnderTest([calls(call('x'), call('x')), 'done'], {
      tools: [anyTool('x', () => value)],
    })
    const run = agent.chat('go')
    const { messages } = await run
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['ok', 'ok'])
    const warnings = run.events.filter(({ type }) => type === 'agent:warning')
    expect(warnings).toMatchObject([
      { code: 'result_not_json', message: expect.stringContaining(instead) },
    ])
  })

  it.each([
    undefined,
    null,
    { a: undefined },
    new Date(0),
    new URL('https://a.example'),
    new Error('e'),
  ])('R7 warns of nothing for %s', async (value) => {
    const { agent } = agentUnderTest([calls(call('x')), 'done'], {
      tools: [anyTool('x', () => value)],
    })
    const run = agent.chat('go')
    await run
    expect(run.events.filter(({ type }) => type === 'agent:warning')).toEqual([])
  })
})
