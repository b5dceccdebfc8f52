import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool, failureOf, told } from '../../test/agent-under-test.ts'
import { pendingOne, settleAll } from '../../test/pending-approvals.ts'
import { memoryAudit } from '../features/audit/index.ts'
import {
  type Agent,
  type AgentEvent,
  type AgentOptions,
  type AnyTool,
  conversation,
  type Message,
  type RunToolOptions,
  Scope,
  type Settlement,
  type ToolContext,
  type ToolMessage,
  unavailable,
} from '../index.ts'

const outside: RunToolOptions = {
  source: 'webmcp',
  taint: 'an agent outside this page',
  history: 'note',
}

/** Creates an agent with these tools, an attached user, and a model that plays a script. */
function subject(
  tools: readonly AnyTool[],
  replies: Parameters<typeof agentUnderTest>[0] = [],
  options: Partial<AgentOptions> = {},
) {
  const under = agentUnderTest(replies, { tools: [...tools], ...options })
  under.agent.pending.attach('approval')
  const ask = (name: string, rest: RunToolOptions = {}) =>
    under.agent.runTool(name, {}, { ...outside, ...rest })
  return { ...under, ask }
}

/** Makes a tool that ends when it is let go. */
function gated(name: string, log: string[] = []) {
  const gate = Promise.withResolvers<void>()
  const tool = anyTool(name, async () => {
    log.push(`${name} begins`)
    await gate.promise
    log.push(`${name} ends`)
    return 'ok'
  })
  return { tool, open: () => gate.resolve() }
}

const answerOf = (run: { events: readonly AgentEvent[] }): ToolMessage | undefined =>
  run.events.flatMap((event) =>
    'message' in event && typeof event.message === 'object' && event.message.role === 'tool'
      ? [event.message]
      : [],
  )[0]

const notesIn = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ content, ...message }) =>
    message.role === 'user' && message.source === 'app' ? [String(content)] : [],
  )

