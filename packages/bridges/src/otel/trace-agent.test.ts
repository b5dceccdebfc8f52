import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import {
  type AgentOptions,
  ModelError,
  Scope,
  Tool,
  createAgent,
  createProxyModel,
} from '@ambit/core'
import { inputGuardrail } from '@ambit/core/answers'
import { createProxy } from '@ambit/proxy'
import { type Reply, call, calls, scriptedModel } from '@ambit/testing'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  context,
  type ContextManager,
  type Meter,
  ROOT_CONTEXT,
} from '@opentelemetry/api'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { genAi, traceAgent, traceHeaders, traceProxy } from './index.ts'

/** Makes a tracer whose finished spans are kept. */
function inMemory(exporter: SpanExporter = new InMemorySpanExporter()) {
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const spans = (): ReadableSpan[] =>
    exporter instanceof InMemorySpanExporter ? exporter.getFinishedSpans() : []
  return { tracer: provider.getTracer('test'), spans }
}

/** Returns the spans as a tree: each name with the names below it, in the order of their starts. */
function treeOf(spans: readonly ReadableSpan[]): unknown {
  const below = (parent: string | undefined): unknown[] =>
    spans
      .filter((span) => span.parentSpanContext?.spanId === parent)
      .toSorted((a, b) => timeOf(a.startTime) - timeOf(b.startTime))
      .map((span) => {
        const inner = below(span.spanContext().spanId)
        return inner.length > 0 ? { [span.name]: inner } : span.name
      })
  return below(undefined)
}

const timeOf = ([seconds, nanos]: ReadableSpan['startTime']): number =>
  Math.round(seconds * 1_000 + nanos / 1e6)

const find = (spans: readonly ReadableSpan[], name: string): ReadableSpan => {
  const span = spans.find((one) => one.name === name)
  if (!span) throw new Error(`There is no span ${name}.`)
  return span
}

const read = new Tool({
  name: 'read',
  description: 'Reads.',
  effect: 'read',
  handler: () => 'secret row',
})
const wipe = new Tool({
  name: 'wipe',
  description: 'Wipes.',
  effect: 'destructive',
  handler: (_, ctx) => {
    ctx.undo(() => {})
    return 1
  },
})
const broken = new Tool({
  name: 'broken',
  description: 'Breaks.',
  effect: 'read',
  handler: () => {
    throw new Error('secret reason')
  },
})

const agentOf = (replies: Reply[], options: Partial<AgentOptions> = {}) =>
  createAgent({
    name: 'shop',
    model: scriptedModel(replies),
    tools: [read, wipe, broken],
    ...options,
  })

const usage = { prompt: 10, completion: 5, cached: 4 }

