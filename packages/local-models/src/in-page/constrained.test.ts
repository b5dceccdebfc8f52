import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { createAgent, jsonSchema, type LocalModel, ModelError, Tool } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { cut, writtenModel } from '../../test/text-engine.ts'
import { chooseModel } from './choose-model.ts'
import { constrained } from './constrained.ts'

const color: LanguageModelV4FunctionTool = {
  type: 'function',
  name: 'set_color',
  description: 'Sets the colour.',
  inputSchema: {
    type: 'object',
    properties: {
      color: { enum: ['red', 'blue'] },
      n: { type: 'integer', minimum: 1, maximum: 9 },
    },
    required: ['color'],
  },
}

const call = '{"call":{"name":"set_color","arguments":{"color":"red"}}}'

const ask = (
  changes: Partial<LanguageModelV4CallOptions> = {},
  text: string = 'make it red',
): LanguageModelV4CallOptions => ({
  prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
  ...changes,
})

async function read(
  model: LocalModel,
  options: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await model.doStream(options)
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

const textOf = (parts: readonly LanguageModelV4StreamPart[]): string[] =>
  parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []))

const reasonOf = (parts: readonly LanguageModelV4StreamPart[]): string | undefined =>
  parts.flatMap((part) => (part.type === 'finish' ? [part.finishReason.unified] : []))[0]