describe('runTool of a caller from outside', () => {
  it('A25 names the caller in the event, the approval and the audit, and is tainted from the start', async () => {
    const audit = memoryAudit()
    const { agent, ask } = subject([anyTool('wipe', undefined, { effect: 'destructive' })], [], {
      use: [audit],
    })
    const run = ask('wipe')
    const request = await pendingOne(agent)
    expect(request).toMatchObject({ source: 'webmcp', cause: 'taint', taint: outside.taint })
    agent.pending.approve(request.id)
    await run
    const started = run.events.find(({ type }) => type === 'agent:tool_started')
    expect(started).toMatchObject({ source: 'webmcp' })
    expect(audit.query()).toMatchObject([{ source: 'webmcp', isTainted: true, status: 'ok' }])
  })

  it('names no caller for calls of the page and of the model', async () => {
    const wipe = anyTool('wipe', undefined, { approval: true })
    const { agent } = subject([wipe], [calls(call('wipe')), 'done'])
    for (const begin of [() => agent.runTool('wipe'), () => agent.chat('go')]) {
      const run = begin()
      const request = await pendingOne(agent)
      expect(request).not.toHaveProperty('source')
      agent.pending.approve(request.id)
      await run
      expect(run.events.find(({ type }) => type === 'agent:tool_started')).not.toHaveProperty(
        'source',
      )
    }
    expect([...agent.calls.getState().values()].filter(({ source }) => source)).toEqual([])
  })

  it.each(['egress', 'destructive'] as const)(
    'A25 asks about a tool with the effect %s',
    async (effect) => {
      const { agent, ask } = subject([anyTool('x', undefined, { effect, approval: false })])
      const run = ask('x')
      agent.pending.deny((await pendingOne(agent)).id, 'not now')
      expect(await failureOf(run)).toMatchObject({ name: 'ToolDeniedError', reason: 'not now' })
    },
  )

  it('follows the policy for a tool that writes', async () => {
    const write = anyTool('write')
    expect(await subject([write]).ask('write')).toBe('ok')
    const { agent, ask } = subject([write], [], { approval: { ask: 'all' } })
    const run = ask('write')
    expect(await pendingOne(agent)).toMatchObject({ cause: 'policy' })
    run.cancel()
  })

  it('is denied at once, with words, if nobody can approve', async () => {
    const { agent } = agentUnderTest([], {
      tools: [anyTool('wipe', undefined, { effect: 'destructive' })],
    })
    const error = await failureOf(agent.runTool('wipe', {}, outside))
    expect(error.message).toContain('nobody is there')
  })

  it('A25 counts no remembered approval of the chat, and makes none', async () => {
    const tool = anyTool('x', undefined, { approval: true })
    const { agent, ask } = subject([tool], [calls(call('x')), 'done'])
    const chat = agent.chat('go')
    agent.pending.approve((await pendingOne(agent)).id, { remember: true })
    await chat
    expect(agent.pending.getState().remembered).toHaveLength(1)
    const run = ask('x')
    const request = await pendingOne(agent)
    expect(request.canRemember).toBe(false)
    agent.pending.approve(request.id, { remember: true })
    await run
    expect(agent.pending.getState().remembered).toHaveLength(1)
  })

  it('counts no remembered approval in what its handler asks for, and names the caller there', async () => {
    const box: { go?: (ctx: ToolContext) => PromiseLike<unknown> } = {}
    const helper = anyTool('helper', (_, ctx) => box.go?.(ctx))
    const pay = anyTool('pay', undefined, { approval: true })
    const { agent, ask } = subject(
      [helper, pay],
      [calls(call('pay')), 'paid', calls(call('pay')), 'paid'],
    )
    const chat = agent.chat('go')
    agent.pending.approve((await pendingOne(agent)).id, { remember: true })
    await chat
    for (const go of [
      (ctx: ToolContext) => ctx.execute('go').then(() => 'ok'),
      (ctx: ToolContext) => ctx.runTool('pay'),
    ]) {
      box.go = go
      const run = ask('helper')
      const request = await pendingOne(agent)
      expect(request).toMatchObject({ tool: 'pay', source: 'webmcp', canRemember: false })
      agent.pending.approve(request.id)
      expect(await run).toBe('ok')
    }
  })

  it('reaches a tool that is exposed to its kind of caller, and to no other', async () => {
    const { ask } = subject([anyTool('x', undefined, { visible: { outside: ['mcp-app'] } })])
    expect(await ask('x', { source: 'mcp-app' })).toBe('ok')
    expect(await failureOf(ask('x'))).toMatchObject({ name: 'UnknownToolError' })
  })

  it('33 reaches a tool with `visible: { model: false }`, as the page does, and no model does', async () => {
    const { agent, ask, model } = subject(
      [anyTool('x', undefined, { visible: { model: false } }), anyTool('y')],
      [calls(call('x')), 'done'],
    )
    expect(await ask('x')).toBe('ok')
    expect(await agent.runTool('x', {}, { history: false })).toBe('ok')
    await agent.chat('go')
    expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['y'])
    const [answer] = agent.history.messages.filter(({ role }) => role === 'tool').slice(-1)
    expect(answer).toMatchObject({ name: 'x', status: 'unknown' })
    expect(JSON.stringify(model.requests[0])).not.toMatch(/\bx\b/)
  })

  it('rejects a `source` that another kind of call has', async () => {
    const { agent } = subject([anyTool('x')])
    for (const source of ['model', 'runAgent', '']) {
      expect((await failureOf(agent.runTool('x', {}, { source }))).message).toContain('`source`')
    }
  })

  it.each([
    ['source', 5, '`source` of `runTool` is 5. The audit'],
    ['source', null, '`source` of `runTool` is null.'],
    ['source', ['webmcp'], '`source` of `runTool` is an array.'],
    ['source', 'x'.repeat(65), '`source` of `runTool` is a string.'],
    ['taint', 5, '`taint` of `runTool` is a number. The user'],
    ['taint', '', '`taint` of `runTool` is empty.'],
    ['taint', ' ', '`taint` of `runTool` is empty.'],
    ['taint', { text: 'x' }, '`taint` of `runTool` is a plain object.'],
    ['history', 'notes', "`history` of `runTool` is a string. Give true, false or 'note'."],
    ['history', null, "`history` of `runTool` is null. Give true, false or 'note'."],
    ['registered', 'x', '`registered` of `runTool` is a string. Give'],
    ['registered', {}, '`registered` of `runTool` is a plain object. Give'],
  ])('refuses a `%s` that is %j, and runs nothing', async (option, value, words) => {
    const ran = vi.fn()
    const { agent } = subject([anyTool('x', ran)])
    const options = { source: 'webmcp', [option]: value } as RunToolOptions
    expect((await failureOf(agent.runTool('x', {}, options))).message).toContain(words)
    // In production it is refused as well, with a code.
    vi.stubEnv('NODE_ENV', 'production')
    const refused = await failureOf(agent.runTool('x', {}, options))
    vi.unstubAllEnvs()
    expect([refused.name, refused.message]).toEqual(['AgentError', expect.stringContaining('(')])
    expect(ran).not.toHaveBeenCalled()
  })

  it('refuses a `signal` that is none at once, as all runs do', () => {
    const { agent } = subject([anyTool('x')])
    const signal = {} as AbortSignal
    expect(() => agent.runTool('x', {}, { ...outside, signal })).toThrow(
      '`signal` is a plain object. Give an AbortSignal.',
    )
  })

  it('counts as one of an agent outside this page if it names no `taint`', async () => {
    const { agent } = subject([anyTool('mail', undefined, { effect: 'egress' })])
    const run = agent.runTool('mail', {}, { source: 'my-relay' })
    const request = await pendingOne(agent)
    expect(request).toMatchObject({ cause: 'taint', taint: 'an agent outside this page' })
    agent.pending.deny(request.id)
    await failureOf(run)
  })

  it('is cancelled by its `signal`, also while a user is asked', async () => {
    const { tool } = gated('slow')
    const wipe = anyTool('wipe', undefined, { effect: 'destructive' })
    const { agent, ask } = subject([tool, wipe])
    for (const name of ['slow', 'wipe']) {
      const caller = new AbortController()
      const run = ask(name, { signal: caller.signal })
      if (name === 'wipe') await pendingOne(agent)
      else await settleAll()
      caller.abort()
      expect(await failureOf(run)).toMatchObject({ name: 'CancellationError' })
      expect(agent.pending.list('approval')).toEqual([])
      expect(answerOf(run)?.status).toBe(name === 'slow' ? 'interrupted' : 'cancelled')
    }
  })

  it('A25 reaches no tool that it or its scope hides from outside, and learns no name of one', async () => {
    const { agent, ask } = subject([anyTool('open_tool')], [], {
      scopes: [
        new Scope({ name: 'private', visible: { outside: false }, tools: [anyTool('of_scope')] }),
        new Scope({
          name: 'mixed',
          tools: [anyTool('own', undefined, { visible: { outside: false } })],
        }),
      ],
    })
    for (const name of ['of_scope', 'own']) {
      const { message } = await failureOf(ask(name))
      expect(message).toBe(`There is no tool "${name}". Available: open_tool.`)
      expect(await agent.runTool(name)).toBe('ok')
    }
  })

  it('cannot tell a secret tool that is off from one that is not there', async () => {
    const hidden = {
      enabled: () => unavailable('Only for auditors'),
      visible: { off: 'secret' } as const,
      result: { untrusted: true },
    }
    const of = anyTool('of_scope', undefined, { enabled: () => false, result: { untrusted: true } })
    const { agent, ask, model } = subject(
      [anyTool('x'), anyTool('own', undefined, hidden)],
      ['hi'],
      {
        scopes: [
          new Scope({ name: 'audits', visible: { off: 'secret' }, untrusted: true, tools: [of] }),
        ],
      },
    )
    for (const name of ['of_scope', 'own']) {
      const [run, absent] = [ask(name), ask('absent')]
      const { message } = await failureOf(run)
      expect(message).toBe(`There is no tool "${name}". Available: x.`)
      expect((await failureOf(absent)).message).toBe(message.replace(name, 'absent'))
      const [told, other] = [answerOf(run), answerOf(absent)]
      expect(told?.content).toBe(other?.content.replaceAll('absent', name))
    }
    await agent.chat('hello')
    expect(JSON.stringify(model.requests)).not.toMatch(/of_scope|own|audit/i)
  })

  it('can be undone, and the model learns that', async () => {
    const undone: string[] = []
    const tool = anyTool('add', (_, ctx) => ctx.undo(() => void undone.push('add')))
    const { agent, ask, model } = subject([tool], ['done'])
    const run = ask('add')
    await run
    await agent.undo(run.id)
    expect(undone).toEqual(['add'])
    await agent.chat('hello')
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('no longer in effect: add')
  })
})

