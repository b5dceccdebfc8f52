import '@ambit/core/eager'
import { type Agent, createAgent, type ToolContext } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import {
  BAGGAGE_META_KEY,
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
  TRACEPARENT_META_KEY,
  TRACESTATE_META_KEY,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import {
  type Context,
  context,
  type ContextManager,
  createTraceState,
  propagation,
  ROOT_CONTEXT,
  type Span,
  trace,
  type TraceState,
} from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SamplingDecision,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectMcp, type McpOptions } from '../src/mcp/index.ts'
import { exposeOverMcp } from '../src/mcp-server/index.ts'
import { traceAgent, traceHeaders } from '../src/otel/index.ts'
import { connectFake, until } from './connect-fake.ts'
import { fakeMcp, json, remoteTool } from './fake-mcp.ts'
import { ClientTransport, newClient, oldClient } from './mcp-clients.ts'
import { tool } from './plain-tool.ts'

/** Makes a tracer whose finished spans are kept, and whose spans have a `tracestate`. */
function inMemory(traceState?: TraceState) {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
    ...(traceState && {
      sampler: {
        shouldSample: () => ({ decision: SamplingDecision.RECORD_AND_SAMPLED, traceState }),
      },
    }),
  })
  const span = (name: string): ReadableSpan => {
    const found = exporter.getFinishedSpans().find((one) => one.name === name)
    if (!found) throw new Error(`There is no span ${name}.`)
    return found
  }
  return { tracer: provider.getTracer('test'), span }
}

const traceparentOf = (span: Pick<ReadableSpan, 'spanContext'>): string =>
  `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`

/** Runs a function with baggage, under a context manager that follows promises. */
function withBaggage<T>(run: () => T): T {
  const store = new AsyncLocalStorage<Context>()
  const manager: ContextManager = {
    active: () => store.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) =>
      store.run(active, () => work.call(self as never, ...args)),
    bind: (_active, target) => target,
    enable: () => manager,
    disable: () => manager,
  }
  context.setGlobalContextManager(manager)
  onTestFinished(() => context.disable())
  const baggage = propagation.createBaggage({ user: { value: 'Ada, 1' }, plan: { value: 'pro' } })
  return context.with(propagation.setBaggage(ROOT_CONTEXT, baggage), run)
}

type Meta = Readonly<Record<string, unknown>> | undefined

/** Starts a server of an official package whose tool `look` notes its `_meta`. */
type Start = (seen: Meta[]) => Promise<Partial<McpOptions>>

const createHandler = (seen: Meta[]) =>
  createMcpHandler(() => {
    const server = new McpServer({ name: 'tickets', version: '1.0.0' })
    server.registerTool('look', { description: 'Looks.' }, ({ mcpReq: { _meta } }) => {
      seen.push(_meta)
      return { content: [{ type: 'text', text: 'seen' }] }
    })
    return server
  })

const url = 'https://tickets.example/mcp'

const ways: Readonly<Record<string, Start>> = {
  'a server of 2026-07-28': async (seen) => {
    const handler = createHandler(seen)
    return { url, fetch: (to, init) => handler.fetch(new Request(to, init)) }
  },
  'a server of 2025': async (seen) => {
    const handler = createHandler(seen)
    const fetch: typeof globalThis.fetch = async (to, init) => {
      const error = { code: -32_601, message: 'Method not found' }
      return String(init?.body).includes('server/discover')
        ? json({ jsonrpc: '2.0', id: 1, error }, { status: 400 })
        : handler.fetch(new Request(to, init))
    }
    return { url, fetch }
  },
  'a client of `@modelcontextprotocol/client`': async (seen) => {
    const handler = createHandler(seen)
    const client = new NewClient(
      { name: 'page', version: '1' },
      { versionNegotiation: { mode: 'auto' } },
    )
    const fetch = (to: string | URL, init?: RequestInit) => handler.fetch(new Request(to, init))
    await client.connect(new NewTransport(new URL(url), { fetch }))
    onTestFinished(() => client.close())
    return { client }
  },
  'a client of `@modelcontextprotocol/sdk`': async (seen) => {
    const server = new OldServer({ name: 'tickets', version: '1.0.0' })
    server.registerTool('look', { description: 'Looks.' }, ({ _meta }) => {
      seen.push(_meta)
      return { content: [{ type: 'text', text: 'seen' }] }
    })
    const client = new OldClient({ name: 'page', version: '1' })
    const [near, far] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(far), client.connect(near)])
    onTestFinished(() => client.close())
    return { client }
  },
}

/** Creates an agent that calls `look` of a server. */
async function looking(start: Start, options: Partial<McpOptions> = {}) {
  const seen: Meta[] = []
  const model = scriptedModel([calls(call('tickets_look')), 'Done.'])
  const agent = createAgent({ model })
  const given = { name: 'tickets', effect: () => 'read' as const, ...(await start(seen)) }
  const connection = connectMcp(agent, { ...given, ...options })
  onTestFinished(connection.close)
  await until(connection, 'ready')
  return { agent, seen }
}

