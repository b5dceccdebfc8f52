import {
  type Agent,
  type AgentOptions,
  type AnyTool,
  createAgent,
  Scope,
  Tool,
  unavailable,
} from '@ambit/core'
import { memoryAudit } from '@ambit/core/audit'
import '@ambit/core/eager'
import { call, calls, flush, type Reply, scriptedModel } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { fakePage, type FakeModelContext } from '../../test/fake-model-context.ts'
import { tool } from '../../test/plain-tool.ts'
import { exposeTools } from './expose-tools.ts'

let page: FakeModelContext
let warn: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  page = fakePage()
  warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Creates an agent with these tools, and a user who can approve. */
function agentWith(
  tools: readonly AnyTool[],
  options: Partial<AgentOptions> = {},
  replies: Reply[] = [],
): Agent {
  const agent = createAgent({ model: scriptedModel(replies), scopes: [], ...options })
  if (tools.length) agent.scopes.register(new Scope({ name: 'own', tools }))
  agent.pending.attach('approval')
  return agent
}

/** Calls a tool as the browser's agent does. */
const callOf = (name: string, input: object = {}, signal?: AbortSignal): Promise<string> =>
  page.executeTool({ name }, input, { ...(signal && { signal }) })

/** Returns the text of an answer that is an error. */
function errorIn(answer: string): string {
  const { isError, content } = JSON.parse(answer) as {
    isError: boolean
    content: { text: string }[]
  }
  expect(isError).toBe(true)
  return content[0]?.text ?? ''
}

const asked = (agent: Agent) =>
  vi.waitFor(() => {
    const [request] = agent.pending.list('approval')
    if (!request) throw new Error('Nothing waits.')
    return request
  })