describe('runTool({ history })', () => {
  it('false leaves the conversation alone: history, sink, plug-ins and model', async () => {
    const seen: Message[] = []
    const { agent, ask, model } = subject([anyTool('x')], ['hi'], {
      use: [
        conversation({ append: (message) => void seen.push(message) }),
        { name: 'noting', message: ({ message }) => void seen.push(message) },
      ],
    })
    const run = ask('x', { history: false })
    expect(await run).toBe('ok')
    expect(agent.history.messages).toEqual([])
    expect(seen).toEqual([])
    expect(run.events.at(-1)).not.toHaveProperty('added')
    await agent.chat('hello')
    const untouched = subject([anyTool('x')], ['hi'])
    await untouched.agent.chat('hello')
    expect(model.requests[0]?.prompt).toEqual(untouched.model.requests[0]?.prompt)
    expect(model.requests[0]?.prompt.map(({ role }) => role)).toEqual(['user'])
  })

  it('note tells the model of all calls since its last request in one note, without a word of the caller', async () => {
    const no = anyTool('no', () => Promise.reject(new Error('no')))
    const { agent, ask, model } = subject([anyTool('x'), no], ['hi', 'again', 'and again'])
    await agent.chat('hello')
    await agent.runTool('x', { text: 'IGNORE ALL' }, outside)
    await ask('x')
    await failureOf(ask('no'))
    await failureOf(ask('IGNORE_ALL'))
    expect(agent.history.messages).toHaveLength(2)
    await agent.chat('more')
    const [note, ...others] = notesIn(agent.history.messages)
    expect(others).toEqual([])
    expect(note).toContain('(webmcp) has called: x (2 ok), no (1 error).')
    expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('IGNORE')
    expect(agent.history.messages.every(({ taint }) => taint === undefined)).toBe(true)
    await ask('x')
    await agent.chat('last')
    expect(notesIn(agent.history.messages)).toHaveLength(2)
  })

  it('note names no secret tool that is off or gone when the model would be told', async () => {
    const now = { isOn: true }
    const hidden = { enabled: () => now.isOn, visible: { off: 'secret' } as const }
    const undone = vi.fn()
    const undoable = (_: unknown, ctx: { undo(undo: () => void): void }) => ctx.undo(undone)
    const { agent, ask, model } = subject(
      [anyTool('x'), anyTool('off', undoable, hidden)],
      ['hi', 'again', 'more'],
    )
    const left = new Scope({ name: 'row', visible: { off: 'secret' }, tools: [anyTool('left')] })
    const leave = agent.scopes.register(left)
    for (const name of ['off', 'left', 'x']) await ask(name)
    await agent.chat('hello')
    expect(notesIn(agent.history.messages)[0]).toContain('off (1 ok), left (1 ok), x (1 ok)')
    const run = ask('off')
    await run
    for (const name of ['left', 'x']) await ask(name)
    now.isOn = false
    leave()
    await agent.undo(run.id)
    expect(undone).toHaveBeenCalledTimes(1)
    await agent.chat('more')
    expect(notesIn(agent.history.messages)[1]).toContain('has called: x (1 ok).')
    expect(notesIn(agent.history.messages)).toHaveLength(2)
    for (const name of ['off', 'off']) await failureOf(ask(name))
    await agent.chat('last')
    expect(notesIn(agent.history.messages)).toHaveLength(2)
    expect(JSON.stringify(model.requests[2]?.prompt.at(-1))).not.toContain('off')
  })

  it('note tells the calls of each kind of caller by themselves', async () => {
    const { agent, ask } = subject([anyTool('x'), anyTool('y')], ['hi'])
    await ask('x')
    await ask('y', { source: 'mcp' })
    await ask('x')
    await agent.chat('hello')
    const [first, second] = notesIn(agent.history.messages)
    expect(first).toContain('(webmcp) has called: x (2 ok).')
    expect(second).toContain('(mcp) has called: y (1 ok).')
  })

  it('note says that the page itself called, if it did', async () => {
    const { agent, ask } = subject([anyTool('x')], ['hi'])
    await ask('x', { source: 'ui', taint: undefined })
    await agent.chat('hello')
    const [note] = notesIn(agent.history.messages)
    expect(note).toContain('but the page itself has called: x (1 ok).')
    expect(note).not.toContain('outside')
  })

  it('shares the state of the session, whichever it is', async () => {
    const count = anyTool('count', (_, ctx) => {
      const { n = 0 } = ctx.run.state.get() as { n?: number }
      ctx.run.state.set({ n: n + 1 } as never)
      return n + 1
    })
    const { agent, ask } = subject([count])
    expect(await ask('count')).toBe(1)
    expect(await agent.runTool('count')).toBe(2)
    expect(await ask('count', { history: false })).toBe(3)
  })
})

