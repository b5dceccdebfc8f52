import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentUnderTest, answersIn, anyTool, told } from '../../test/agent-under-test.ts'
import { Tool, jsonSchema } from '../index.ts'

describe('the arguments of a call', () => {
  it('R4 reach the handler parsed: defaults, transforms and coercions applied', async () => {
    let got: unknown
    const tool = new Tool({
      name: 'x',
      description: 'x',
      parameters: z.object({
        count: z.number().default(3),
        at: z.string().transform((text) => text.length),
        n: z.coerce.number(),
      }),
      handler: (args) => void (got = args),
    })
    const { agent } = agentUnderTest([calls(call('x', { at: 'four', n: '7' })), 'done'], {
      tools: [tool],
    })
    await agent.chat('go')
    expect(got).toEqual({ count: 3, at: 4, n: 7 })
  })

  it.each([
    ['zod', z.object({ list: z.array(z.number()), deep: z.looseObject({}) })],
    ['jsonSchema', jsonSchema<{ list: number[]; deep: object }>({ type: 'object' })],
  ])('R4 R22 are the handler’s own copy: changing them changes nothing else (%s)', async (_, p) => {
    const tool = new Tool({
      name: 'x',
      description: 'x',
      parameters: p,
      handler: ({ list, deep }) => {
        list.push(99)
        Object.assign(deep, { changed: true })
        return list
      },
    })
    const args = { list: [1], deep: { a: { b: 1 } } }
    const { agent, model } = agentUnderTest([calls(call('x', args)), 'done'], { tools: [tool] })
    const { trace, messages } = await agent.chat('go')
    expect(trace?.[0]?.arguments).toEqual(args)
    expect(messages[1]).toMatchObject({ calls: [{ arguments: args }] })
    expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('changed')
    expect(told(answersIn(messages)[0])).toEqual([1, 99])
  })

  it('R5 that are invalid are answered with the issues, and the handler is not called', async () => {
    let ran = 0
    const tool = new Tool({
      name: 'x',
      description: 'x',
      parameters: z.object({ a: z.object({ b: z.array(z.number()) }), c: z.string() }),
      handler: () => ran++,
    })
    const { agent } = agentUnderTest([calls(call('x', { a: { b: [1, 'two'] } })), 'done'], {
      tools: [tool],
    })
    const { messages, content } = await agent.chat('go')
    expect(ran).toBe(0)
    expect(content).toBe('done')
    expect(answersIn(messages)).toMatchObject([{ status: 'invalid', id: 'call_1', name: 'x' }])
    expect(told(answersIn(messages)[0])).toMatchObject({
      error: {
        name: 'ToolValidationError',
        tool: 'x',
        issues: [
          { code: 'invalid_type', expected: 'number', path: ['a', 'b', 1] },
          { code: 'invalid_type', path: ['c'] },
        ],
      },
    })
  })

  it.each([
    ['{"a": 1', 'partial'],
    ['', 'missing'],
    ['[1]', 'an array'],
    ['null', 'null'],
    ['"a"', 'text'],
    ['{"a": NaN}', 'no JSON'],
  ])('R23 that are %j (%s) are never run as {}', async (input) => {
    let ran = 0
    const tool = new Tool({
      name: 'x',
      description: 'x',
      parameters: z.object({ a: z.number().optional() }),
      handler: () => ran++,
    })
    for (const toolArgValidation of ['strict', 'lenient', 'unchecked'] as const) {
      const { agent, model } = agentUnderTest([calls(call('x', input)), 'done'], {
        tools: [tool],
        calls: { arguments: toolArgValidation },
      })
      const { messages } = await agent.chat('go')
      expect(answersIn(messages)).toMatchObject([{ status: 'invalid' }])
      // The input that goes back to the model must still be an object.
      expect(model.requests[1]?.prompt[1]?.content).toMatchObject([{ input: {} }])
    }
    expect(ran).toBe(0)
  })

  it('R23 that are missing are none, for a tool that has no parameters', async () => {
    let got: unknown
    const tool = new Tool({ name: 'x', description: 'x', handler: (args) => void (got = args) })
    const { agent } = agentUnderTest([calls(call('x', '')), 'done'], { tools: [tool] })
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok' }])
    expect(got).toEqual({})
  })

  it('R8 pollute nothing with __proto__', async () => {
    let got: Record<string, unknown> = {}
    const { agent } = agentUnderTest(
      [calls(call('x', '{"__proto__":{"evil":1},"constructor":{"prototype":{"evil":1}}}')), 'ok'],
      { tools: [anyTool('x', (args) => void (got = { ...args }))] },
    )
    await agent.chat('go')
    expect(({} as Record<string, unknown>)['evil']).toBeUndefined()
    expect(got['evil']).toBeUndefined()
    expect(Object.assign({}, got)['evil']).toBeUndefined()
  })

  it('R21 that a small model got wrong are mended and told of when lenient', async () => {
    let got: unknown
    const tool = new Tool({
      name: 'x',
      description: 'x',
      parameters: z.object({
        n: z.number(),
        on: z.boolean(),
        text: z.string(),
        list: z.array(z.object({ i: z.int() })),
        same: z.string(),
      }),
      handler: (args) => void (got = args),
    })
    const args = { n: '1.5', on: 'true', text: 7, list: { i: '2' }, same: 'yes' }
    const { agent } = agentUnderTest([calls(call('x', args)), 'done'], {
      tools: [tool],
      calls: { arguments: 'lenient' },
    })
    const { trace } = await agent.chat('go')
    expect(got).toEqual({ n: 1.5, on: true, text: '7', list: [{ i: 2 }], same: 'yes' })
    expect(trace?.[0]?.arguments).toEqual(args)
    expect(trace?.[0]?.warnings).toHaveLength(5)
    expect(trace?.[0]?.warnings?.join()).not.toContain('same')
  })

  const shape = {
    ids: z.array(z.string()),
    edits: z.array(z.object({ a: z.number() })),
    filter: z.object({ a: z.number() }),
    maybe: z.number().nullable(),
    either: z.union([z.string(), z.array(z.string())]),
    version: z.string(),
    id: z.int(),
  }
  it.each<[keyof typeof shape, string, unknown]>([
    ['ids', '"[\\"a\\",\\"b\\"]"', ['a', 'b']],
    ['ids', '"a"', ['a']],
    ['ids', '"[a, b"', 'refused'],
    ['edits', '"[{\\"a\\":\\"1\\"}]"', [{ a: 1 }]],
    ['edits', '"{\\"a\\":1}"', [{ a: 1 }]],
    ['filter', '"{\\"a\\":1}"', { a: 1 }],
    ['filter', '"[1]"', 'refused'],
    ['maybe', '"5"', 5],
    ['maybe', 'null', null],
    ['either', '"[\\"a\\"]"', '["a"]'],
    ['version', '7', '7'],
    ['version', '1.10', 'refused'],
    ['version', '12345678901234567890', 'refused'],
    ['id', '"12345678901234567890"', 'refused'],
    ['id', '"7"', 7],
  ])(
    'R21 become what the model meant, or are refused, when lenient: %s, %s',
    async (name, json, want) => {
      let got: unknown = 'refused'
      const tool = new Tool({
        name: 'x',
        description: 'x',
        parameters: z.object({ [name]: shape[name] }),
        handler: (args: Record<string, unknown>) => void (got = args[name]),
      })
      const { agent } = agentUnderTest([calls(call('x', `{"${name}":${json}}`)), 'done'], {
        tools: [tool],
        calls: { arguments: 'lenient' },
      })
      await agent.chat('go')
      expect(got).toEqual(want)
    },
  )

  it('R21 that the schema accepts stay as they are when lenient', async () => {
    let got: unknown
    const parameters = z.object({
      list: z.preprocess((value) => value, z.array(z.string()).or(z.string())),
      n: z.coerce.string(),
    })
    const tool = new Tool({
      name: 'x',
      description: 'x',
      parameters,
      handler: (args) => void (got = args),
    })
    const { agent } = agentUnderTest([calls(call('x', { list: '["a"]', n: 1.5 })), 'done'], {
      tools: [tool],
      calls: { arguments: 'lenient' },
    })
    const { trace } = await agent.chat('go')
    expect(got).toEqual({ list: '["a"]', n: '1.5' })
    expect(trace?.[0]?.warnings).toBeUndefined()
  })

  it('R21 are still refused when lenient cannot tell what was meant', async () => {
    const tool = new Tool({
      name: 'x',
      description: 'x',
      parameters: z.object({ n: z.number() }),
      handler: () => 1,
    })
    const { agent } = agentUnderTest([calls(call('x', { n: 'seven' })), 'done'], {
      tools: [tool],
      calls: { arguments: 'lenient' },
    })
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ status: 'invalid' }])
  })

  it('R21 pass raw when validation is `none`', async () => {
    let got: unknown
    const tool = new Tool({
      name: 'x',
      description: 'x',
      parameters: z.object({ n: z.number().default(1) }),
      handler: (args) => void (got = args),
    })
    const { agent } = agentUnderTest([calls(call('x', { n: 'seven', more: 1 })), 'done'], {
      tools: [tool],
      calls: { arguments: 'unchecked' },
    })
    await agent.chat('go')
    expect(got).toEqual({ n: 'seven', more: 1 })
  })

  it('R5 are invalid when the schema itself throws', async () => {
    const parameters = z.object({
      a: z.string().refine(() => {
        throw new Error('out of order')
      }),
    })
    const { agent } = agentUnderTest([calls(call('x', { a: 'b' })), 'done'], {
      tools: [new Tool({ name: 'x', description: 'x', parameters, handler: () => 1 })],
    })
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ status: 'invalid' }])
    expect(answersIn(messages)[0]?.content).toContain('out of order')
  })

  it('R4 may be checked by an async schema', async () => {
    const parameters = z.object({ a: z.string().refine(async (a) => a === 'yes') })
    let ran = 0
    const { agent } = agentUnderTest(
      [calls(call('x', { a: 'yes' }), call('x', { a: 'no' })), 'done'],
      { tools: [new Tool({ name: 'x', description: 'x', parameters, handler: () => ran++ })] },
    )
    const { messages } = await agent.chat('go')
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['ok', 'invalid'])
    expect(ran).toBe(1)
  })
})
