import type { JSONSchema7, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { createDemoModel } from './create-demo-model.ts'
import { drive, envelope, tool } from '../../test/drive.ts'
import type { App } from '../../test/drive.ts'
import { taskBoard } from '../../test/invented-apps.ts'

const offering = (...tools: LanguageModelV4FunctionTool[]): App => ({
  tools: () => tools,
  run: () => 'ok',
})

const raw = (name: string, inputSchema: unknown): LanguageModelV4FunctionTool => ({
  type: 'function',
  name,
  inputSchema: inputSchema as JSONSchema7,
})

describe('createDemoModel with odd input', () => {
  it('says so when the page offers no tools', async () => {
    expect((await drive(offering(), ['Add milk'])).text).toContain('the page offers no tools')
    const { content } = await createDemoModel().doGenerate({ prompt: [] })
    expect(content).toMatchObject([{ type: 'text' }])
  })

  it('follows $ref, picks a reading of anyOf, opens nested objects, takes nullables', async () => {
    const app = offering(
      raw('add_booking', {
        type: 'object',
        $defs: { Seat: { enum: ['window', 'aisle'] } },
        properties: {
          guest: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
          seat: { $ref: '#/$defs/Seat' },
          nights: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          board: { oneOf: [{ const: 'half' }, { const: 'full' }] },
          kind: { const: 'hotel' },
        },
        required: ['guest', 'seat', 'kind'],
      }),
    )
    const { calls } = await drive(app, [
      'Add a booking with name "Ada", aisle seat, 3 nights, full board',
    ])
    expect(calls).toEqual([
      [
        'add_booking',
        { guest: { name: 'Ada' }, seat: 'aisle', nights: 3, board: 'full', kind: 'hotel' },
      ],
    ])
  })

  it.each([
    undefined,
    null,
    {},
    { type: 'object' },
    { properties: 'none', required: 7 },
    { $ref: '#' },
    { $ref: '#/nowhere' },
    { $ref: 'https://example.org/schema' },
    { allOf: [{ $ref: '#' }, { properties: { a: true, b: false, c: {} } }] },
    { anyOf: [{ $ref: '#' }, { $ref: '#' }, { $ref: '#' }] },
    {
      properties: { self: { $ref: '#' }, list: { items: { $ref: '#' } } },
      required: ['self', 'list'],
    },
    { properties: { a: { enum: 'x' }, b: { type: ['string', 'null'] }, c: { type: [] } } },
    { type: 'array' },
  ])('%# survives the schema %o', async (schema) => {
    const { text } = await drive(offering(raw('run_thing', schema)), [
      'Run the thing with 5 and "x"',
    ])
    expect(text).not.toBe('')
  })

  it('asks for what it cannot fill and does not loop', async () => {
    const matrix = { type: 'array', items: { type: 'array', items: { type: 'number' } } }
    const { calls, text } = await drive(
      offering(tool('set_matrix', 'Set the matrix.', { matrix })),
      ['Set the matrix', '4'],
    )
    expect(calls).toEqual([])
    expect(text).toContain('“4”')
  })

  it('treats the names of Object.prototype as plain names', async () => {
    const text = { type: 'string' }
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
    const properties = JSON.parse(
      `{"__proto__":{"type":"string"},"constructor":{"type":"number"}}`,
    ) as object
    const app = offering(
      ...names.map((name) => tool(name, `Run ${name}.`, { valueOf: text })),
      raw('set_odd', { type: 'object', properties, required: ['__proto__', 'constructor'] }),
    )
    const { calls } = await drive(app, ['set odd "x" 7', 'constructor "y"'])
    expect(JSON.stringify(calls[0])).toBe('["set_odd",{"constructor":7,"__proto__":"x"}]')
    expect(calls[1]).toEqual(['constructor', { valueOf: 'y' }])
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('finds the one tool of a thousand', async () => {
    const nouns = Array.from(
      { length: 1000 },
      (_, index) => `part${String.fromCharCode(97 + (index % 26))}${index}`,
    )
    const tools = nouns.map((noun) =>
      tool(`delete_${noun}`, `Delete the ${noun}.`, { id: { type: 'string' } }),
    )
    const { calls } = await drive(offering(...tools), ['Delete partk426 #x1'])
    expect(calls).toEqual([['delete_partk426', { id: 'x1' }]])
  })

  it('does not make hundreds of calls at once', async () => {
    const { calls, text } = await drive(taskBoard(), [`Add ${'"x", '.repeat(500)}`])
    expect(calls).toEqual([])
    expect(text).toContain('500 times at once')
  })

  // Anything slower than linear exceeds the test's own time limit.
  it.each([
    ['words', 'lorem ipsum dolor '],
    ['steps', 'add milk and then '],
    ['names', 'Buy milk, Walk the dog and '],
    ['quotation marks', '"“«`\' '],
    ['one word', 'x'],
    ['commas', 'a, 1,000, 2026-01-01 and '],
    ['tags', '<scope-context a '],
  ])('reads 20 kB of %s to the end', async (_, piece) => {
    const sentence = `Add ${piece.repeat(Math.ceil(20_000 / piece.length))}`
    const context = envelope(taskBoard().context?.() ?? {})
    const { content } = await createDemoModel().doGenerate({
      prompt: [sentence, ...context].map((text) => ({
        role: 'user',
        content: [{ type: 'text', text }],
      })),
      tools: taskBoard().tools(),
    })
    expect(content).toHaveLength(1)
  })

  it('ignores calls without results, files and reasoning in the prompt', async () => {
    const { content } = await createDemoModel().doGenerate({
      prompt: [
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'u1', toolName: 'x', input: {} }],
        },
        {
          role: 'user',
          content: [
            {
              type: 'file',
              mediaType: 'image/png',
              data: { type: 'data', data: new Uint8Array(9) },
            },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'hm' },
            { type: 'text', text: 'A picture?' },
          ],
        },
        { role: 'user', content: [{ type: 'text', text: 'Add "Buy bread"' }] },
      ],
      tools: taskBoard().tools(),
    })
    expect(content).toMatchObject([
      { type: 'tool-call', toolName: 'add_task', input: '{"title":"Buy bread"}' },
    ])
  })
})
