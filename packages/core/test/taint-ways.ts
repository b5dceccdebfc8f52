import { type Reply, call, calls } from '@ambit/testing'
import {
  type Agent,
  AgentError,
  type AgentOptions,
  type AgentPlugin,
  type AnyTool,
  type CallOptions,
  type ChatInput,
  type MessageInput,
  Scope,
  unavailable,
} from '../src/index.ts'
import { followups } from '../src/features/answers/index.ts'
import { toolCache } from '../src/index.ts'
import { condense } from '../src/features/compaction/index.ts'
import { noUsage } from '../src/model/usage.ts'
import { agentUnderTest, anyTool } from './agent-under-test.ts'

/** The things that a text gets into a request by. Each field is left out if it needs none. */
export interface Way {
  readonly tools?: readonly AnyTool[]
  readonly scopes?: readonly Scope[]
  readonly options?: Partial<AgentOptions>
  /** The replies of the model before it could read the text. */
  readonly replies?: readonly Reply[]
  readonly set?: (agent: Agent) => void
  readonly input?: ChatInput
  readonly call?: CallOptions
  readonly history?: readonly MessageInput[]
  /** The messages of an exported session that is imported first. */
  readonly imported?: readonly object[]
  /** The state of that session. */
  readonly state?: object
  /** Runs before the chat that is checked. */
  readonly before?: (agent: Agent) => Promise<unknown>
}

const untrusted = { result: { untrusted: true }, effect: 'read' } as const
const look = [calls(call('look'))]
const fail = (text: string) => (): never => {
  throw new Error(text)
}

const refuse = (text: string) => (): never => {
  throw new AgentError(text)
}

type CallPlugin = NonNullable<AgentPlugin['call']>

/** Makes a way of a plug-in that stands around the calls of `look`. */
const ofCalls = (around: (next: Parameters<CallPlugin>[1]) => unknown): Way => ({
  set: (agent) =>
    void agent.use({
      name: 'around',
      call: ({ call: { name } }, next) => (name === 'look' ? around(next) : next()),
    }),
})

/** Makes a way of one untrusted tool that the model calls. */
const ofTool = (handler: () => unknown, rest: Parameters<typeof anyTool>[2] = {}): Way => ({
  tools: [
    anyTool('look', handler, {
      ...untrusted,
      ...rest,
      result: { untrusted: true, ...rest.result },
    }),
  ],
  replies: look,
})

const file = (text: string) =>
  ({ type: 'file', data: 'AAAA', mediaType: `text/x;${text}`, filename: text }) as const

const readerOf = (text: string, rest: Parameters<typeof anyTool>[2] = {}): Agent =>
  agentUnderTest([calls(call('look')), text], { tools: ofTool(() => text, rest).tools ?? [] }).agent

/** Makes a tool that reads with an agent of its own. */
const relayOf = (
  text: string,
  rest: Parameters<typeof anyTool>[2] = {},
  own: Parameters<typeof anyTool>[2] = {},
) =>
  anyTool(
    'look',
    async (_args, ctx) => {
      await Promise.resolve()
      return ctx.runTool('look', {}, { agent: readerOf(text, rest) })
    },
    own,
  )

