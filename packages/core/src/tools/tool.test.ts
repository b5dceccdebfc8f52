import { type } from 'arktype'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AgentError, Tool, type ToolOptions, jsonSchema } from '../index.ts'

const build = (options: object): unknown =>
  new Tool({
    name: 'x',
    description: 'x',
    handler: () => undefined,
    ...options,
  } as ToolOptions<never, unknown>)

describe('Tool', () => {
  it.each(['a', 'A-b_9', 'x'.repeat(64)])('R1 takes the name %j', (name) => {
    expect(build({ name })).toMatchObject({ name })
  })

  it.each(['', 'a b', 'a.b', 'é', 'x'.repeat(65), 'a\n', undefined, 7])(
    'R1 refuses the name %j, saying what a name may hold',
    (name) => {
      expect(() => build({ name })).toThrow(AgentError)
      expect(() => build({ name })).toThrow('1 to 64 letters')
    },
  )

  it.each([
    ['a string', z.string()],
    ['a union', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    ['an array', jsonSchema({ type: 'array' })],
    ['no type', jsonSchema({})],
  ])('R1 refuses parameters that are %s at the top', (_what, parameters) => {
    expect(() => build({ parameters })).toThrow(AgentError)
    expect(() => build({ parameters })).toThrow('tool "x"')
  })

  it.each([{}, 7, 'object', { type: 'object', properties: {} }])(
    'R1 refuses %j, which is no schema, and names jsonSchema()',
    (parameters) => {
      expect(() => build({ parameters })).toThrow('jsonSchema({ … })')
    },
  )

  it('R1 works with zod 4 and ArkType as they are', async () => {
    const ofZod = new Tool({
      name: 'x',
      description: 'x',
      parameters: z.object({ a: z.number().default(1) }),
      handler: () => undefined,
    })
    const ofArkType = new Tool({
      name: 'x',
      description: 'x',
      parameters: type({ a: 'number >= 1', 'b?': 'string' }),
      handler: () => undefined,
    })
    expect(ofZod.jsonSchema).toMatchObject({ type: 'object', properties: { a: { default: 1 } } })
    expect(ofZod.jsonSchema.required ?? []).toEqual([])
    expect(ofArkType.jsonSchema).toMatchObject({
      type: 'object',
      properties: { a: { type: 'number', minimum: 1 }, b: { type: 'string' } },
      required: ['a'],
    })
    expect(await ofZod.validate({})).toEqual({ value: { a: 1 } })
    expect(await ofArkType.validate({ a: 0 })).toHaveProperty('issues')
  })

  it.each([
    ['a date', z.object({ at: z.date() })],
    ['a bigint', z.object({ n: z.bigint() })],
    ['a transform without input type', z.object({ t: z.transform(String) })],
    ['a symbol', z.object({ s: z.symbol() })],
  ])('R1 refuses %s, which JSON cannot say, and says what to use', (_what, parameters) => {
    expect(() => build({ parameters })).toThrow(AgentError)
    expect(() => build({ parameters })).toThrow('Use a string with a format')
  })

  it('converts a schema once, however many tools share it', () => {
    let conversions = 0
    const standard = z.object({ a: z.string() })['~standard']
    const parameters = {
      '~standard': {
        ...standard,
        jsonSchema: {
          input: () => {
            conversions++
            return { type: 'object' }
          },
        },
      },
    }
    build({ parameters })
    build({ parameters, name: 'y' })
    expect(conversions).toBe(1)
  })

  it.each([0, -1, 1.5, Number.NaN, { attempts: 0 }, { attempts: 2, delay: 'soon' }])(
    'R30 refuses retry %j',
    (retry) => {
      expect(() => build({ run: { retry } })).toThrow(AgentError)
      expect(() => build({ run: { retry } })).toThrow('tool "x"')
    },
  )

  it.each(['', '10', '10 s', 's', '-1s', 0, -5, Number.NaN, Number.POSITIVE_INFINITY, '1w', null])(
    'R30 refuses the duration %j, saying the accepted form',
    (timeout) => {
      expect(() => build({ run: { timeout } })).toThrow("'500ms', '10s', '5m', '1h'")
    },
  )

  it.each([
    ['250ms', 250],
    ['1.5s', 1_500],
    ['2m', 120_000],
    ['1h', 3_600_000],
    [40, 40],
  ])('R30 takes the duration %j as %d ms', (timeout, timeoutMs) => {
    expect(build({ run: { timeout } })).toMatchObject({ timeoutMs })
  })

  it('refuses a handler that is none, and a charge that is no number from 0', () => {
    expect(() => build({ handler: undefined })).toThrow('not a function')
    expect(() => build({ run: { cost: { usd: -1 } } })).toThrow('`run.cost.usd` of tool "x" is -1')
    const custom = { searches: Number.NaN }
    expect(() => build({ run: { cost: { custom } } })).toThrow('`run.cost.custom.searches` of')
  })

  it('takes `inputSchema` and `execute` as `parameters` and `handler`', async () => {
    const parameters = z.object({ a: z.number() })
    const handler = ({ a }: { a: number }) => a + 1
    const tool = new Tool({
      name: 'x',
      description: 'x',
      inputSchema: parameters,
      execute: handler,
    })
    expect(tool).toMatchObject({ parameters, handler })
    expect(await tool.validate({ a: 'no' })).toHaveProperty('issues')
    expect(new Tool({ name: 'x', description: 'x', execute: () => 1 })).toHaveProperty('handler')
  })

  const words = { parameters: z.object({}), inputSchema: z.object({}), run: (): number => 1 }
  const { parameters, inputSchema, run } = words
  it.each<object>([
    { parameters, handler: run, execute: run },
    { parameters, inputSchema, handler: run },
    { inputSchema, handler: run },
    { parameters, execute: run },
  ])('refuses a mixture of these words: %j', (options) => {
    expect(() => new Tool({ name: 'x', description: 'x', ...options } as never)).toThrow('mixes')
  })

  it('has the schema of its results as JSON Schema', () => {
    const outputSchema = z.object({ n: z.number() })
    const tool = new Tool({ name: 'x', description: 'x', handler: () => ({ n: 1 }), outputSchema })
    expect(tool.outputJsonSchema).toMatchObject({ type: 'object', required: ['n'] })
    const none = { outputJsonSchema: undefined }
    expect(build({ outputSchema: z.array(z.string()) })).toMatchObject(none)
    expect(build({ outputSchema, result: { silent: true } })).toMatchObject(none)
    expect(build({ outputSchema, result: { toModel: () => 'x' } })).toMatchObject(none)
    expect(build({})).toMatchObject(none)
    expect(() => build({ outputSchema: {} })).toThrow('`outputSchema` of tool "x"')
  })

  it('has a title in words when it is given none', () => {
    expect(build({ name: 'create_new-note' })).toMatchObject({ title: 'Create new note' })
    expect(build({ title: 'Mine' })).toMatchObject({ title: 'Mine' })
  })
})
