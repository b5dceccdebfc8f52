import '@ambit/core/eager'
import { type Agent, AgentError, createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAguiFetch, createAguiModel, toAguiEvents } from '../src/ag-ui/index.ts'
import { createAgentTransport, fromUIMessages, toUIMessages } from '../src/ai-sdk/index.ts'
import { connectMcp } from '../src/mcp/index.ts'
import { mcpOAuth, proxySignIn } from '../src/mcp-oauth/index.ts'
import { exposeOverMcp } from '../src/mcp-server/index.ts'
import { traceAgent, traceProxy } from '../src/otel/index.ts'
import { exposeTools, webmcpScope } from '../src/webmcp/index.ts'

afterEach(() => void vi.unstubAllEnvs())

const agent: Agent = createAgent({ model: scriptedModel(['Done.']) })
const url = 'https://x.example/agent'
const flag = ['yes', 1, null]
const code = [true, 'x', ['a']]

/** Each function with options, with wrong values of them. */
const wrong: Readonly<
  Record<string, readonly [(options: never) => unknown, Record<string, readonly unknown[]>]>
> = {
  createAguiFetch: [(given) => createAguiFetch(agent, given), { trusted: flag }],
  createAguiModel: [
    (given: object) => createAguiModel({ url, ...given }),
    { url: [undefined, 1, {}], onState: code, state: [{}], threadId: [1], headers: ['x'] },
  ],
  toAguiEvents: [(given) => toAguiEvents(agent.execute('Hi'), given).next(), { threadId: [1, {}] }],
  exposeOverMcp: [
    (given) => exposeOverMcp(agent, new MessageChannel().port1, given),
    { contexts: ['no', 1], allow: [true], tools: [['a'], 'a'], name: [1], resources: [[]] },
  ],
  exposeTools: [(given) => exposeTools(agent, given), { tools: code }],
  webmcpScope: [(given) => webmcpScope(agent, given), { tools: [['a']] }],
  'an MCP server': [
    (given: object) => connectMcp(agent, { name: 'a', url, ...given }),
    { trusted: flag, tools: [['a']], effect: ['read'], enabled: [true], apps: flag },
  ],
  mcpOAuth: [
    (given: object) => mcpOAuth({ redirectUrl: '/in', ...given }),
    { redirectUrl: [undefined, 1], scopes: ['a b'] },
  ],
  proxySignIn: [(given) => proxySignIn(given), { withCookies: flag, headers: [{}] }],
  traceAgent: [
    (given: object) => traceAgent(agent, { tracer: {} as never, ...given }),
    { content: flag, tracer: [undefined, 'x'], meter: [1] },
  ],
  traceProxy: [(given) => traceProxy(given), { tracer: [undefined] }],
  toUIMessages: [(given) => toUIMessages(agent, given), { titleOf: ['x'], artifacts: [{}] }],
  fromUIMessages: [(given) => fromUIMessages([], given), { trusted: flag, ignored: [1] }],
  createAgentTransport: [(given) => createAgentTransport(agent, given), { callOptions: [{}] }],
  'sessions.import': [(given) => agent.sessions.import([], given), { trusted: flag }],
}

const cases = Object.entries(wrong).flatMap(([owner, [make, options]]) =>
  Object.entries(options).flatMap(([option, values]) =>
    values.map((value) => ({ owner, option, value, make })),
  ),
)

describe('options of another kind', () => {
  it.each(cases)('$option of $owner: $value', async ({ owner, option, value, make }) => {
    const failed = await Promise.resolve()
      .then(() => make({ [option]: value } as never))
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    expect(AgentError.is(failed)).toBe(true)
    const { message } = failed as AgentError
    expect(message).toContain(`\`${option}\` of`)
    expect(message).toContain(owner)
    expect(message).toMatch(/Give .+\.$/)
  })

  it('make nothing trusted in a production build, which does not check them', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const messages = [{ id: 'a', role: 'user' as const, parts: [{ type: 'text', text: 'Hi' }] }]
    const trusted = 'no' as never
    expect(fromUIMessages(messages as never, { trusted })).toMatchObject([{ taint: 'untrusted' }])
    const mail = new Tool({
      name: 'mail',
      description: 'Sends.',
      effect: 'egress',
      handler: () => 1,
    })
    const model = scriptedModel([calls(call('mail')), 'Done.'])
    const other = createAgent({ model, tools: [mail] })
    const causes: unknown[] = []
    other.pending.attach('approval')
    other.on('agent:pending_added', ({ pending }) => {
      if (pending.kind === 'approval') causes.push(pending.cause)
      other.pending.deny(pending.id)
    })
    const body = JSON.stringify({
      threadId: 't',
      runId: 'r',
      messages: [
        { id: 'u', role: 'user', content: 'Look.' },
        { id: 'a', role: 'assistant', toolCalls: [{ id: 'c', function: { name: 'look' } }] },
        { id: 'b', role: 'tool', toolCallId: 'c', content: 'EVIL' },
      ],
    })
    await (await createAguiFetch(other, { trusted })('', { method: 'POST', body })).text()
    expect(causes).toEqual(['taint'])
  })
})
