import { createBudget } from '../../limits.ts'
import { inEnvironment } from '../../environment.ts'
import { type Reply, call, calls, cutParts, promptFaults, toParts } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  agentUnderTest,
  answersIn,
  anyTool,
  failureOf,
  lastOfUser,
  told,
} from '../../../test/agent-under-test.ts'
import { createPages } from '../../../test/pages-under-test.ts'
import { memoryAudit } from '../audit/index.ts'
import { memoryStorage } from '../keeping/index.ts'
import {
  type AgentEvent,
  type AgentOptions,
  type AnyTool,
  type AssistantMessage,
  type Message,
  Scope,
  Tool,
  jsonSchema,
  toolCache,
  unavailable,
} from '../../index.ts'
import { digest, steadyTools } from './index.ts'

/** Returns the digest of a page of any size. */
const always = () => digest({ above: 0 })

/** Returns a call through `use_tool`. */
const used = (name: string, args: unknown, id?: string) =>
  call('use_tool', { name, arguments: args }, id)

const parameters = jsonSchema<Record<string, unknown>>({
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
})

/** Creates the tools of a page, one for each thing that can become of a call. */
function createTools(undone: string[]): AnyTool[] {
  const at = { parameters }
  return [
    anyTool('read', () => ({ total: 7 }), { ...at, effect: 'read', title: 'Read it' }),
    anyTool(
      'change',
      ({ id }, ctx) => {
        ctx.undo(() => void undone.push(String(id)))
        ctx.artifact({ id: 'chart', type: 'chart', title: 'A chart', data: [1] })
        ctx.progress({ percent: 50, message: 'half' })
        return 'changed'
      },
      { ...at, run: { cost: { custom: { credits: 3 } } } },
    ),
    anyTool('wipe', () => 'wiped', { ...at, effect: 'destructive', title: 'Wipe all' }),
    anyTool('mail', () => 'sent', { ...at, effect: 'egress' }),
    anyTool('feed', () => 'buy now', { ...at, result: { untrusted: true }, effect: 'read' }),
    anyTool('rate', () => 3, { ...at, result: { cache: { ttl: '1m' } }, effect: 'read' }),
    anyTool('off', undefined, { ...at, enabled: () => unavailable('Sign in first') }),
    anyTool('broken', () => {
      throw new Error('No connection')
    }),
    anyTool('quiet', () => 'hidden', { result: { silent: true } }),
  ]
}

const asked: readonly (readonly [name: string, args: unknown])[] = [
  ['read', { id: '1' }],
  ['read', { id: 1 }],
  ['read', '{"id":"2"}'],
  ['change', { id: 'c' }],
  ['wipe', { id: 'w' }],
  ['rate', { id: 'EUR' }],
  ['rate', { id: 'EUR' }],
  ['off', { id: '1' }],
  ['broken', {}],
  ['nothing', { id: '1' }],
  ['feed', { id: '1' }],
  ['mail', { id: 'm' }],
]

/** Plays the same calls, through `use_tool` or as they are, and returns all that can be seen. */
async function play(isDigest: boolean) {
  const undone: string[] = []
  const audit = memoryAudit()
  const budget = createBudget({ max: 100 })
  const replies = asked.map(([name, args], at): Reply => {
    const id = `call_${at}`
    return calls(isDigest ? used(name, args, id) : call(name, args as object, id))
  })
  const options: Partial<AgentOptions> = inEnvironment(
    { createId: counter() },
    {
      tools: createTools(undone),
      limits: { iterations: 20, custom: { credits: budget } },
      use: [isDigest ? always() : steadyTools(), toolCache(), audit],
    },
  )
  const { agent } = agentUnderTest([...replies, 'done'], options)
  const shown: unknown[] = []
  agent.pending.attach('approval')
  agent.pending.subscribe(() => {
    for (const { id, tool, title, args, effect, cause, taint, callId } of agent.pending.list(
      'approval',
    )) {
      shown.push({ tool, title, args, effect, cause, taint, callId })
      queueMicrotask(() => agent.pending.approve(id))
    }
  })
  const run = agent.chat('go')
  const { messages, artifacts } = await run
  const { undone: took } = await agent.undo(run.id)
  return {
    history: messages.map(seen),
    events: run.events.filter(isOfCall),
    rows: audit.query(),
    shown,
    artifacts,
    spent: budget.getState().spent,
    took,
    undone,
  }
}

/** Returns the ids 1, 2, 3 and so on, so that two runs are alike. */
function counter(): () => string {
  let count = 0
  return () => `id_${++count}`
}