const keys = [TRACEPARENT_META_KEY, TRACESTATE_META_KEY, BAGGAGE_META_KEY]

/** Returns the fields of a trace alone. */
const traceOf = (meta: Meta): Record<string, unknown> =>
  Object.fromEntries(Object.entries(meta ?? {}).filter(([key]) => keys.includes(key)))

describe.each(Object.entries(ways))('a call of %s', (_name, start) => {
  it('carries the trace, with the span of the call as the parent', async () => {
    const { tracer, span } = inMemory(createTraceState('vendor=1,other=a:b'))
    const { agent, seen } = await looking(start)
    traceAgent(agent, { tracer })
    await withBaggage(() => agent.chat('go'))
    expect(seen.map(traceOf)).toEqual([
      {
        [TRACEPARENT_META_KEY]: traceparentOf(span('execute_tool tickets_look')),
        [TRACESTATE_META_KEY]: 'vendor=1,other=a:b',
      },
    ])
  })

  it('carries the baggage to a server that is trusted', async () => {
    const { tracer, span } = inMemory()
    const { agent, seen } = await looking(start, { trusted: true })
    traceAgent(agent, { tracer })
    await withBaggage(() => agent.chat('go'))
    expect(seen.map(traceOf)).toEqual([
      {
        [TRACEPARENT_META_KEY]: traceparentOf(span('execute_tool tickets_look')),
        [BAGGAGE_META_KEY]: 'user=Ada%2C%201,plan=pro',
      },
    ])
  })

  it.each([
    ['nobody traces', () => undefined],
    ['the tracing was ended', (agent: Agent) => traceAgent(agent, { tracer: inMemory().tracer })()],
    ['the API has no SDK', (agent: Agent) => traceAgent(agent, { tracer: trace.getTracer('app') })],
    [
      'the tracer throws',
      (agent: Agent) => {
        const thrower = (): never => {
          throw new Error('no')
        }
        const span = trace.wrapSpanContext({ traceId: '1', spanId: '1', traceFlags: 1 })
        const odd: Span = Object.assign(Object.create(span) as Span, { spanContext: thrower })
        traceAgent(agent, { tracer: { startSpan: () => odd, startActiveSpan: thrower } })
      },
    ],
  ])('carries no trace where %s', async (_case, prepare) => {
    const { agent, seen } = await looking(start, { trusted: true })
    prepare(agent)
    await withBaggage(() => agent.chat('go'))
    expect(seen.map(traceOf)).toEqual([{}])
  })
})

it('sends no `traceparent` of zeros to a proxy either', async () => {
  const headers: unknown[] = []
  let runId = ''
  const ask = async () => {
    headers.push(await traceHeaders({ runId }))
    return 'Done.'
  }
  const agent = createAgent({ model: scriptedModel([ask]) })
  agent.on('agent:started', (event) => void (runId = event.runId))
  traceAgent(agent, { tracer: trace.getTracer('app') })
  await agent.chat('go')
  expect(headers).toEqual([{}])
})

describe('each request of a call', () => {
  const text = { type: 'text', text: 'ok' }
  const tasks = { taskId: 't', ttlMs: null, pollIntervalMs: 100 }

  it.each([
    ['a server that asks to go on', 'tools/call', 2],
    ['a task', 'tasks/get', 2],
  ])('carries its trace, with %s', async (what, method, count) => {
    const { tracer, span } = inMemory()
    let looks = 0
    const server = fakeMcp({
      tools: [remoteTool('a')],
      capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
      handlers: {
        'tools/call': ({ inputResponses }) => {
          if (what === 'a task') return { resultType: 'task', ...tasks, status: 'working' }
          return inputResponses
            ? { content: [text] }
            : { resultType: 'input_required', requestState: 's' }
        },
        'tasks/get': () =>
          ++looks === 2
            ? { ...tasks, status: 'completed', result: { content: [text] } }
            : { ...tasks, status: 'working' },
      },
    })
    const agent = createAgent({ model: scriptedModel([calls(call('tickets_a', {})), 'Done.']) })
    traceAgent(agent, { tracer })
    await until(connectFake(agent, server, { effect: () => 'read' }), 'ready')
    await agent.chat('go')
    const first = server.requests.findIndex(({ method: one }) => one === 'tools/call')
    const metas = server.requests.map(({ params }) => Object(params['_meta']) as object)
    for (const meta of metas.slice(0, first)) expect(meta).not.toHaveProperty('traceparent')
    const traceparent = traceparentOf(span('execute_tool tickets_a'))
    for (const meta of metas.slice(first)) {
      expect(meta).toMatchObject({ traceparent })
      // It takes nothing of what the protocol has there.
      expect(meta).toHaveProperty(['io.modelcontextprotocol/protocolVersion'])
    }
    expect(server.methods().filter((one) => one === method)).toHaveLength(count)
  })

  it('carries its trace for a resource and a prompt', async () => {
    const { tracer, span } = inMemory()
    const server = fakeMcp({
      capabilities: { tools: {}, resources: {}, prompts: {} },
      handlers: {
        'resources/list': () => ({ resources: [{ uri: 'x://1', name: 'one' }] }),
        'resources/read': () => ({ contents: [{ uri: 'x://1', text: 'words' }] }),
        'prompts/list': () => ({ prompts: [{ name: 'sum' }] }),
        'prompts/get': () => ({ messages: [{ role: 'user', content: text }] }),
      },
    })
    const read = calls(call('tickets_read_resource', { uri: 'x://1' }))
    const agent = createAgent({ model: scriptedModel([read, 'Done.', 'Done.']) })
    traceAgent(agent, { tracer })
    const connection = connectFake(agent, server, { resources: 'tools', prompts: 'commands' })
    await until(connection, 'ready')
    await agent.chat('go')
    const answered = new Promise((resolve) => agent.on('agent:completed', resolve))
    connection.getState().commands[0]?.run()
    await answered
    const metaOf = (method: string): unknown =>
      server.requests.find((one) => one.method === method)?.params['_meta']
    expect(metaOf('resources/read')).toMatchObject({
      traceparent: traceparentOf(span('execute_tool tickets_read_resource')),
    })
    expect(metaOf('prompts/get')).toMatchObject({
      traceparent: traceparentOf(span('execute_tool tickets_get_prompt')),
    })
  })
})