/** The ways by which a text of somebody else can get into a request, by name. */
export const ways: Readonly<Record<string, (text: string) => Way>> = {
  result: (text) => ofTool(() => ({ mail: [text] })),
  error: (text) => ofTool(fail(text)),
  'silent failure': (text) => ofTool(fail(text), { result: { silent: true } }),
  'silent success': (text) => ofTool(() => text, { result: { silent: true } }),
  'text for the model': (text) => ofTool(() => 1, { result: { toModel: () => text } }),
  'parts for the model': (text) =>
    ofTool(() => 1, { result: { toModel: () => [{ type: 'text', text }, file(text)] } }),
  'a cached result': (text) => ({
    ...ofTool(() => text, { result: { cache: { ttl: '1m' } } }),
    options: { use: [toolCache()] },
    replies: [...look, ...look],
  }),
  'a result of a plug-in': (text) => ({
    ...ofTool(() => 1),
    ...ofCalls(() => text),
  }),
  'an error of a plug-in': (text) => ({
    ...ofTool(() => 1),
    ...ofCalls(refuse(text)),
  }),
  'a tool that a plug-in puts in its place': (text) => ({
    tools: [anyTool('look', () => 1, untrusted), anyTool('local', () => text)],
    replies: look,
    ...ofCalls((next) => next({ tool: 'local' })),
  }),
  'a result that a plug-in changed': (text) => ({
    ...ofTool(() => 1),
    ...ofCalls((next) => next().then(() => text)),
  }),
  'an error that a plug-in changed': (text) => ({
    ...ofTool(fail('x')),
    ...ofCalls((next) => next().catch(refuse(text))),
  }),
  'the reason of a tool that is off': (text) => ({
    ...ofTool(() => 1, { enabled: () => unavailable(text) }),
  }),
  'the reason of a scope that is off': (text) => ({
    scopes: [
      new Scope({
        name: 'off',
        untrusted: true,
        enabled: () => unavailable(text),
        tools: [anyTool('look')],
      }),
    ],
    replies: look,
  }),
  context: (text) => ({
    scopes: [new Scope({ name: 'inbox', label: text, untrusted: true, context: () => [text] })],
  }),
  'the label of an empty context': (text) => ({
    scopes: [new Scope({ name: 'inbox', label: text, untrusted: true, context: () => [] })],
  }),
  'a long result, summed up': (text) => ({
    ...ofTool(() => text.repeat(30)),
    options: { use: [condense({ maxChars: 300 }), followups()] },
  }),
  'the page’s own message': (text) => ({ input: [{ type: 'text', text, untrusted: true }] }),
  'the page’s own message with a marked part': (text) => ({
    input: [
      { type: 'text', text: '.' },
      { type: 'text', text, untrusted: true },
      { ...file(text), untrusted: true },
    ],
  }),
  'an attached file': (text) => ({
    input: [
      { type: 'text', text: 'Look.' },
      { ...file(text), untrusted: true },
    ],
  }),
  'attached text': (text) => ({
    input: [
      { type: 'text', text: 'Look.' },
      { type: 'text', text, untrusted: true },
    ],
    options: { use: [followups()] },
  }),
  'given history': (text) => ({
    history: [
      { role: 'user', content: text, taint: 'untrusted' },
      { role: 'assistant', content: 'Yes.' },
    ],
  }),
  import: (text) => ({
    tools: [anyTool('look', (_args, ctx) => ctx.run.state.get())],
    replies: look,
    state: { note: text },
    imported: [
      { id: 'u', role: 'user', content: text },
      { id: 'a', role: 'assistant', content: text, parts: [{ type: 'text', text }] },
      { id: 'v', role: 'user', content: [{ ...file('.'), untrusted: true }, file(text)] },
      {
        id: 'b',
        role: 'assistant',
        calls: [{ id: 'c', name: 'look', arguments: {} }],
        parts: [
          { type: 'reasoning', text },
          { type: 'file', mediaType: text, data: { type: 'data', data: text } },
          { type: 'custom', kind: 'a.b', providerMetadata: { a: { note: text } } },
          { type: 'tool-call', id: 'p', name: text, providerExecuted: true, input: text },
          { type: 'tool-result', id: 'p', name: text, result: text },
          { type: 'tool-call', id: 'c', name: 'look' },
        ],
        finishReason: 'tool_calls',
      },
      { id: 'c', role: 'tool', name: 'look', content: JSON.stringify(text), status: 'ok' },
    ].map((message, at, all) => ({
      createdAt: at,
      parentId: all[at - 1]?.id ?? null,
      usage: noUsage,
      ...message,
    })),
  }),
  'a sub-agent': (text) => ({
    tools: [
      anyTool('look', async (_args, ctx) => {
        const { content, error } = await ctx.execute('look', { agent: readerOf(text) })
        return content || error
      }),
    ],
    replies: look,
  }),
  'runTool in a handler': (text) => ({
    tools: [relayOf(text)],
    replies: look,
  }),
  'a silent tool by runTool in a handler': (text) => ({
    tools: [relayOf(text, { result: { silent: true } })],
    replies: look,
  }),
  'a cached result of a handler that read it, in another conversation': (text) => ({
    tools: [relayOf(text, {}, { result: { cache: { ttl: '1m' } } })],
    options: { use: [toolCache()] },
    replies: [...look, 'ok', ...look],
    before: (agent) => agent.execute('first').result,
  }),
  'the words of a cancel': (text) => ({
    tools: [
      anyTool(
        'look',
        (_args, ctx) => {
          ctx.run.cancel({ kind: 'manual', message: text })
          ctx.signal.throwIfAborted()
        },
        untrusted,
      ),
      anyTool('note'),
    ],
    replies: [calls(call('look'), call('note'))],
    before: (agent) => agent.chat('first').result.catch(() => undefined),
  }),
  'runTool at the start of a handler': (text) => ({
    tools: [anyTool('look', () => readerOf(text).runTool('look'))],
    replies: look,
  }),
  'an undo that failed': (text) => ({
    tools: [
      anyTool('look', (_args, ctx) => ctx.undo(fail(text)), {
        result: { untrusted: true, silent: true },
      }),
      anyTool('note', () => 1),
    ],
    replies: [calls(call('look'), call('note'))],
    set: (agent) =>
      void agent.use({
        name: 'undoing',
        message: async ({ run, message }) => {
          if (message.role === 'tool' && message.name === 'note') await agent.undo(run.id)
        },
      }),
  }),
}