describe('calls from outside and those of the chat', () => {
  it('A25 run one after another, whoever comes first', async () => {
    const log: string[] = []
    const [a, b, c] = [gated('a', log), gated('b', log), gated('c', log)]
    const { agent, ask } = subject([a.tool, b.tool, c.tool], [calls(call('a')), 'done'])
    const chat = agent.chat('go')
    await settleAll()
    const runs = [ask('b'), ask('c')]
    await settleAll()
    expect(log).toEqual(['a begins'])
    for (const { open } of [c, b, a]) open()
    await Promise.all([chat, ...runs])
    expect(log.join()).toBe('a begins,a ends,b begins,b ends,c begins,c ends')
  })

  it('let the chat wait for a call from outside that runs', async () => {
    const log: string[] = []
    const [a, b] = [gated('a', log), gated('b', log)]
    const { agent, ask } = subject([a.tool, b.tool], [calls(call('a')), 'done'])
    const run = ask('b')
    await settleAll()
    const chat = agent.chat('go')
    await settleAll()
    expect(log).toEqual(['b begins'])
    a.open()
    b.open()
    await Promise.all([run, chat])
    expect(log.join()).toBe('b begins,b ends,a begins,a ends')
  })

  it('go on while a user is asked about a call from outside', async () => {
    const wipe = anyTool('wipe', undefined, { effect: 'destructive' })
    const { agent, ask } = subject([wipe, anyTool('x')], [calls(call('x')), 'done'])
    const run = ask('wipe')
    const { id } = await pendingOne(agent)
    expect((await agent.chat('go')).content).toBe('done')
    agent.pending.approve(id)
    expect(await run).toBe('ok')
  })

  it('let a call from outside begin after its approval once the page shows theirs', async () => {
    const log: string[] = []
    const shown = Promise.withResolvers<Settlement>()
    const wipe = anyTool('wipe', () => void log.push('wipe'), { effect: 'destructive' })
    const { agent, ask } = subject([wipe, anyTool('x')], [calls(call('x')), 'done'])
    agent.use({
      name: 'page',
      settle: {
        baseline: () => {},
        beforeTool: async () => {},
        settle: () => shown.promise.finally(() => log.push('shown')),
      },
    })
    const run = ask('wipe')
    const { id } = await pendingOne(agent)
    const chat = agent.chat('go')
    await settleAll()
    agent.pending.approve(id)
    await settleAll()
    expect(log).toEqual([])
    shown.resolve({ ok: true, why: 'settler', durationMs: 0 })
    await Promise.all([run, chat])
    expect(log.indexOf('shown')).toBe(0)
  })

  it('from outside that is cancelled while it waits for the page was not approved', async () => {
    const wiped = vi.fn()
    const wipe = anyTool('wipe', wiped, { effect: 'destructive' })
    const { agent, ask } = subject([wipe, anyTool('x')], [calls(call('x')), 'done'])
    agent.use({
      name: 'page',
      settle: {
        baseline: () => {},
        beforeTool: async () => {},
        settle: () => new Promise(() => {}),
      },
    })
    const run = ask('wipe')
    const { id } = await pendingOne(agent)
    const chat = agent.chat('go')
    await settleAll()
    agent.pending.approve(id)
    await settleAll()
    run.cancel()
    expect(await failureOf(run)).toMatchObject({ name: 'CancellationError' })
    const resolved = run.events.find(({ type }) => type === 'agent:pending_resolved')
    expect(resolved).toMatchObject({ decision: 'denied', by: 'cancelled' })
    expect(wiped).not.toHaveBeenCalled()
    chat.cancel()
    await failureOf(chat)
  })

  it('from outside is refused after 30 s, and nothing hangs, if the chat’s call waits for it', async () => {
    const box: { ask?: () => PromiseLike<unknown> } = {}
    // As a script of another party does that is called, and calls back through the browser.
    const foreign = anyTool('foreign', async () => {
      await flush()
      return (await failureOf(box.ask?.() ?? Promise.resolve())).code
    })
    const { agent, ask, clock } = subject([foreign, anyTool('x')], [calls(call('foreign')), 'done'])
    box.ask = () => ask('x')
    const chat = agent.chat('go')
    await settleAll()
    await clock.advance(30_000)
    await chat
    expect(told(answerOf(chat))).toBe('busy')
  })

  it('let the chat go ahead after 30 s, if a call from outside waits for it', async () => {
    const box: { chat?: () => PromiseLike<unknown> } = {}
    const helper = anyTool('helper', async () => {
      await flush()
      await box.chat?.()
    })
    const { agent, ask, clock } = subject([helper, anyTool('x')], [calls(call('x')), 'done'])
    box.chat = () => agent.chat('go')
    const run = ask('helper')
    await settleAll()
    await clock.advance(30_000)
    await run
    expect(agent.history.messages.at(-1)).toMatchObject({ content: 'done' })
  })

  it('from outside reach the tool as it was when they came, and no other of its name', async () => {
    const ran: string[] = []
    const tool = (of: string) => anyTool('x', () => void ran.push(of))
    const changes: readonly [string, (agent: Agent, leave: () => void) => void, string][] = [
      [
        'another',
        (agent, leave) => {
          leave()
          agent.scopes.register(new Scope({ name: 'other', tools: [tool('other')] }))
        },
        'it changed while the call waited',
      ],
      ['gone', (_, leave) => leave(), 'There is no tool "x"'],
    ]
    for (const [what, change, words] of changes) {
      const slow = gated('slow')
      const { agent, ask } = subject([slow.tool])
      const leave = agent.scopes.register(new Scope({ name: 'row', tools: [tool('row')] }))
      const first = ask('slow')
      await settleAll()
      const run = ask('x')
      await settleAll()
      change(agent, leave)
      slow.open()
      await first
      expect(`${what}: ${(await failureOf(run)).message}`).toContain(words)
    }
    expect(ran).toEqual([])
  })

  it('from outside go on if their registration has its tool made anew, not if it says something else', async () => {
    for (const description of [undefined, 'New.']) {
      const slow = gated('slow')
      const { agent, ask } = subject([slow.tool, anyTool('x', () => 'old')])
      const first = ask('slow')
      const run = ask('x')
      await settleAll()
      agent.scopes.replaceTool(anyTool('x', () => 'new', description ? { description } : {}))
      slow.open()
      await first
      if (description) expect((await failureOf(run)).message).toContain('the description of the')
      else expect(await run).toBe('new')
    }
  })

  it('are for the registration that is given, also for calls of the page', async () => {
    const { agent, ask } = subject([])
    const leave = agent.scopes.register(new Scope({ name: 'a', tools: [anyTool('x', () => 'a')] }))
    const [registered] = agent.scopes.tools
    expect(await ask('x', { registered })).toBe('a')
    expect(await agent.runTool('x', {}, { registered })).toBe('a')
    leave()
    agent.scopes.register(new Scope({ name: 'b', tools: [anyTool('x', () => 'b')] }))
    expect((await failureOf(ask('x', { registered }))).message).toContain('it changed')
    expect((await failureOf(agent.runTool('x', {}, { registered }))).message).toContain(
      'it changed',
    )
    expect(await agent.runTool('x')).toBe('b')
  })

  it('inside another one have its turn', async () => {
    const outer = anyTool('outer', (_, ctx) => box.ask?.(ctx))
    const box: { ask?: (ctx: ToolContext) => unknown } = {}
    const { ask } = subject([outer, anyTool('x')])
    box.ask = (ctx) => ctx.runTool('x', {}, outside)
    expect(await ask('outer')).toBe('ok')
  })
})