describe('exposeTools', () => {
  it('1 without WebMCP does nothing, and throws nothing', async () => {
    vi.stubGlobal('document', {})
    exposeTools(agentWith([tool('a')]))()
    vi.unstubAllGlobals()
    exposeTools(agentWith([tool('a')]))()
    await flush()
    expect(warn).not.toHaveBeenCalled()
  })

  it('3 neither lists a tool that is off nor can it be called', async () => {
    const agent = agentWith([tool('a'), tool('b', { enabled: () => false })])
    exposeTools(agent)
    await flush()
    expect(page.names).toEqual(['a'])
    await expect(callOf('b')).rejects.toThrow('The operation failed')
    expect(await callOf('a')).toBe('ok')
  })

  it('3 refuses a tool that went off without a word, with its reason', async () => {
    const now: { reason?: string } = {}
    const agent = agentWith([tool('a', { enabled: () => !now.reason || unavailable(now.reason) })])
    exposeTools(agent)
    await flush()
    now.reason = 'Sign in first'
    expect(errorIn(await callOf('a'))).toContain('Sign in first')
  })

  it('4 registers or removes once for each tool that a flip of `enabled` changes', async () => {
    let isOn = false
    const on = { enabled: () => isOn }
    const agent = agentWith([tool('a'), tool('b', on), tool('c', on)])
    exposeTools(agent)
    for (const value of [true, false]) {
      isOn = value
      agent.scopes.refresh()
      agent.scopes.refresh()
      await flush()
    }
    expect(page.changes).toEqual(['+a', '+b', '+c', '-b', '-c'])
  })

  it('6 leaves no duplicate and no unhandled rejection when it begins again at once', async () => {
    const agent = agentWith([tool('a')])
    exposeTools(agent)()
    const stop = exposeTools(agent)
    await flush()
    stop()
    exposeTools(agent)
    await flush()
    expect(page.names).toEqual(['a'])
    expect(warn).not.toHaveBeenCalled()
  })

  it('6 changes nothing for others when components are made anew in one task, as HMR does', async () => {
    const agent = agentWith([])
    const row = (answer: string) =>
      agent.scopes.register(
        new Scope({ name: 'row', tools: [tool('a', { handler: () => answer })] }),
      )
    const leave = row('old')
    exposeTools(agent)
    await flush()
    expect(await callOf('a')).toBe('old')
    leave()
    row('new')
    await flush()
    expect(page.changes).toEqual(['+a'])
    expect(await callOf('a')).toBe('new')
  })

  it('7 lets a call end by itself that outlives its tool', async () => {
    const agent = agentWith([])
    const gate = Promise.withResolvers<string>()
    const began = vi.fn()
    const slow = tool('slow', {
      handler: (_, ctx) => {
        ctx.outlive()
        began()
        return gate.promise
      },
    })
    const leave = agent.scopes.register(new Scope({ name: 'row', tools: [slow] }))
    exposeTools(agent)
    await flush()
    const answer = callOf('slow')
    await vi.waitFor(() => expect(began).toHaveBeenCalled())
    leave()
    await flush()
    expect(page.names).toEqual([])
    gate.resolve('done')
    expect(await answer).toBe('done')
    expect([...agent.calls.getState().values()]).toMatchObject([{ state: 'succeeded' }])
  })

  it('7 removes a tool that leaves, and ends its call as `scope_ended`', async () => {
    const agent = agentWith([])
    const slow = tool('slow', { handler: (_, { signal }) => untilAborted(signal) })
    const leave = agent.scopes.register(new Scope({ name: 'row', tools: [slow] }))
    exposeTools(agent)
    await flush()
    const answer = callOf('slow')
    await vi.waitFor(() => expect([...agent.calls.getState().values()]).toHaveLength(1))
    leave()
    expect(errorIn(await answer)).toContain('is no longer on the page')
    expect(page.names).toEqual([])
  })

  it('8 registers anew, once, when a description or a schema changes', async () => {
    const agent = agentWith([tool('a'), tool('b')])
    exposeTools(agent)
    await flush()
    agent.scopes.replaceTool(tool('a'))
    await flush()
    expect(page.changes).toEqual(['+a', '+b'])
    agent.scopes.replaceTool(tool('a', { description: 'Another.' }))
    agent.scopes.replaceTool(tool('b', { parameters: z.object({ n: z.number() }) as never }))
    await flush()
    expect(page.changes.slice(2)).toEqual(['-a', '+a', '-b', '+b'])
  })

  it('9 validates the arguments, and gives the handler the parsed value', async () => {
    const got: unknown[] = []
    const add = new Tool({
      name: 'add',
      description: 'Adds.',
      parameters: z.object({ by: z.number(), unit: z.string().trim().default('kg') }),
      handler: (args) => void got.push(args),
    })
    exposeTools(agentWith([add as AnyTool]))
    await flush()
    expect(errorIn(await callOf('add', { by: 'x' }))).toContain('by')
    await callOf('add', { by: 1, unit: ' t ' })
    expect(got).toEqual([{ by: 1, unit: 't' }])
  })

  it('10 gives an error as content with `isError`, in the words for the model', async () => {
    const boom = tool('boom', {
      handler: () => {
        throw Object.assign(new Error('no stock'), { password: 'hunter2' })
      },
    })
    exposeTools(agentWith([boom]))
    await flush()
    const text = errorIn(await callOf('boom'))
    expect(text).toContain('no stock')
    expect(text).not.toContain('hunter2')
  })

  it('10 tells nothing of an error of the application’s own plug-in', async () => {
    const agent = agentWith([tool('a')])
    agent.use({
      name: 'own',
      run: () => {
        throw new Error('secret of the plug-in')
      },
    })
    exposeTools(agent)
    await flush()
    const told = errorIn(await callOf('a'))
    expect(told).toContain('"own"')
    expect(told).not.toContain('secret')
  })

  it('11 cuts a result at 1,500 characters, or at the option, and says so', async () => {
    const long = tool('long', { handler: () => 'x'.repeat(2_000) })
    const agent = agentWith([long])
    const stop = exposeTools(agent)
    await flush()
    expect(await callOf('long')).toBe(`${'x'.repeat(1_500)}… [cut: 1500 of 2000 characters]`)
    stop()
    exposeTools(agent, { maxResultChars: 10 })
    await flush()
    expect(await callOf('long')).toBe(`${'x'.repeat(10)}… [cut: 10 of 2000 characters]`)
  })

  it('12 asks about a tool that destroys or sends; one that writes follows the policy', async () => {
    const tools = [
      tool('wipe', { effect: 'destructive' }),
      tool('mail', { effect: 'egress' }),
      tool('note'),
    ]
    const agent = agentWith(tools)
    exposeTools(agent)
    await flush()
    expect(await callOf('note')).toBe('ok')
    for (const name of ['wipe', 'mail']) {
      const answer = callOf(name)
      const { id, cause, taint } = await asked(agent)
      expect([cause, taint]).toEqual(['taint', 'an agent outside this page'])
      agent.pending.deny(id, 'not now')
      expect(errorIn(await answer)).toContain('not now')
    }
    const strict = agentWith([tool('strict_note')], { approval: { ask: 'all' } })
    exposeTools(strict)
    await flush()
    const answer = callOf('strict_note')
    strict.pending.approve((await asked(strict)).id)
    expect(await answer).toBe('ok')
  })

  it('13 denies at once, with words, if no approver is there', async () => {
    const agent = createAgent({
      model: scriptedModel([]),
      tools: [tool('wipe', { effect: 'destructive' })],
    })
    exposeTools(agent)
    await flush()
    expect(errorIn(await callOf('wipe'))).toContain('nobody is there')
  })

  it('14 the request names the caller, for the card', async () => {
    const agent = agentWith([tool('wipe', { effect: 'destructive' })])
    exposeTools(agent)
    await flush()
    void callOf('wipe')
    expect(await asked(agent)).toMatchObject({ source: 'webmcp' })
  })

  it('15 counts no remembered approval of the chat', async () => {
    const agent = agentWith([tool('x', { approval: true })], {}, [calls(call('x')), 'done'])
    exposeTools(agent)
    const chat = agent.chat('go')
    agent.pending.approve((await asked(agent)).id, { remember: true })
    await chat
    void callOf('x')
    expect(await asked(agent)).toMatchObject({ canRemember: false })
  })

  it('16 the caller’s abort cancels the call and the question', async () => {
    const agent = agentWith([tool('wipe', { effect: 'destructive' })])
    exposeTools(agent)
    await flush()
    const caller = new AbortController()
    const answer = callOf('wipe', {}, caller.signal)
    await asked(agent)
    caller.abort()
    await expect(answer).rejects.toThrow()
    await vi.waitFor(() => expect(agent.pending.list('approval')).toEqual([]))
    expect([...agent.calls.getState().values()]).toMatchObject([{ state: 'cancelled' }])
  })

  it('17 writes an audit row with the source `webmcp`, tainted', async () => {
    const audit = memoryAudit()
    exposeTools(agentWith([tool('a')], { use: [audit] }))
    await flush()
    await callOf('a')
    expect(audit.query()).toMatchObject([{ tool: 'a', source: 'webmcp', isTainted: true }])
  })

  it('18 puts nothing into the history but one note for each burst', async () => {
    const agent = agentWith([tool('a')], {}, ['hi', 'again'])
    exposeTools(agent)
    await flush()
    for (let nth = 0; nth < 5; nth++) await callOf('a')
    expect(agent.history.messages).toEqual([])
    await agent.chat('hello')
    expect(agent.history.messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant'])
    await agent.chat('more')
    expect(agent.history.messages).toHaveLength(5)
  })

  it('19 its calls can be undone', async () => {
    const undone: string[] = []
    const add = tool('add', { handler: (_, ctx) => ctx.undo(() => void undone.push('add')) })
    const agent = agentWith([add])
    exposeTools(agent)
    await flush()
    await callOf('add')
    const [done] = [...agent.calls.getState().values()]
    await agent.undo(done?.runId ?? '')
    expect(undone).toEqual(['add'])
  })

  it('20 runs two calls at once one after the other', async () => {
    const log: string[] = []
    const gate = Promise.withResolvers<void>()
    const step = tool('step', {
      handler: async ({ n }) => {
        log.push(`${String(n)} begins`)
        await gate.promise
        log.push(`${String(n)} ends`)
      },
    })
    exposeTools(agentWith([step]))
    await flush()
    const both = [callOf('step', { n: 1 }), callOf('step', { n: 2 })]
    await vi.waitFor(() => expect(log).toEqual(['1 begins']))
    gate.resolve()
    await Promise.all(both)
    expect(log).toEqual(['1 begins', '1 ends', '2 begins', '2 ends'])
  })

  it('21 refuses calls over the limit of a minute, and takes them again later', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    exposeTools(agentWith([tool('a')]), { callsPerMinute: 2 })
    await flush()
    await callOf('a')
    vi.advanceTimersByTime(30_000)
    await callOf('a')
    // A caller that does not give up is not refused for longer than one that waits.
    for (let second = 0; second < 30; second++) {
      expect(errorIn(await callOf('a'))).toContain('at most 2 calls a minute')
      vi.advanceTimersByTime(1_000)
    }
    expect(await callOf('a')).toBe('ok')
    expect(errorIn(await callOf('a'))).toContain('at most 2 calls a minute')
  })

  it('21 takes calls again in time, also if the clock of the day is set back', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] })
    exposeTools(agentWith([tool('a')]), { callsPerMinute: 1 })
    await flush()
    await callOf('a')
    vi.setSystemTime(0)
    vi.advanceTimersByTime(60_000)
    expect(await callOf('a')).toBe('ok')
  })

  it.each([
    ['callsPerMinute', 0],
    ['callsPerMinute', -1],
    ['callsPerMinute', Number.NaN],
    ['maxResultChars', '100'],
    ['maxResultChars', null],
  ])('refuses the limit `%s` of %j, in every browser', (name, limit) => {
    const begin = () => exposeTools(agentWith([tool('a')]), { [name]: limit })
    const words = `\`${name}\` is not a number above 0, so no call could be answered. Give one`
    expect(begin).toThrow(words)
    vi.stubGlobal('document', {})
    expect(begin).toThrow(words)
  })

  it('22 warns once, in development, of a long name and a long description', async () => {
    const long = tool('a_name_of_more_than_thirty_letters', { description: 'x'.repeat(501) })
    const agent = agentWith([long])
    for (let nth = 0; nth < 2; nth++) {
      const stop = exposeTools(agent)
      await flush()
      stop()
    }
    const texts: string[] = warn.mock.calls.map(([text]: unknown[]) => String(text))
    expect(texts.filter((text) => text.includes('30 characters'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('500 characters'))).toHaveLength(1)
  })

  it('23 warns, in development, if the page is not a secure context', () => {
    vi.stubGlobal('document', {})
    vi.stubGlobal('isSecureContext', false)
    exposeTools(agentWith([tool('a')]))
    expect(warn.mock.calls.flat().join()).toContain('Serve it by https')
  })

  it('23 warns, in development, if the browser refuses a tool', async () => {
    page.registerTool = () => Promise.reject(new DOMException('No.', 'NotAllowedError'))
    exposeTools(agentWith([tool('refused')]))
    await flush()
    expect(warn.mock.calls.flat().join()).toMatch(/"refused" is not offered.*NotAllowedError/)
  })

  it('leaves out what is not exposed, and what the option refuses', async () => {
    const agent = agentWith([tool('a'), tool('b'), tool('c', { visible: { outside: false } })])
    agent.scopes.register(
      new Scope({ name: 'private', visible: { outside: false }, tools: [tool('d')] }),
    )
    exposeTools(agent, { tools: ({ name }) => name !== 'b' })
    await flush()
    expect(page.names).toEqual(['a'])
  })

  it('tells the hints of a tool', async () => {
    const send = tool('send', { effect: 'egress' })
    exposeTools(agentWith([tool('look', { effect: 'read', result: { untrusted: true } }), send]))
    await flush()
    expect((await page.getTools()).map(({ annotations }) => annotations)).toEqual([
      { readOnlyHint: true, untrustedContentHint: true, consequentialHint: false },
      { readOnlyHint: false, untrustedContentHint: false, consequentialHint: true },
    ])
  })

  it('shows its tools to frames of other origins only if they are named', async () => {
    const register = vi.spyOn(page, 'registerTool')
    const agent = agentWith([tool('a')])
    const stop = exposeTools(agent)
    await flush()
    expect(register.mock.lastCall?.[1]).not.toHaveProperty('exposedTo')
    stop()
    exposeTools(agent, { exposedTo: ['https://frame.example'] })
    await flush()
    expect(register.mock.lastCall?.[1]).toMatchObject({ exposedTo: ['https://frame.example'] })
  })

  it('A25 offers nothing while the user has stopped callers from outside', async () => {
    const agent = agentWith([tool('a')])
    exposeTools(agent)
    await flush()
    agent.scopes.allowOutside(false)
    await flush()
    expect(page.names).toEqual([])
    agent.scopes.allowOutside(true)
    await flush()
    expect(page.names).toEqual(['a'])
  })
})