describe('constrained', () => {
  it('makes a call of what is no name of a tool, which the agent answers and goes on from', async () => {
    for (const name of ['5', '{}', '[1]']) {
      const written = writtenModel([
        [`{"call":{"name":${name},"arguments":{}}}`],
        ['{"say":"Sorry."}'],
        ['{"say":"Again."}'],
      ])
      const tool = new Tool({ name: 'a', description: 'A.', handler: () => 1 })
      const agent = createAgent({ model: constrained(written), tools: [tool] })
      const { content, messages } = await agent.chat('hi')
      expect(content).toBe('Sorry.')
      expect(messages.find(({ role }) => role === 'tool')).toMatchObject({ status: 'unknown' })
      expect((await agent.chat('and?')).content).toBe('Again.')
    }
  })
  it('streams what the model says out of JSON that is not whole, whatever the pieces', async () => {
    const said = 'Red \\"now\\" \\ud83d\\ude00 done.\\nNext'
    for (const size of [1, 2, 3, 5, 7, 100]) {
      const written = writtenModel([cut(`{ "say": "${said}" }`, size)])
      const parts = await read(constrained(written), ask({ tools: [color] }))
      const deltas = textOf(parts)
      expect(deltas.join('')).toBe('Red "now" 😀 done.\nNext')
      for (const delta of deltas) expect(delta.isWellFormed()).toBe(true)
      if (size === 1) expect(deltas.length).toBeGreaterThan(20)
      expect(reasonOf(parts)).toBe('stop')
    }
  })

  it('says a line break that an engine writes as it is', async () => {
    const written = writtenModel([['{"say":"one\n', 'two"}']])
    const parts = await read(constrained(written), ask({ tools: [color] }))
    expect(textOf(parts).join('')).toBe('one\ntwo')
    expect(reasonOf(parts)).toBe('stop')
  })

  it('makes a call when it is whole', async () => {
    const written = writtenModel([cut(call, 4)])
    const parts = await read(constrained(written), ask({ tools: [color] }))
    expect(parts.map(({ type }) => type)).toEqual([
      'stream-start',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'finish',
    ])
    expect(parts[4]).toMatchObject({ toolName: 'set_color', input: '{"color":"red"}' })
    expect(reasonOf(parts)).toBe('tool-calls')
  })

  it('runs the calls of an agent, and shows the result to the model', async () => {
    const written = writtenModel([cut(call, 4), ['{"say":"It is red."}']])
    const ran: unknown[] = []
    const agent = createAgent({
      model: constrained(written),
      tools: [
        new Tool({
          name: 'set_color',
          description: 'Sets the colour.',
          parameters: jsonSchema<{ color: string }>(color.inputSchema),
          handler: (args) => {
            ran.push(args)
            return { ok: true }
          },
        }),
      ],
    })
    const { content } = await agent.chat('make it red')
    expect(content).toBe('It is red.')
    expect(ran).toEqual([{ color: 'red' }])
    expect(written.requests[1]?.messages.map(({ content }) => content)).toEqual([
      expect.stringContaining('Answer with one JSON object'),
      'make it red',
      call,
      'Result of set_color: {"ok":true}',
    ])
  })

  it('says what an engine writes that keeps to no schema', async () => {
    for (const [written, said, reason] of [
      [cut('Hello there.', 5), 'Hello there.', 'stop'],
      [['```json\n{"say":"It is red."}\n```'], 'It is red.', 'stop'],
      [['{"thought":"easy","say":"It is red."}'], 'It is red.', 'stop'],
      [['Hello the', { isCut: true }], 'Hello the', 'length'],
    ] as const) {
      const parts = await read(constrained(writtenModel([written])), ask({ tools: [color] }))
      expect(textOf(parts).join('')).toBe(said)
      expect(reasonOf(parts)).toBe(reason)
    }
    const fenced = constrained(writtenModel([[`\`\`\`\n${call}\n\`\`\``]]))
    expect(reasonOf(await read(fenced, ask({ tools: [color] })))).toBe('tool-calls')
  })

  it('fails if an engine that keeps to no schema writes another object, and stays loaded', async () => {
    const written = writtenModel([['{"tool":"set_color"}']])
    const model = constrained(written)
    const failed = read(model, ask({ tools: [color] }))
    await expect(failed).rejects.toMatchObject({ kind: 'invalid_response', isRetryable: false })
    expect(model.state.status).toBe('ready')
    const agent = createAgent({
      model: chooseModel([model, scriptedModel(['Other.'])]),
      tools: [new Tool({ name: 'a', description: 'A.', handler: () => 1 })],
    })
    expect((await agent.chat('hi')).content).toBe('Other.')
  })

  it('calls nothing if the JSON is cut, and ends with `length`', async () => {
    const written = writtenModel([
      [call.slice(0, -4)],
      ['{"say":"It is'],
      ['{"say":"a"', { isCut: true }],
    ])
    const model = constrained(written)
    const cutCall = await read(model, ask({ tools: [color] }))
    expect(cutCall.some(({ type }) => type === 'tool-call')).toBe(false)
    expect(reasonOf(cutCall)).toBe('length')
    const cutText = await read(model, ask({ tools: [color] }))
    expect(textOf(cutText).join('')).toBe('It is')
    expect(reasonOf(cutText)).toBe('length')
    expect(reasonOf(await read(model, ask({ tools: [color] })))).toBe('length')
  })

  it('offers what `toolChoice` allows', async () => {
    const other = { ...color, name: 'reset' }
    const written = writtenModel([[call]])
    const model = constrained(written)
    const branches = async (
      toolChoice: LanguageModelV4CallOptions['toolChoice'],
    ): Promise<unknown> => {
      await read(model, ask({ tools: [color, other], ...(toolChoice && { toolChoice }) }))
      const schema = written.requests.at(-1)?.schema
      return schema?.anyOf?.map((branch) => {
        const { say, call } = (branch as { properties: Record<string, object> }).properties
        return say
          ? 'say'
          : (call as { properties: { name: { const: string } } }).properties.name.const
      })
    }
    expect(await branches(undefined)).toEqual(['say', 'set_color', 'reset'])
    expect(await branches({ type: 'required' })).toEqual(['set_color', 'reset'])
    expect(await branches({ type: 'tool', toolName: 'reset' })).toEqual(['reset'])
    expect(await branches({ type: 'none' })).toBeUndefined()
  })

  it('writes a structured answer, with tools and without', async () => {
    const schema = {
      type: 'object' as const,
      properties: { total: { type: 'number' as const } },
      required: ['total'],
    }
    const written = writtenModel([
      cut('{"total": 3}', 3),
      ['{"answer":{"total":4}}'],
      ['{"total":'],
    ])
    const model = constrained(written)
    const responseFormat = { type: 'json' as const, schema }
    const alone = await read(model, ask({ responseFormat }))
    expect(textOf(alone)).toEqual(['{"t', 'ota', 'l":', ' 3}'])
    expect(written.requests[0]?.schema).toEqual({ ...schema, additionalProperties: false })
    const beside = await read(model, ask({ responseFormat, tools: [color] }))
    expect(textOf(beside).join('')).toBe('{"total":4}')
    expect(reasonOf(await read(model, ask({ responseFormat })))).toBe('length')
  })

  it('leaves out what the grammar lacks with a warning, and the agent checks it', async () => {
    const inputSchema = {
      type: 'object' as const,
      properties: {
        mail: { type: 'string' as const, format: 'email', pattern: '^a' },
        size: { type: 'number' as const, minimum: 2 },
        n: { type: 'integer' as const, minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        inner: { $ref: '#/$defs/Inner' },
      },
      required: ['n'],
      $defs: {
        Inner: {
          type: 'object' as const,
          properties: {
            next: { $ref: '#/$defs/Inner' },
            of: { oneOf: [{ const: 1 }, { const: 2 }] },
          },
        },
      },
    }
    const bad = '{"call":{"name":"add","arguments":{"n":0}}}'
    const written = writtenModel([[bad], ['{"say":"No."}']], { engine: { keywords: ['minimum'] } })
    const warnings: string[] = []
    const ran: unknown[] = []
    const agent = createAgent({
      model: constrained(written),
      tools: [
        new Tool({
          name: 'add',
          description: 'Adds.',
          parameters: jsonSchema(inputSchema),
          handler: (args) => ran.push(args),
        }),
      ],
    })
    agent.on('agent:warning', ({ message }) => warnings.push(message))
    await agent.chat('add')
    expect(ran).toEqual([])
    expect(written.requests[1]?.messages.at(-1)?.content).toContain('Result of add: failed: ')
    expect(warnings.join()).toContain('format, pattern, minimum, $ref of "add"')
    const branch = written.requests[0]?.schema?.anyOf?.[1]
    expect(branch).toMatchObject({
      properties: {
        call: {
          properties: {
            arguments: {
              properties: {
                mail: { type: 'string' },
                size: { type: 'number' },
                n: { type: 'integer', minimum: 1 },
                inner: {
                  type: 'object',
                  properties: { next: {}, of: { anyOf: [{ const: 1 }, { const: 2 }] } },
                  additionalProperties: false,
                },
              },
            },
          },
        },
      },
    })
  })

  it('writes one answer at a time, in the order of the requests', async () => {
    const written = writtenModel([['{"say":"a"}'], ['{"say":"b"}'], ['{"say":"c"}']])
    const model = constrained(written)
    const done: string[] = []
    const one = async (text: string): Promise<void> => {
      await read(model, ask({ tools: [color] }, text))
      done.push(text)
    }
    await Promise.all(['1', '2', '3'].map(one))
    expect(done).toEqual(['1', '2', '3'])
    expect(written.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      '1',
      '2',
      '3',
    ])
    expect(written.mostAtOnce).toBe(1)
  })

  it('ends at once when it is aborted, also while it waits, and answers the next request', async () => {
    const begun = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const written = writtenModel([
      async function* (request) {
        yield '{"say":"a'
        begun.resolve()
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
        await released.promise
      },
      ['{"say":"next"}'],
    ])
    const model = constrained(written)
    const first = new AbortController()
    const second = new AbortController()
    const writing = read(model, ask({ tools: [color], abortSignal: first.signal }))
    const waiting = read(model, ask({ tools: [color], abortSignal: second.signal }))
    const after = read(model, ask({ tools: [color] }))
    await begun.promise
    second.abort(new Error('second'))
    await expect(waiting).rejects.toThrow('second')
    first.abort(new Error('first'))
    await expect(writing).rejects.toThrow('first')
    // The engine has not stopped yet, so nothing else is written.
    expect(written.requests).toHaveLength(1)
    released.resolve()
    expect(textOf(await after)).toEqual(['next'])
    expect(written.loads).toBe(1)
  })

  it('loads another engine if one has not stopped 5 seconds after an abort', async () => {
    vi.useFakeTimers()
    const begun = Promise.withResolvers<void>()
    const written = writtenModel([
      async function* () {
        yield 'a'
        begun.resolve()
        await new Promise(() => undefined)
      },
      ['back'],
    ])
    const model = constrained(written)
    const stop = new AbortController()
    const writing = read(model, ask({ abortSignal: stop.signal }))
    await begun.promise
    const after = read(model, ask())
    stop.abort(new Error('stopped'))
    await expect(writing).rejects.toThrow('stopped')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(textOf(await after)).toEqual(['back'])
    expect([written.loads, written.closes]).toEqual([2, 1])
    vi.useRealTimers()
  })

  it('fails with a ModelError if the engine dies, and loads it again for the next call', async () => {
    const written = writtenModel([new Error('worker gone'), ['{"say":"back"}'], new Error('again')])
    const model = constrained(written)
    const failed = await read(model, ask({ tools: [color] })).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ModelError)
    expect(failed).toMatchObject({ kind: 'model_failed', isRetryable: true })
    expect(textOf(await read(model, ask({ tools: [color] })))).toEqual(['back'])
    expect([written.loads, written.closes]).toEqual([2, 1])
    // One that fails twice in a row is not asked a third time by itself.
    await read(model, ask()).catch(() => undefined)
    const twice = await read(model, ask()).catch((error: unknown) => error)
    expect(twice).toMatchObject({ isRetryable: false })
  })

  it('is retried once by the loop if the engine dies', async () => {
    const written = writtenModel([new Error('worker gone'), ['back']])
    const agent = createAgent({
      model: constrained(written),
      request: { retry: { delay: 0 } },
    })
    expect((await agent.chat('hello')).content).toBe('back')
    expect(written.loads).toBe(2)
  })

  it('reports the tokens that the engine counts', async () => {
    const written = writtenModel([['hello', { inputTokens: 12, outputTokens: 3 }]])
    const agent = createAgent({ model: constrained(written) })
    const { usage } = await agent.chat('hello')
    expect(usage).toMatchObject({ promptTokens: 12, completionTokens: 3 })
  })

  it('leaves out the oldest turns that do not fit into the context of the engine', async () => {
    const written = writtenModel([['ok']], {
      engine: {
        contextTokens: 40,
        countTokens: (messages) => messages.reduce((sum, { content }) => sum + content.length, 0),
      },
    })
    const agent = createAgent({ model: constrained(written), instructions: 'Be kind.' })
    const warnings: string[] = []
    agent.on('agent:warning', ({ message }) => warnings.push(message))
    for (const text of ['first', 'second', 'third']) await agent.chat(text)
    expect(written.requests.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['Be kind.', 'first'],
      ['Be kind.', 'first', 'ok', 'second'],
      ['Be kind.', 'second', 'ok', 'third'],
    ])
    expect(written.requests[0]?.maxTokens).toBe(20)
    expect(warnings.join()).toContain('The oldest 1 turns do not fit')
  })

  it('estimates by what the engine counted of the last prompt, if it counts only afterwards', async () => {
    // A language whose characters are a token each.
    const written = writtenModel(
      [
        async function* ({ messages }) {
          yield '好'
          yield { inputTokens: messages.reduce((sum, { content }) => sum + content.length, 0) }
        },
      ],
      { engine: { contextTokens: 100 } },
    )
    const agent = createAgent({ model: constrained(written) })
    for (let n = 1; n <= 5; n++) await agent.chat('茶'.repeat(20))
    const sizes = written.requests.map(({ messages }) => messages.length)
    expect(sizes).toEqual([1, 3, 3, 3, 3])
  })

  it('describes more than twelve tools by a line, and keeps their schemas in the grammar', async () => {
    const written = writtenModel([['{"say":"a"}']])
    const model = constrained(written)
    const tools = Array.from({ length: 13 }, (_, index) => ({
      ...color,
      name: `tool_${index}`,
      description: 'Sets the colour. It has more to say.',
    }))
    await read(model, ask({ tools }))
    const [system] = written.requests[0]?.messages ?? []
    expect(system?.content).toContain('- tool_7(color, n?): Sets the colour.\n')
    expect(system?.content).not.toContain('minimum')
    expect(written.requests[0]?.schema?.anyOf).toHaveLength(14)
    await read(model, ask({ tools: tools.slice(1) }))
    expect(written.requests[1]?.messages[0]?.content).toContain('"minimum":1')
  })

  it('gives a whole answer to callers that do not stream', async () => {
    const model = constrained(writtenModel([['hello', { inputTokens: 1 }]]))
    const { content, finishReason, usage } = await model.doGenerate(ask())
    expect(content).toEqual([{ type: 'text', text: 'hello' }])
    expect(finishReason.unified).toBe('stop')
    expect(usage.inputTokens.total).toBe(1)
  })
})