/** Offers an agent to an official client. */
async function offer(agent: Agent, client: { connect(transport: never): Promise<void> }) {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(exposeOverMcp(agent, port1))
  await client.connect(ClientTransport.ofPort(port2) as never)
}

const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describe.each([
  ['2026-07-28', newClient],
  ['2025-11-25', oldClient],
] as const)('a call from a client of %s', (_version, createClient) => {
  /** Traces an agent whose tool `work` runs, and calls the tool with a `_meta`. */
  const callWith = async (
    _meta: Record<string, unknown>,
    handler: (ctx: ToolContext) => unknown = () => 1,
  ) => {
    const kept = inMemory()
    const work = tool('work', { effect: 'read', handler: (_args, ctx) => handler(ctx) })
    const agent = createAgent({ name: 'shop', model: scriptedModel(['Looked.']), tools: [work] })
    traceAgent(agent, { tracer: kept.tracer })
    const client = createClient() as ReturnType<typeof newClient>
    await offer(agent, client)
    const answer = await client.callTool({ name: 'work', arguments: {}, _meta } as never)
    expect(answer.isError).toBe(false)
    return kept
  }

  it('has its span below the span of the caller', async () => {
    const { span } = await callWith({ [TRACEPARENT_META_KEY]: caller }, (ctx) =>
      ctx.execute('look'),
    )
    const [, traceId, spanId] = caller.split('-')
    const work = span('execute_tool work')
    expect(work.parentSpanContext).toMatchObject({ traceId, spanId, isRemote: true, traceFlags: 1 })
    expect(work.spanContext().traceId).toBe(traceId)
    // And what it starts is below it.
    const inner = span('invoke_agent shop')
    expect(inner.parentSpanContext?.spanId).toBe(work.spanContext().spanId)
  })

  it.each([
    ['another version', caller.replace('00-', '01-')],
    ['no trace', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
    ['no span', `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`],
    ['capitals', caller.toUpperCase()],
    ['more after it', `${caller}-what`],
    ['a long text', `00-${'a'.repeat(5_000)}`],
    ['an object', { toString: caller }],
    ['nothing', undefined],
  ])('has its own trace for a `traceparent` of %s', async (_case, traceparent) => {
    const { span } = await callWith({ traceparent })
    expect(span('execute_tool work').parentSpanContext).toBeUndefined()
  })

  it('takes no baggage of the caller into the app', async () => {
    const found: unknown[] = []
    withBaggage(() => undefined)
    await callWith({ traceparent: caller, [BAGGAGE_META_KEY]: 'user=evil' }, () => {
      found.push(propagation.getActiveBaggage()?.getEntry('user')?.value)
      return 1
    })
    expect(found).toEqual([undefined])
  })
})

it('an agent that calls another one by MCP makes one trace', async () => {
  const { tracer, span } = inMemory()
  const work = tool('work', { effect: 'read', handler: () => 1 })
  const shop = createAgent({ name: 'shop', model: scriptedModel([]), tools: [work] })
  const second = inMemory()
  traceAgent(shop, { tracer: second.tracer })
  const client = newClient()
  await offer(shop, client)
  const desk = createAgent({ model: scriptedModel([calls(call('shop_work')), 'Done.']) })
  traceAgent(desk, { tracer })
  const connection = connectMcp(desk, { name: 'shop', client, effect: () => 'read' })
  onTestFinished(connection.close)
  await until(connection, 'ready')
  await desk.chat('go')
  const { traceId, spanId } = span('execute_tool shop_work').spanContext()
  expect(second.span('execute_tool work').parentSpanContext).toMatchObject({ traceId, spanId })
})
