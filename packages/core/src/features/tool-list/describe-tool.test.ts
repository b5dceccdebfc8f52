import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Tool, type ToolOptions, jsonSchema } from '../../index.ts'
import { describeTool } from './tools-on.ts'

const make = (options: Partial<ToolOptions<unknown, unknown>> = {}): Tool =>
  new Tool({ name: 'add', description: 'Adds.', handler: () => 1, ...options }) as Tool

describe('describeTool', () => {
  it('leaves out what tells a model nothing, and keeps what means something', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      title: 'add',
      description: '',
      type: 'object',
      properties: {
        title: { type: 'string', title: 'title', description: 'A\n      title', default: '' },
        description: {
          type: 'string',
          title: 'What it is',
          format: 'x',
          examples: [{ title: '' }],
        },
        properties: { anyOf: [{ $schema: 'y', const: { title: 'title', description: '' } }] },
      },
    }
    const tool = make({ parameters: jsonSchema(schema as never) })
    expect(describeTool(tool).inputSchema).toEqual({
      type: 'object',
      properties: {
        title: { type: 'string', description: 'A\n      title', default: '' },
        description: {
          type: 'string',
          title: 'What it is',
          format: 'x',
          examples: [{ title: '' }],
        },
        properties: { anyOf: [{ const: { title: 'title', description: '' } }] },
      },
    })
    expect(tool.jsonSchema).toEqual(schema)
  })

  it('refuses nothing in the parts of an intersection, where each has properties of its own', () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const part = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } })
    const both = { allOf: [part('a'), part('b')] }
    const parameters = jsonSchema({ type: 'object', properties: { both } } as never)
    const strict = { provider: { strict: true }, parameters }
    const { inputSchema } = describeTool(make({ name: 'both', ...strict }))
    expect(inputSchema).toMatchObject({ additionalProperties: false, properties: { both } })
    expect(JSON.stringify(inputSchema.properties)).not.toContain('additionalProperties')
  })

  it('refuses other properties where `strict` is asked for, as providers want it', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const parameters = z.object({
      filter: z.object({ colour: z.string().nullable() }),
      rows: z.array(z.object({ id: z.string() })),
    })
    const strict = { provider: { strict: true }, parameters }
    const { inputSchema } = describeTool(make({ name: 'all', ...strict }))
    expect(inputSchema).toMatchObject({
      additionalProperties: false,
      properties: {
        filter: { additionalProperties: false },
        rows: { items: { additionalProperties: false } },
      },
    })
    expect(describeTool(make({ name: 'none', provider: { strict: true } })).strict).toBe(true)
    expect(warn).not.toHaveBeenCalled()
    expect(describeTool(make({ parameters })).inputSchema).not.toHaveProperty(
      'additionalProperties',
    )
    warn.mockRestore()
  })

  it.each([
    [
      '`filter.colour` can be left out',
      z.object({ filter: z.object({ colour: z.string().optional() }) }),
    ],
    [
      '`rows.id` can be left out',
      z.object({ rows: z.array(z.object({ id: z.string().default('a') })) }),
    ],
    ['`rows` can have other properties', z.object({ rows: z.record(z.string(), z.number()) })],
    ['its arguments can have other properties', z.looseObject({ n: z.number() })],
  ])('warns once of what `strict` does not take: %s', (fault, parameters) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const strict = { name: `t${fault.length}`, provider: { strict: true } }
    for (let times = 0; times < 2; times++) {
      describeTool(make({ ...strict, parameters: parameters as never }))
    }
    expect(warn.mock.calls).toMatchObject([[expect.stringContaining(fault)]])
    warn.mockRestore()
  })

  it('has descriptions byte for byte', () => {
    const text = '\n    Adds one.  \n\tThen two:\r\n      - three\n  '
    const parameters = z.object({ title: z.string().describe(text) })
    const { description, inputSchema } = describeTool(make({ description: text, parameters }))
    expect(description).toBe(text)
    expect(inputSchema.properties).toMatchObject({ title: { description: text } })
  })

  it('has the examples and the options for providers', () => {
    const tool = new Tool({
      name: 'add',
      description: 'Adds.',
      parameters: z.object({ title: z.string(), count: z.number().default(1) }),
      provider: {
        examples: [{ title: 'Milk' }],
        options: { anthropic: { eagerInputStreaming: true } },
      },
      handler: () => 1,
    })
    expect(describeTool(tool)).toMatchObject({
      inputExamples: [{ input: { title: 'Milk' } }],
      providerOptions: { anthropic: { eagerInputStreaming: true } },
    })
    expect(describeTool(make())).not.toHaveProperty('inputExamples')
    expect(describeTool(make())).not.toHaveProperty('providerOptions')
  })
})

describe('the examples of a tool', () => {
  const parameters = z.object({ title: z.string() })

  it('are checked against its schema when it is made', () => {
    const broken = (): Tool =>
      make({ parameters, provider: { examples: [{ title: 'a' }, { title: 1 }] as never } })
    expect(broken).toThrow(
      /`provider.examples\[1\]` of tool "add" does not fit `parameters` \(title: /,
    )
  })

  it('are not checked in production', () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(() => make({ parameters, provider: { examples: [{}] as never } })).not.toThrow()
    vi.unstubAllEnvs()
  })
})