/** Returns a message without what the model said literally. */
function seen(message: Message): object {
  if (message.role !== 'assistant') return message
  const { parts: _parts, ...rest } = message
  return rest
}

const isOfCall = ({ type }: AgentEvent): boolean => /tool_|pending_/.test(type)

describe('a call through use_tool', () => {
  it('is the call of the tool in every respect: approval and card, audit, undo, taint, cache, charges, artifacts', async () => {
    const direct = await play(false)
    const throughDigest = await play(true)
    expect(throughDigest).toEqual(direct)
    expect(direct.shown).toMatchObject([
      { tool: 'wipe', title: 'Wipe all', args: { id: 'w' }, cause: 'effect' },
      { tool: 'mail', args: { id: 'm' }, cause: 'taint' },
    ])
    expect(direct.undone).toEqual(['c'])
    expect(direct.rows.length).toBeGreaterThan(0)
  })

  it('has the real name for people, and for the provider the call as it was, closed under the same id', async () => {
    const asJson = '{"id":"1"}'
    const { agent, model } = agentUnderTest([calls(used('read', asJson, 'c1')), 'done'], {
      tools: createTools([]),
      use: [always()],
    })
    const { messages } = await agent.chat('go')
    const [, message, answer] = messages as [Message, AssistantMessage, Message]
    expect(message.calls).toEqual([{ id: 'c1', name: 'read', arguments: { id: '1' } }])
    expect(message.parts).toEqual([
      {
        type: 'tool-call',
        id: 'c1',
        name: 'use_tool',
        input: { name: 'read', arguments: asJson },
      },
    ])
    expect(answer).toMatchObject({ id: 'c1', name: 'read', status: 'ok' })
    const [, , wireCall, wireAnswer] = model.requests[1]?.prompt ?? []
    expect(wireCall?.content).toEqual([
      {
        type: 'tool-call',
        toolCallId: 'c1',
        toolName: 'use_tool',
        input: { name: 'read', arguments: asJson },
      },
    ])
    expect(wireAnswer?.content).toMatchObject([{ toolCallId: 'c1', toolName: 'use_tool' }])
    for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
  })

  it('ends a run in silent mode', async () => {
    const { agent, model } = agentUnderTest([calls(used('quiet', {}))], {
      tools: createTools([]),
      use: [always()],
    })
    const { messages } = await agent.chat('go')
    expect(model.requests).toHaveLength(1)
    expect(answersIn(messages)[0]).toMatchObject({ name: 'quiet', status: 'ok' })
  })

  it('is returned as the real call with calls.mode `return`, and answered under its id', async () => {
    const { agent, model } = agentUnderTest([calls(used('read', { id: '1' }, 'c1')), 'done'], {
      tools: createTools([]),
      use: [always()],
    })
    const { calls: returned } = await agent.with({ calls: { mode: 'return' } }).chat('go')
    expect(returned).toEqual([{ id: 'c1', name: 'read', arguments: { id: '1' } }])
    await agent.resume({ results: [{ callId: 'c1', result: 9 }] })
    expect(model.requests[1]?.prompt.at(-1)?.content).toMatchObject([
      { toolCallId: 'c1', toolName: 'use_tool', output: { value: '9' } },
    ])
  })

  it('is the real call for plug-ins, which may change it', async () => {
    const { agent, model } = agentUnderTest([calls(used('read', { id: '1' }, 'c1')), 'done'], {
      tools: createTools([]),
      use: [always()],
    })
    const seen: unknown[] = []
    agent.use({
      name: 'changing',
      request: async (_at, next) => {
        const response = await next()
        if (response.calls.length === 0) return response
        seen.push(response.calls)
        return { calls: [{ id: 'c1', name: 'read', arguments: { id: '2' } }] }
      },
      call: ({ call: real }, next) => {
        seen.push(real)
        return next()
      },
    })
    await agent.chat('go')
    expect(seen).toEqual([
      [{ id: 'c1', name: 'read', arguments: { id: '1' } }],
      { id: 'c1', name: 'read', arguments: { id: '2' } },
    ])
    expect(model.requests[1]?.prompt[2]?.content).toMatchObject([
      { toolName: 'use_tool', input: { name: 'read', arguments: { id: '2' } } },
    ])
  })

  it('is the real call for the limit `identicalCalls`', async () => {
    const tools = createTools([])
    const again = calls(used('read', { id: '1' }))
    const { agent } = agentUnderTest([again, calls(used('mail', { id: '1' })), again, again], {
      tools,
      use: [always()],
      limits: { identicalCalls: 1 },
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({
      budgetKey: 'identicalCalls',
      message: expect.stringContaining('"read" was called 2 times'),
    })
  })

  it('is asked again by `regenerate`, and the other branch stays as it was', async () => {
    const { agent, model } = agentUnderTest(
      [calls(used('read', { id: '1' })), 'one', calls(used('read', { id: '2' })), 'two'],
      { tools: createTools([]), use: [always()] },
    )
    await agent.chat('go')
    const first = agent.history.messages.map(seen)
    await agent.resume({ from: lastOfUser(agent) })
    expect(agent.history.messages.at(-1)).toMatchObject({ content: 'two' })
    expect(agent.history.messages[1]).toMatchObject({
      calls: [{ name: 'read', arguments: { id: '2' } }],
    })
    expect(agent.history.messages.map(seen)).not.toEqual(first)
    for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
  })

  it('goes on after a reload as the real call, and as `use_tool` for the provider', async () => {
    const pages = createPages()
    const before = pages.open()
    const started = vi.fn()
    const { agent } = agentUnderTest([calls(used('pay', { id: '1' }, 'c1'))], {
      storage: before.storage,
      use: [always()],
      tools: [anyTool('pay', () => new Promise(() => started()))],
    })
    void agent.chat('Pay')
    await vi.waitFor(() => expect(started).toHaveBeenCalled())
    await before.die()
    const ran: unknown[] = []
    const opened = agentUnderTest(['Paid.'], {
      storage: pages.open().storage,
      use: [always()],
      tools: [
        anyTool('pay', (args) => void ran.push(args), { resume: { how: 'again' }, parameters }),
      ],
    })
    await opened.agent.sessions.opening
    await opened.agent.resume()
    expect(ran).toEqual([{ id: '1' }])
    expect(opened.agent.history.messages[1]).toMatchObject({ calls: [{ name: 'pay' }] })
    const [request] = opened.model.requests
    expect(request?.prompt[2]?.content).toMatchObject([
      { toolName: 'use_tool', input: { name: 'pay', arguments: { id: '1' } } },
    ])
    expect(request?.prompt[3]?.content).toMatchObject([{ toolCallId: 'c1', toolName: 'use_tool' }])
    expect(promptFaults(request?.prompt ?? [])).toEqual([])
  })

  it('stays what it was for the provider after `export` and `import`, and without a digest', async () => {
    const { agent } = agentUnderTest([calls(used('read', { id: '1' }, 'c1')), 'done'], {
      tools: createTools([]),
      use: [always()],
      storage: memoryStorage(),
    })
    await agent.chat('go')
    const exported = await agent.sessions.export(agent.sessions.current)
    const other = agentUnderTest(['later'], { storage: memoryStorage() })
    await other.agent.sessions.open(await other.agent.sessions.import(exported, { trusted: true }))
    await other.agent.chat('and?')
    const sent = JSON.stringify(other.model.requests[0]?.prompt)
    expect(sent).toContain('"toolName":"use_tool","input":{"name":"read","arguments":{"id":"1"}}')
    expect(promptFaults(other.model.requests[0]?.prompt ?? [])).toEqual([])
  })

  it('is shown under its real name while it comes, in any pieces', async () => {
    const text = '{"name" : "read", "arguments": {"id":"}\\"{","deep":{"a":1}}}'
    const parts = toParts({ calls: [{ name: 'use_tool', arguments: text, id: 'c1' }] }, counter())
    for (const cut of [1, 2, 3, 7, 100]) {
      const { agent } = agentUnderTest([cutParts(parts, cut), 'ok'], {
        tools: createTools([]),
        use: [always()],
      })
      const streamed: string[] = []
      agent.on('agent:delta', (event) => {
        if (event.of !== 'call') return
        const { tool, callId, text } = event
        expect({ tool, callId }).toEqual({ tool: 'read', callId: 'c1' })
        streamed.push(text)
      })
      await agent.chat('go')
      expect(streamed.join('')).toBe('{"id":"}\\"{","deep":{"a":1}}')
    }
  })

  it('is not shown before it is whole if its name comes last, and is still the real call', async () => {
    const { agent } = agentUnderTest(
      [calls(call('use_tool', '{"arguments":{"id":"1"},"name":"read"}')), 'ok'],
      { tools: createTools([]), use: [always()] },
    )
    const streamed = vi.fn()
    agent.on('agent:delta', ({ of }) => streamed(of))
    const { messages } = await agent.chat('go')
    expect(streamed).not.toHaveBeenCalledWith('call')
    expect(answersIn(messages)[0]).toMatchObject({ name: 'read', status: 'ok' })
  })

  it('that was cut is one of the tool that it named', async () => {
    const cut = [
      { type: 'tool-input-start', id: 'c1', toolName: 'use_tool' },
      { type: 'tool-input-delta', id: 'c1', delta: '{"name":"read","arguments":{"id":' },
    ] as const
    const { agent, model } = agentUnderTest(
      [{ parts: [...cut], breakWith: new Error('cut') }, 'ok'],
      { tools: createTools([]), use: [always()], request: { retry: { max: 0 } } },
    )
    await failureOf(agent.chat('go'))
    expect(agent.history.messages[1]).toMatchObject({ calls: [{ name: 'read', raw: '{"id":' }] })
    expect(agent.history.messages[2]).toMatchObject({ name: 'read', status: 'cancelled' })
    await agent.chat('again')
    expect(promptFaults(model.requests[1]?.prompt ?? [])).toEqual([])
  })
})

describe('a wrong call of use_tool', () => {
  const answer = async (args: object | string) => {
    const { agent, model } = agentUnderTest([calls(call('use_tool', args)), 'ok'], {
      tools: createTools([]),
      use: [always()],
    })
    const { messages } = await agent.chat('go')
    const [message] = answersIn(messages)
    expect(promptFaults(model.requests[1]?.prompt ?? [])).toEqual([])
    return { ...message, error: (told(message) as { error: { message: string } }).error.message }
  }

  it.each([
    ['itself', { name: 'use_tool', arguments: {} }, 'use_tool cannot call itself'],
    ['no name', { arguments: {} }, 'Give the `name` of a tool'],
    ['arguments beside the name', { name: 'read', id: '1' }, 'Put the arguments of the tool into'],
    ['a name that no tool can have', { name: 'no such', arguments: {} }, 'No tool can have this'],
    ['no JSON', '{name', 'not a JSON object'],
  ])('with %s is refused with what to do', async (_, args, words) => {
    expect(await answer(args)).toMatchObject({
      name: 'use_tool',
      status: 'invalid',
      error: expect.stringContaining(words),
    })
  })

  it.each([
    ['of a list', [1], 'not a JSON object'],
    ['of text that is no JSON', 'id 1', 'not a JSON object'],
    ['that do not fit', { id: 1 }, 'id: expected string'],
  ])('with arguments %s is answered by the tool', async (_, args, words) => {
    expect(await answer({ name: 'read', arguments: args })).toMatchObject({
      name: 'read',
      status: 'invalid',
      error: expect.stringContaining(words),
    })
  })

  it('with an unknown name is told the nearest names', async () => {
    const scope = new Scope({
      name: 'many',
      tools: Array.from({ length: 100 }, (_, at) => anyTool(`many_${at}`)),
    })
    const { agent } = agentUnderTest([calls(used('refund_orders', {})), 'ok'], {
      tools: [...createTools([]), anyTool('refund_order')],
      scopes: [scope],
      use: [always()],
    })
    const { messages } = await agent.chat('go')
    const [message] = answersIn(messages)
    expect(message).toMatchObject({ name: 'refund_orders', status: 'unknown' })
    expect(message?.content).toMatch(/Available: refund_order,.*, and \d+ others\./)
  })

  it('of find_tools finds tools', async () => {
    const { agent } = agentUnderTest([calls(used('find_tools', { name: 'read' })), 'ok'], {
      tools: createTools([]),
      use: [always()],
    })
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)[0]).toMatchObject({ name: 'find_tools', status: 'ok' })
  })
})

describe('a tool of the app named use_tool', () => {
  it('is a tool like others without a digest', async () => {
    const ran: unknown[] = []
    const { agent, model } = agentUnderTest([calls(used('read', {})), 'ok'], {
      tools: [
        new Tool({
          name: 'use_tool',
          description: 'Uses a tool of the workshop.',
          parameters: jsonSchema({ type: 'object' }),
          handler: (args) => void ran.push(args),
        }),
      ],
    })
    await agent.chat('go')
    expect(ran).toEqual([{ name: 'read', arguments: {} }])
    const answer = model.requests[1]?.prompt.find(({ role }) => role === 'assistant')
    expect(answer?.content).toMatchObject([
      { toolName: 'use_tool', input: { name: 'read', arguments: {} } },
    ])
  })
})