describe('the tools of exposeTools, their names and their owners', () => {
  it('calls nothing else that has the name of a tool by now', async () => {
    const agent = agentWith([])
    const ran: string[] = []
    const scopeOf = (name: string, rest: object = {}) =>
      new Scope({ name, tools: [tool('pay', { handler: () => void ran.push(name), ...rest })] })
    const leave = agent.scopes.register(scopeOf('shop'))
    exposeTools(agent)
    await flush()
    // The browser still has the tool of the shop in this moment.
    leave()
    const leaveOther = agent.scopes.register(scopeOf('bank'))
    expect(errorIn(await callOf('pay'))).toContain('it changed')
    await callOf('pay')
    expect(ran).toEqual(['bank'])
    leaveOther()
    agent.scopes.register(scopeOf('bank', { description: 'Pays all.' }))
    expect(errorIn(await callOf('pay'))).toContain('it changed')
    expect(ran).toEqual(['bank'])
    await callOf('pay')
    expect(ran).toEqual(['bank', 'bank'])
  })

  it('calls no tool whose description or schema has changed a moment ago', async () => {
    const ran = vi.fn()
    const agent = agentWith([tool('a', { handler: ran })])
    exposeTools(agent)
    await flush()
    const changes = [
      { description: 'Sends all to the vendor.' },
      { parameters: z.object({ to: z.string().optional() }) as never },
    ]
    for (const change of changes) {
      agent.scopes.replaceTool(tool('a', { handler: ran, ...change }))
      expect(errorIn(await callOf('a'))).toContain('it changed')
    }
    expect(ran).not.toHaveBeenCalled()
    await callOf('a')
    expect(ran).toHaveBeenCalledTimes(1)
  })

  it.each(['description', 'owner'])(
    'holds a call that waits for a user to the tool as it was, if its %s changes',
    async (what) => {
      const ran = vi.fn()
      const wipe = (rest: object = {}) =>
        tool('wipe', { effect: 'destructive', handler: ran, ...rest })
      const agent = agentWith([])
      const leave = agent.scopes.register(new Scope({ name: 'row', tools: [wipe()] }))
      exposeTools(agent)
      await flush()
      const answer = callOf('wipe')
      const { id } = await asked(agent)
      if (what === 'owner') {
        leave()
        agent.scopes.register(new Scope({ name: 'other', tools: [wipe()] }))
      } else agent.scopes.replaceTool(wipe({ description: 'Deletes the account.' }))
      agent.pending.approve(id)
      errorIn(await answer)
      expect(ran).not.toHaveBeenCalled()
    },
  )

  it('of two agents with one name, offers that of the first, then that of the second', async () => {
    const first = agentWith([tool('a', { handler: () => 'first' })])
    const second = agentWith([tool('a', { handler: () => 'second' }), tool('b')])
    const stop = exposeTools(first)
    exposeTools(second)
    await flush()
    expect(page.names).toEqual(['a', 'b'])
    expect(await callOf('a')).toBe('first')
    expect([...second.calls.getState().values()]).toEqual([])
    expect(warn.mock.calls.flat().join()).toContain('"a" is not offered')
    stop()
    await flush()
    expect(await callOf('a')).toBe('second')
    expect(page.names).toEqual(['b', 'a'])
  })

  it('leaves the tool of another script alone that has the name, and asks for it once', async () => {
    const remove = page.addForeign({ name: 'a', execute: () => 'foreign' })
    const register = vi.spyOn(page, 'registerTool')
    const agent = agentWith([tool('a')])
    const stop = exposeTools(agent)
    await flush()
    for (let nth = 0; nth < 5; nth++) {
      agent.scopes.refresh()
      await flush()
    }
    expect(register).toHaveBeenCalledTimes(1)
    expect(await callOf('a')).toBe('foreign')
    remove()
    await flush()
    expect(await callOf('a')).toBe('ok')
    stop()
    expect(page.names).toEqual([])
  })

  it('cannot tell a secret tool that went off from one that is gone', async () => {
    let isOn = true
    const hidden = tool('audit', {
      enabled: () => isOn || unavailable('No auditor'),
      visible: { off: 'secret' },
    })
    const agent = agentWith([hidden, tool('a')], {}, ['hi'])
    exposeTools(agent)
    await flush()
    isOn = false
    const { error } = JSON.parse(errorIn(await callOf('audit'))) as { error: object }
    const message = 'There is no tool "audit". Available: a.'
    expect(error).toEqual({
      name: 'UnknownToolError',
      code: 'unknown_tool',
      message,
      tool: 'audit',
    })
    agent.scopes.refresh()
    await flush()
    expect(page.names).toEqual(['a'])
    await agent.chat('hello')
    expect(JSON.stringify(agent.history.messages)).not.toContain('audit')
  })
})

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