describe('traceAgent', () => {
  it('R103 gives a trace nothing of a `local` scope, also with content', async () => {
    const { tracer, spans } = inMemory()
    const secret = 'blood pressure 182'
    const diary = new Scope({
      name: 'diary',
      local: true,
      context: () => secret,
      tools: [
        new Tool({ name: 'read_diary', description: 'Reads.', handler: () => secret }),
        new Tool({
          name: 'break_diary',
          description: 'Breaks.',
          handler: () => {
            throw new Error(secret)
          },
        }),
      ],
    })
    const asks = calls(call('read_diary'), call('break_diary', { because: secret }))
    const model = Object.assign(scriptedModel(['Hello.', asks, `It is ${secret}.`, 'Bye.']), {
      isLocal: true,
    })
    const agent = createAgent({
      model,
      use: [inputGuardrail('no', (said) => said !== 'no' || 'No.')],
    })
    traceAgent(agent, { tracer, content: true })
    await agent.chat('hello')
    const leave = agent.scopes.register(diary)
    await agent.chat(`mine is ${secret}`)
    await agent.runTool('read_diary')
    leave()
    await agent.chat('bye')
    await agent.chat('no').catch(() => undefined)
    const told = JSON.stringify(
      spans().map(({ name, attributes, events, status }) => [name, attributes, events, status]),
    )
    expect(told).toContain('hello')
    expect(told).not.toContain(secret)
    expect(told).not.toContain('_diary')
    expect(spans().filter(({ name }) => name.startsWith('invoke_agent'))).toHaveLength(4)
  })

  it('runs handlers in the context of their span, and so what they trace is below it', async () => {
    const { tracer, spans } = inMemory()
    const store = new AsyncLocalStorage<Context>()
    const manager: ContextManager = {
      active: () => store.getStore() ?? ROOT_CONTEXT,
      with: (active, run, self, ...args) =>
        store.run(active, () => run.call(self as never, ...args)),
      bind: (_active, target) => target,
      enable: () => manager,
      disable: () => manager,
    }
    context.setGlobalContextManager(manager)
    onTestFinished(() => context.disable())
    const work = new Tool({
      name: 'work',
      description: 'Works.',
      effect: 'read',
      handler: async () => {
        await Promise.resolve()
        tracer.startSpan('app work').end()
        return 1
      },
    })
    const agent = createAgent({ model: scriptedModel([calls(call('work')), 'ok']), tools: [work] })
    traceAgent(agent, { tracer })
    await agent.chat('go')
    const { spanId } = find(spans(), 'execute_tool work').spanContext()
    expect(find(spans(), 'app work').parentSpanContext?.spanId).toBe(spanId)
  })

  it('runs a call although the code that makes the spans is slow, and has its span later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { promise, resolve } = Promise.withResolvers<object>()
    const actual = await vi.importActual<object>('./agent-spans.ts')
    vi.doMock('./agent-spans.ts', () => promise)
    onTestFinished(() => {
      vi.useRealTimers()
      resolve(actual)
      vi.doUnmock('./agent-spans.ts')
    })
    const { tracer, spans } = inMemory()
    const agent = agentOf([calls(call('read')), 'ok'])
    traceAgent(agent, { tracer })
    const run = agent.chat('go')
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await run).content).toBe('ok')
    expect(await traceHeaders({ runId: run.id })).toEqual({})
    expect(spans()).toEqual([])
    vi.useRealTimers()
    resolve(actual)
    await vi.waitFor(() => find(spans(), 'execute_tool read'))
  })

  it('23 makes a span of each run, model call and tool call, with the times of the events', async () => {
    const { tracer, spans } = inMemory()
    const agent = agentOf([{ calls: [call('read'), call('broken')], usage }, 'Done.'])
    traceAgent(agent, { tracer })
    const run = agent.chat('Go')
    await run
    await traceHeaders({})
    expect(treeOf(spans())).toEqual([
      {
        'invoke_agent shop': [
          expect.stringMatching(/^chat /),
          'execute_tool read',
          'execute_tool broken',
          expect.stringMatching(/^chat /),
        ],
      },
    ])
    const root = find(spans(), 'invoke_agent shop')
    expect(root.attributes).toMatchObject({
      [genAi.operation]: 'invoke_agent',
      [genAi.conversation]: agent.sessions.current,
      [genAi.inputTokens]: 20,
      'ambit.status': 'completed',
    })
    const chat = spans().find(({ name }) => name.startsWith('chat'))
    expect(chat?.attributes).toMatchObject({
      [genAi.operation]: 'chat',
      [genAi.requestModel]: 'scripted',
      [genAi.inputTokens]: 10,
      [genAi.outputTokens]: 5,
      [genAi.cacheReadTokens]: 4,
      [genAi.finishReasons]: ['tool_calls'],
    })
    expect(chat?.kind).toBe(2)
    const failed = find(spans(), 'execute_tool broken')
    expect(failed.status).toEqual({ code: 2 })
    expect(failed.attributes).toMatchObject({
      [genAi.errorType]: 'handler',
      'ambit.status': 'error',
    })
    const [first, last] = [run.events[0], run.events.at(-1)]
    expect([timeOf(root.startTime), timeOf(root.endTime)]).toEqual([first?.at, last?.at])
    const started = run.events.find(({ type }) => type === 'agent:tool_started')
    expect(timeOf(find(spans(), 'execute_tool read').startTime)).toBe(started?.at)
  })

  it('ends the span of a request that is made again without a picture that was refused', async () => {
    const { tracer, spans } = inMemory()
    const shot = new Tool({
      name: 'shot',
      description: 'Takes a picture.',
      result: { toModel: () => [{ type: 'image', data: 'iVBORw0KGgoA', mediaType: 'image/png' }] },
      handler: () => 'taken',
    })
    const refuse = (): never => {
      throw new ModelError('No.', { kind: 'upstream_rejected', isRetryable: false, status: 400 })
    }
    const model = scriptedModel([calls(call('shot')), refuse, 'Without it.'])
    const agent = createAgent({ model, tools: [shot], request: { retry: 0 } })
    traceAgent(agent, { tracer })
    expect((await agent.chat('Go')).content).toBe('Without it.')
    await traceHeaders({})
    expect(spans().filter(({ name }) => name.startsWith('chat'))).toHaveLength(3)
  })

  it('has the id of the response and the model that answered, as the provider names them', async () => {
    const { tracer, spans } = inMemory()
    const model = scriptedModel([{ text: 'One.', responseId: 'r1' }, 'Two.'])
    const doStream: typeof model.doStream = async (call) => {
      const answer = await model.doStream(call)
      const named = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform(part, to) {
          to.enqueue(part)
          // A provider may tell the one after the other.
          if (part.type === 'response-metadata') {
            to.enqueue({ type: part.type, id: undefined as never, modelId: 'gpt-5-2026' })
          }
        },
      })
      return { ...answer, stream: answer.stream.pipeThrough(named) }
    }
    const agent = createAgent({ model: { ...model, modelId: 'gpt-5', doStream }, name: 'shop' })
    traceAgent(agent, { tracer })
    await agent.chat('Go')
    await agent.chat('And?')
    await traceHeaders({})
    const chats = spans().filter(({ name }) => name.startsWith('chat'))
    expect(chats[0]?.attributes).toMatchObject({
      [genAi.requestModel]: 'gpt-5',
      [genAi.responseModel]: 'gpt-5-2026',
      [genAi.responseId]: 'r1',
    })
    expect(Object.keys(chats[1]?.attributes ?? {})).not.toContain(genAi.responseId)
  })

  it('23 puts a nested run under its call, also of another agent, and of calls that run at once', async () => {
    const { tracer, spans } = inMemory()
    const helper = createAgent({ name: 'helper', model: scriptedModel(['A', 'B']) })
    const ask = (name: string) =>
      new Tool({
        name,
        description: 'Asks.',
        effect: 'read',
        handler: async (_, ctx) => (await ctx.execute(name, { agent: helper })).content,
      })
    const agent = agentOf([calls(call('one'), call('two')), 'Done.'], {
      tools: [ask('one'), ask('two')],
      calls: { order: 'parallel' },
    })
    traceAgent(agent, { tracer })
    traceAgent(helper, { tracer })
    await agent.chat('Go')
    await traceHeaders({})
    const inner = [{ 'invoke_agent helper': [expect.stringMatching(/^chat /)] }]
    expect(treeOf(spans())).toEqual([
      {
        'invoke_agent shop': expect.arrayContaining([
          { 'execute_tool one': inner },
          { 'execute_tool two': inner },
        ]),
      },
    ])
    expect(new Set(spans().map((span) => span.spanContext().traceId)).size).toBe(1)
  })

  it('23 has spans for the waits for a user, and for undo', async () => {
    const { tracer, spans } = inMemory()
    const question = new Tool({
      name: 'question',
      description: 'Asks.',
      effect: 'read',
      handler: (_, ctx) => ctx.ask('Which?'),
    })
    const agent = agentOf([calls(call('wipe'), call('question')), 'Done.'], {
      tools: [wipe, question],
    })
    traceAgent(agent, { tracer })
    agent.pending.attach('approval')
    agent.pending.subscribe(({ items: [one] }) => one && agent.pending.approve(one.id))
    agent.pending.attach('question')
    agent.pending.subscribe(
      ({ items: [one] }) => one && void agent.pending.answer(one.id, 'secret'),
    )
    const { runId } = await agent.chat('Go')
    await agent.undo(runId)
    await traceHeaders({})
    expect(treeOf(spans())).toEqual([
      {
        'invoke_agent shop': [
          expect.stringMatching(/^chat /),
          { 'execute_tool wipe': ['ambit.approval'] },
          { 'execute_tool question': ['ambit.ask'] },
          expect.stringMatching(/^chat /),
        ],
      },
      'ambit.undo',
    ])
    expect(find(spans(), 'ambit.approval').attributes).toEqual({
      'ambit.approval.cause': 'effect',
      'ambit.approval': 'approved',
      'ambit.approval.by': 'user',
    })
    expect(find(spans(), 'ambit.ask').attributes).toEqual({ 'ambit.ask': 'answered' })
    expect(find(spans(), 'ambit.undo').attributes).toMatchObject({
      [genAi.tool]: 'wipe',
      'ambit.undone_run.id': runId,
    })
  })

  it('23 ends every span when a run is cancelled, and when it fails, with its status', async () => {
    const { tracer, spans } = inMemory()
    const agent = agentOf([{ text: 'One', hang: true }, { refuse: new Error('secret key') }])
    traceAgent(agent, { tracer })
    const cancelled = agent.chat('Go')
    const off = agent.on('agent:delta', () => cancelled.cancel({ kind: 'user' }))
    await cancelled.catch(() => {})
    off()
    await agent.chat('Again').catch(() => {})
    await traceHeaders({})
    const [chat, run, failedChat, failedRun] = spans()
    expect(run?.attributes).toMatchObject({ 'ambit.status': 'cancelled', 'ambit.cancel': 'user' })
    expect(chat?.ended).toBe(true)
    for (const span of [failedChat, failedRun]) {
      expect(span?.status).toEqual({ code: 2 })
      expect(span?.attributes).toMatchObject({ [genAi.errorType]: 'model' })
    }
    expect(failedRun?.attributes).toMatchObject({ 'ambit.status': 'failed' })
    expect(spans()).toHaveLength(4)
  })

  it('23 traces a run from its beginning although it is attached in mid run', async () => {
    const { tracer, spans } = inMemory()
    const gate = Promise.withResolvers<void>()
    const agent = agentOf([calls(call('read')), { text: 'Done.', gate: gate.promise }])
    const run = agent.chat('Go')
    await new Promise<void>(
      (resolve) => void agent.on('agent:tool_succeeded', () => resolve(), { once: true }),
    )
    traceAgent(agent, { tracer })
    gate.resolve()
    await run
    await traceHeaders({})
    expect(treeOf(spans())).toEqual([
      { 'invoke_agent shop': ['chat scripted', 'execute_tool read', 'chat scripted'] },
    ])
    const root = find(spans(), 'invoke_agent shop')
    expect(timeOf(root.startTime)).toBe(run.events[0]?.at)
  })

  it('has a span of the call alone for a call of the page, also for one that fails', async () => {
    const { tracer, spans } = inMemory()
    const agent = agentOf([])
    traceAgent(agent, { tracer })
    await agent.runTool('read')
    await agent.runTool('broken').catch(() => {})
    await traceHeaders({})
    expect(treeOf(spans())).toEqual(['execute_tool read', 'execute_tool broken'])
  })

  it('ends the open spans when the tracing ends in mid run', async () => {
    const { tracer, spans } = inMemory()
    const agent = agentOf([{ text: 'One', hang: true }])
    const stop = traceAgent(agent, { tracer })
    await traceHeaders({})
    const run = agent.chat('Go')
    await new Promise<void>(
      (resolve) => void agent.on('agent:delta', () => resolve(), { once: true }),
    )
    stop()
    expect(spans().map(({ name }) => name)).toEqual(['chat scripted', 'invoke_agent shop'])
    run.cancel()
    await run.catch(() => {})
    expect(spans()).toHaveLength(2)
  })

  it('22 changes nothing if the tracer or the exporter throws, and says so once', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const throws = (): never => {
      throw new Error('no')
    }
    const rest = { onStart: () => {}, forceFlush: async () => {}, shutdown: async () => {} }
    const processor: SpanProcessor = { ...rest, onEnd: throws }
    const atEnd = new BasicTracerProvider({ spanProcessors: [processor] }).getTracer('test')
    const atStart = { ...atEnd, startSpan: throws }
    for (const broken of [atEnd, atStart]) {
      error.mockClear()
      const agent = agentOf([calls(call('read')), 'Done.'])
      traceAgent(agent, { tracer: broken })
      expect((await agent.chat('Go')).content).toBe('Done.')
      await traceHeaders({})
      expect(error).toHaveBeenCalledOnce()
    }
    error.mockRestore()
  })

  it('22 changes nothing if the exporter throws', async () => {
    const exporter: SpanExporter = {
      export: () => {
        throw new Error('no')
      },
      shutdown: async () => {},
    }
    const agent = agentOf(['Done.'])
    traceAgent(agent, { tracer: inMemory(exporter).tracer })
    expect((await agent.chat('Go')).content).toBe('Done.')
  })

  it('24 has no content unless it is asked for', async () => {
    const play = async (content?: boolean): Promise<string> => {
      const { tracer, spans } = inMemory()
      const agent = agentOf(
        [
          {
            reasoning: 'secret thought',
            text: 'secret words',
            calls: [call('echo', { of: 'secret argument' }), call('broken')],
          },
          'secret answer',
        ],
        {
          instructions: 'secret instructions',
          tools: [
            broken,
            new Tool({
              name: 'echo',
              description: 'secret description',
              effect: 'read',
              parameters: z.object({ of: z.string() }),
              handler: () => 'secret result',
            }),
          ],
        },
      )
      traceAgent(agent, { tracer, content })
      await agent.chat('secret question')
      await traceHeaders({})
      return JSON.stringify(
        spans().map(({ name, attributes, events, status }) => [name, attributes, events, status]),
      )
    }
    expect(await play()).not.toContain('secret')
    const told = await play(true)
    for (const word of [
      'thought',
      'words',
      'argument',
      'answer',
      'instructions',
      'result',
      'question',
    ]) {
      expect(told).toContain(`secret ${word}`)
    }
  })

  it('24 has instructions, messages and tools as the conventions want them', async () => {
    const { tracer, spans } = inMemory()
    const agent = agentOf(['Done.'], { instructions: 'Be kind.', tools: [read] })
    traceAgent(agent, { tracer, content: true })
    await agent.chat('Go')
    await traceHeaders({})
    const { attributes } = find(spans(), 'chat scripted')
    const parse = (name: string): unknown => JSON.parse(String(attributes[name])) as unknown
    expect(parse('gen_ai.system_instructions')).toEqual([{ type: 'text', content: 'Be kind.' }])
    expect(parse('gen_ai.input.messages')).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'Go' }] },
    ])
    expect(parse('gen_ai.tool.definitions')).toMatchObject([
      { type: 'function', name: 'read', description: 'Reads.', parameters: { type: 'object' } },
    ])
  })

  it('24 measures the time and the tokens of each model call, also of one that fails', async () => {
    const recorded: [string, number, object][] = []
    const meter = {
      createHistogram: (name: string) => ({
        record: (value: number, attributes: object) => recorded.push([name, value, attributes]),
      }),
    } as unknown as Meter
    const { tracer } = inMemory()
    const agent = agentOf([{ calls: [call('read')], usage }, { refuse: new Error('no') }], {
      request: { retry: 0 },
    })
    traceAgent(agent, { tracer, meter })
    await agent.chat('Go').catch(() => undefined)
    await traceHeaders({})
    const of = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': expect.any(String) as string,
      'gen_ai.request.model': 'scripted',
    }
    const seconds = expect.any(Number) as number
    expect(recorded).toEqual([
      ['gen_ai.client.operation.duration', seconds, of],
      ['gen_ai.client.token.usage', 10, { ...of, 'gen_ai.token.type': 'input' }],
      ['gen_ai.client.token.usage', 5, { ...of, 'gen_ai.token.type': 'output' }],
      [
        'gen_ai.client.operation.duration',
        seconds,
        { ...of, 'error.type': expect.any(String) as string },
      ],
    ])
  })

  it('24 goes on without metrics if the meter throws, and says so once', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => error.mockRestore())
    const record = (): never => {
      throw new Error('no')
    }
    const meter = { createHistogram: () => ({ record }) } as unknown as Meter
    const agent = agentOf([calls(call('read')), 'Done.'])
    traceAgent(agent, { tracer: inMemory().tracer, meter })
    expect((await agent.chat('Go')).content).toBe('Done.')
    await traceHeaders({})
    expect(error).toHaveBeenCalledOnce()
  })

  it('25 has the names of the convention in one file', () => {
    for (const name of Object.values(genAi)) expect(name).toMatch(/^(gen_ai\.|error\.type$)/)
  })
})

