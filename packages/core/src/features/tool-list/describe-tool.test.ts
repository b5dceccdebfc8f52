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