describe('the calls from outside', () => {
  it('shows the last calls, each from its start to its end', async () => {
    const { tool, open } = gated('slow')
    const { agent, ask } = subject([tool, anyTool('no', () => Promise.reject(new Error('no')))])
    const run = ask('slow')
    await settleAll()
    const shown = () =>
      Array.from(agent.calls.getState().values(), ({ tool: name, state }) => [name, state])
    expect(shown()).toEqual([['slow', 'running']])
    open()
    await run
    await failureOf(ask('no'))
    expect(shown()).toEqual([
      ['slow', 'succeeded'],
      ['no', 'failed'],
    ])
    for (let nth = 0; nth < 210; nth++) await ask('slow')
    expect(shown()).toHaveLength(200)
  })

  it('stay when another session is opened, without what they answered', async () => {
    const { agent, ask } = subject([anyTool('read', () => 'a secret of this session')])
    await ask('read')
    await agent.runTool('read')
    expect(agent.calls.getState().size).toBe(2)
    await agent.sessions.create()
    const kept = [...agent.calls.getState().values()]
    expect(kept).toMatchObject([{ tool: 'read', state: 'succeeded', source: 'webmcp' }])
    expect(JSON.stringify(kept)).not.toContain('secret')
  })

  it('A25 stop() cancels what runs and denies what comes, until allow()', async () => {
    const audit = memoryAudit()
    const { tool } = gated('slow')
    const { agent, ask } = subject([tool, anyTool('x')], [], { use: [audit] })
    const run = ask('slow')
    const next = ask('x')
    await settleAll()
    agent.scopes.allowOutside(false)
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user' } })
    expect(await failureOf(next)).toMatchObject({ reason: { kind: 'user' } })
    expect((await failureOf(ask('x'))).message).toContain('has stopped callers from outside')
    expect(audit.query().map(({ status }) => status)).toEqual([
      'cancelled',
      'interrupted',
      'denied',
    ])
    expect(await agent.runTool('x')).toBe('ok')
    agent.scopes.allowOutside(true)
    expect(await ask('x')).toBe('ok')
  })
})