const says: Reply = 'Hello.'

/** Makes a page and a proxy, each with a tracer. */
function pageAndProxy(replies: Reply[]) {
  const page = inMemory()
  const server = inMemory()
  const tracer = server.tracer
  const model = scriptedModel(replies)
  const handle = createProxy({
    authorize: () => 'ann',
    models: { 'openai/gpt-5': () => model },
    log: traceProxy({ tracer }),
  })
  const seen: (string | null)[] = []
  const send = (headers: HeadersInit | typeof traceHeaders) =>
    createProxyModel({
      baseURL: 'https://app.example/api/agent',
      modelId: 'openai/gpt-5',
      headers,
      fetch: async (url, init) => {
        const request = new Request(url, init)
        seen.push(request.headers.get('traceparent'))
        return handle(request)
      },
    })
  return { page, server, seen, send }
}

describe('traceHeaders and traceProxy', () => {
  it('26 send the traceparent of each model call, and the server goes on with the trace', async () => {
    const { page, server, seen, send } = pageAndProxy([calls(call('read')), says])
    const agent = createAgent({ name: 'shop', model: send(traceHeaders), tools: [read] })
    traceAgent(agent, { tracer: page.tracer })
    await agent.chat('Go')
    const chats = page.spans().filter(({ name }) => name === 'chat openai/gpt-5')
    expect(chats).toHaveLength(2)
    expect(seen).toEqual(
      chats.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
    )
    expect(server.spans()).toHaveLength(2)
    for (const [at, span] of server.spans().entries()) {
      expect(span.name).toBe('chat openai/gpt-5')
      expect(span.kind).toBe(1)
      expect(span.parentSpanContext).toMatchObject({
        spanId: chats[at]?.spanContext().spanId,
        isRemote: true,
      })
      expect(span.spanContext().traceId).toBe(chats[at]?.spanContext().traceId)
      expect(span.attributes).toMatchObject({
        [genAi.provider]: 'openai',
        [genAi.operation]: 'chat',
      })
    }
    expect(chats[0]?.attributes).toMatchObject({ [genAi.provider]: 'openai' })
  })

  it.each([
    ['another version', '01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['no ids', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`],
    ['capitals', '00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01'],
    ['a long text', `00-${'a'.repeat(5_000)}`],
    ['nothing', ''],
  ])('26 ignore a traceparent of %s', async (_, traceparent) => {
    const { server, send } = pageAndProxy([says])
    const agent = createAgent({ model: send({ traceparent }) })
    await agent.chat('Go')
    const [span] = server.spans()
    expect(span?.parentSpanContext).toBeUndefined()
    expect(span?.name).toBe('chat openai/gpt-5')
  })

  it('mark a failed call, and make no span of other requests', async () => {
    const { server, send } = pageAndProxy([{ refuse: new Error('secret') }])
    const agent = createAgent({ model: send({}), request: { retry: { max: 0 } } })
    await agent.chat('Go').catch(() => {})
    const [span, ...rest] = server.spans()
    expect(rest).toEqual([])
    expect(span?.status.code).toBe(2)
    expect(JSON.stringify(span?.attributes)).not.toContain('secret')
  })

  it('send nothing for a call that is not traced', async () => {
    const { seen, send } = pageAndProxy([says])
    await createAgent({ model: send(traceHeaders) }).chat('Go')
    expect(seen).toEqual([null])
    expect(await traceHeaders({})).toEqual({})
  })
})
