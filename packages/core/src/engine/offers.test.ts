import { call, calls } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf, told } from '../../test/agent-under-test.ts'
import { createPages } from '../../test/pages-under-test.ts'
import { pendingOne, settleAll } from '../../test/pending-approvals.ts'
import { audit } from '../features/audit/index.ts'
import {
  type Agent,
  type AgentOptions,
  agentTool,
  type AnyTool,
  DisabledToolError,
  type Effect,
  Scope,
  type ScopeOptions,
  type Settlement,
  Tool,
  toolCache,
} from '../index.ts'

afterEach(() => vi.restoreAllMocks())

/** A page that shows one order, and the notes that were written, each with its order. */
interface OrderPage {
  open: string | undefined
  readonly notes: string[]
}

const createPage = (): OrderPage => ({ open: '1', notes: [] })

/** Makes a tool that writes a note to the order that is open. */
const noteTool = (page: OrderPage, rest: Parameters<typeof anyTool>[2] = {}): AnyTool =>
  anyTool('add_note', () => page.notes.push(`note on ${page.open}`), {
    subject: () => page.open,
    ...rest,
  })

const note = call('add_note')
const changed = {
  status: 'stale',
  content: expect.stringContaining('is for changed after the page was shown'),
}

/** Creates an agent whose model answers once the gate opens. */
function gatedAgent(page: OrderPage, tools: readonly AnyTool[], rest: Partial<AgentOptions> = {}) {
  const { promise: gate, resolve: answer } = Promise.withResolvers<void>()
  const replies = [{ ...calls(note), gate }, 'done']
  const under = agentUnderTest(replies, { tools, ...rest })
  /** Opens another order while the model answers. */
  const chat = async (open: string | undefined, agent: Agent = under.agent) => {
    const run = agent.chat('Add a note')
    await under.model.requested(1)
    page.open = open
    answer()
    return answersIn((await run).messages)
  }
  return { ...under, chat }
}

/** Waits for the question that the agent asks. */
async function questionOne(agent: Agent) {
  await settleAll()
  const [question] = agent.pending.list('question')
  return question ?? expect.fail('Nothing is asked.')
}

describe('the subject of a tool', () => {
  it('S1-1 refuses a call if the user has opened another order while the model answered', async () => {
    const page = createPage()
    const { chat, model } = gatedAgent(page, [noteTool(page)])
    const answers = await chat('2')
    expect(page.notes).toEqual([])
    expect(answers).toMatchObject([changed])
    expect(told(answers[0])).toMatchObject({
      error: { name: 'DisabledToolError', kind: 'changed' },
    })
    expect(model.requests).toHaveLength(2)
  })

  it('tries again only for what the attempt before was for', async () => {
    const page = createPage()
    const refund = anyTool(
      'add_note',
      () => {
        page.notes.push(`note on ${page.open}`)
        page.open = '2'
        throw new Error('network')
      },
      { subject: () => page.open, run: { retry: { attempts: 3 } } },
    )
    const { agent } = agentUnderTest([calls(note), 'done'], { tools: [refund] })
    const { messages } = await agent.chat('Add a note')
    expect(page.notes).toEqual(['note on 1'])
    expect(answersIn(messages)).toMatchObject([{ status: 'error' }])
  })

  it('lets a call run if it is the same, also as a number or with another label', async () => {
    const page = createPage()
    const subject = () => ({ id: Number(page.open), label: `Order of ${page.notes.length}` })
    const { chat } = gatedAgent(page, [noteTool(page, { subject })])
    expect(await chat('1')).toMatchObject([{ status: 'ok', label: 'Order of 0' }])
    expect(page.notes).toEqual(['note on 1'])
  })

  it.each([
    ['none any more', '1', undefined],
    ['one only now', undefined, '1'],
  ])('refuses a call if there is %s', async (_, before, now) => {
    const page = { ...createPage(), open: before }
    const { chat } = gatedAgent(page, [noteTool(page)])
    expect(await chat(now)).toMatchObject([changed])
  })

  it('is that of its scope for all its tools, beside their own', async () => {
    const page = createPage()
    const scope = new Scope({
      name: 'order',
      subject: () => ({ id: page.open ?? '' }),
      tools: [noteTool(page, { subject: 'fixed' }), anyTool('read_note')],
    })
    const { chat } = gatedAgent(page, [], { scopes: [scope] })
    expect(await chat('2')).toMatchObject([changed])
    expect(page.notes).toEqual([])
  })

  it('of a scope is read once for all its tools', async () => {
    const subject = vi.fn(() => '1')
    const scope = new Scope({ name: 'order', subject, tools: [anyTool('a'), anyTool('b')] })
    const { agent } = agentUnderTest(['done'], { scopes: [scope] })
    await agent.chat('Go')
    expect(subject).toHaveBeenCalledOnce()
  })

  it('of its scope names the call for people, unless it has a name of its own', async () => {
    const page = createPage()
    const scope = new Scope({
      name: 'order',
      subject: { id: '1', label: 'Order 1' },
      tools: [
        noteTool(page),
        noteTool(page, { name: 'add_line', subject: { id: 'a', label: 'Tea' } }),
      ],
    })
    const { agent } = agentUnderTest([calls(note, call('add_line')), 'done'], { scopes: [scope] })
    const { messages } = await agent.chat('Go')
    expect(answersIn(messages)).toMatchObject([{ label: 'Order 1' }, { label: 'Tea' }])
  })

  it('is compared between two calls of one message', async () => {
    const page = createPage()
    const { agent } = agentUnderTest([calls(note, note), 'done'], { tools: [noteTool(page)] })
    agent.on('agent:tool_succeeded', () => (page.open = '2'))
    const { messages } = await agent.chat('Add two')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok' }, changed])
    expect(page.notes).toEqual(['note on 1'])
  })

  it.each<Effect>(['read', 'write'])(
    'may be changed by a handler of the same message before it returns: %s',
    async (effect) => {
      const page = createPage()
      const handler = async ({ id }: Record<string, unknown>): Promise<void> => {
        await Promise.resolve()
        page.open = String(id)
      }
      const open = anyTool('open_order', handler, { effect })
      const { agent } = agentUnderTest([calls(call('open_order', { id: 2 }), note), 'done'], {
        tools: [open, noteTool(page)],
      })
      const { messages } = await agent.chat('Open 2 and add a note')
      expect(answersIn(messages)).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
      expect(page.notes).toEqual(['note on 2'])
    },
  )

  it('counts as changed by the handler that runs while the user changes it', async () => {
    const page = createPage()
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const replies = [calls(call('wait'), note), 'done']
    const { agent } = agentUnderTest(replies, {
      tools: [anyTool('wait', () => gate), noteTool(page)],
    })
    const run = agent.chat('Wait, then add a note')
    await settleAll()
    page.open = '2'
    resolve()
    expect(answersIn((await run).messages)).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
    expect(page.notes).toEqual(['note on 2'])
  })

  it.each(['while a handler runs', 'while the page settles'])(
    'is not changed by a call once the user has acted on the page: %s',
    async (when) => {
      const page = createPage()
      const isHandler = when === 'while a handler runs'
      const act = (): void => {
        page.open = '2'
        agent.scopes.userActed()
      }
      const add = (): void => {
        page.notes.push(`note on ${page.open}`)
        if (isHandler && page.open === '1') act()
      }
      const { agent } = agentUnderTest([calls(note, note), 'done', calls(note), 'done'], {
        tools: [anyTool('add_note', add, { subject: () => page.open })],
      })
      const settle = async () => {
        if (page.open === '1') act()
        return { ok: true as const, why: 'react' as const, durationMs: 0 }
      }
      const nothing = { baseline: () => undefined, beforeTool: async () => undefined }
      if (!isHandler) agent.use({ name: 'page', settle: { ...nothing, settle } })
      const { messages } = await agent.chat('Add two')
      expect(answersIn(messages)).toMatchObject([{ status: 'ok' }, changed])
      expect(page.notes).toEqual(['note on 1'])
      // The next request shows what the user has opened.
      const { messages: next } = await agent.chat('Add one more')
      expect(answersIn(next).at(-1)).toMatchObject({ status: 'ok' })
      expect(page.notes).toEqual(['note on 1', 'note on 2'])
    },
  )

  it('is not changed by a handler while that waits for the user', async () => {
    const page = createPage()
    const ask = anyTool('ask', async (_, ctx) => ctx.ask('Which one?'))
    const { agent } = agentUnderTest([calls(call('ask'), note), 'done'], {
      tools: [ask, noteTool(page)],
    })
    agent.pending.attach('question')
    const run = agent.chat('Ask, then add a note')
    const question = await questionOne(agent)
    page.open = '2'
    await agent.pending.answer(question.id, 'This one')
    expect(answersIn((await run).messages)).toMatchObject([{ status: 'ok' }, changed])
    expect(page.notes).toEqual([])
  })

  it('is not changed by a condition of an approval that asks the user', async () => {
    const page = createPage()
    const first = anyTool('first', undefined, {
      approval: { when: async (_, ctx) => (await ctx.ask('Go on?')) === 'No' },
    })
    const { agent } = agentUnderTest([calls(call('first'), note), 'done'], {
      tools: [first, noteTool(page)],
    })
    agent.pending.attach('question')
    agent.on('agent:request_completed', () => void (page.open = '2'))
    const run = agent.chat('First, then add a note')
    const question = await questionOne(agent)
    await agent.pending.answer(question.id, 'Yes')
    expect(answersIn((await run).messages)).toMatchObject([{ status: 'ok' }, changed])
    expect(page.notes).toEqual([])
  })

  it('is not changed by another agent while that waits for the user', async () => {
    const page = createPage()
    const wipe = anyTool('wipe', undefined, { effect: 'destructive' })
    const { agent: cleaner } = agentUnderTest([calls(call('wipe')), 'Wiped.'], { tools: [wipe] })
    const clean = agentTool({ agent: cleaner, name: 'clean', description: 'Cleans.' })
    const { agent } = agentUnderTest([calls(call('clean', { task: 'Clean' }), note), 'done'], {
      tools: [clean, noteTool(page)],
    })
    agent.pending.attach('approval')
    const run = agent.chat('Clean, then add a note')
    const { id } = await pendingOne(agent)
    page.open = '2'
    agent.pending.approve(id)
    expect(answersIn((await run).messages)).toMatchObject([{ status: 'ok' }, changed])
    expect(page.notes).toEqual([])
  })

  it('is not changed by a handler that waited for the user at all', async () => {
    for (const when of ['before', 'after']) {
      const page = createPage()
      const ask = anyTool('ask', async (_, ctx) => {
        if (when === 'before') page.open = '2'
        await ctx.ask('Go on?')
        if (when === 'after') page.open = '2'
      })
      const { agent } = agentUnderTest([calls(call('ask'), note), 'done'], {
        tools: [ask, noteTool(page)],
      })
      agent.pending.attach('question')
      const run = agent.chat('Ask, then add a note')
      const question = await questionOne(agent)
      await agent.pending.answer(question.id, 'Yes')
      expect(answersIn((await run).messages)).toMatchObject([{ status: 'ok' }, changed])
      expect(page.notes).toEqual([])
    }
  })

  it('is not changed by a handler that takes too long or is stopped', async () => {
    for (const end of ['timeout', 'interrupted'] as const) {
      const page = createPage()
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      const slow = anyTool(
        'slow',
        () => {
          begin()
          return new Promise(() => undefined)
        },
        { run: { timeout: '1s' } },
      )
      const replies = [calls({ ...call('slow'), id: 'slow' }, note), 'done']
      const { agent, clock } = agentUnderTest(replies, { tools: [slow, noteTool(page)] })
      const run = agent.chat('Wait, then add a note')
      await begun
      page.open = '2'
      if (end === 'timeout') await clock.advance(1000)
      else agent.calls.cancel('slow')
      expect(answersIn((await run).messages)).toMatchObject([{ status: end }, changed])
      expect(page.notes).toEqual([])
    }
  })

  it('is not changed by a handler while others run at the same time', async () => {
    const page = createPage()
    const open = anyTool('open', () => void (page.open = '2'))
    const { agent } = agentUnderTest([calls(call('open'), note), 'done'], {
      tools: [open, noteTool(page)],
      calls: { order: 'parallel', concurrency: 2 },
    })
    const answers = answersIn((await agent.chat('Go')).messages)
    expect(answers).toMatchObject([{ status: 'ok' }, changed])
    expect(page.notes).toEqual([])
  })

  it('is not made right by a handler that did not change it', async () => {
    const page = createPage()
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const replies = [{ ...calls(call('count'), note), gate }, 'done']
    const { agent, model } = agentUnderTest(replies, { tools: [anyTool('count'), noteTool(page)] })
    const run = agent.chat('Count, then add a note')
    await model.requested(1)
    page.open = '2'
    resolve()
    expect(answersIn((await run).messages)).toMatchObject([{ status: 'ok' }, changed])
  })

  it('is not made right by a handler that changed it after the user had', async () => {
    const page = createPage()
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const replies = [{ ...calls(call('open'), note), gate }, 'done']
    const open = anyTool('open', () => void (page.open = '3'))
    const { agent, model } = agentUnderTest(replies, { tools: [open, noteTool(page)] })
    const run = agent.chat('Open, then add a note')
    await model.requested(1)
    page.open = '2'
    resolve()
    expect(answersIn((await run).messages)).toMatchObject([{ status: 'ok' }, changed])
    expect(page.notes).toEqual([])
  })

  it('of a tool that came after the request is refused', async () => {
    const page = createPage()
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const { agent, model } = agentUnderTest([{ ...calls(note), gate }, 'done'])
    const run = agent.chat('Add a note')
    await model.requested(1)
    agent.scopes.register(new Scope({ name: 'late', tools: [noteTool(page)] }))
    resolve()
    expect(answersIn((await run).messages)).toMatchObject([changed])
  })

  it('of a tool that a handler of the same message brought counts as shown', async () => {
    const page = createPage()
    const { agent } = agentUnderTest([calls(call('open_order'), note), 'done'], {
      tools: [
        anyTool('open_order', () => {
          agent.scopes.register(new Scope({ name: 'late', tools: [noteTool(page)] }))
        }),
      ],
    })
    const { messages } = await agent.chat('Open 1 and add a note')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
  })

  it('of a tool that the user brought is not shown by a handler', async () => {
    const page = createPage()
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const replies = [{ ...calls(call('count'), note), gate }, 'done']
    const { agent, model } = agentUnderTest(replies, { tools: [anyTool('count')] })
    const run = agent.chat('Count, then add a note')
    await model.requested(1)
    agent.scopes.register(new Scope({ name: 'late', tools: [noteTool(page)] }))
    resolve()
    expect(answersIn((await run).messages)).toMatchObject([{ status: 'ok' }, changed])
  })

  it('that throws refuses every call, and is told once', async () => {
    const page = createPage()
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const subject = (): string => {
      throw new Error('no order')
    }
    const { agent } = agentUnderTest([calls(note), calls(note), 'done'], {
      tools: [noteTool(page, { subject })],
    })
    const run = agent.chat('Add a note')
    const { messages } = await run
    expect(answersIn(messages)).toMatchObject([
      { status: 'stale', content: expect.stringContaining('cannot be read') },
      { status: 'stale' },
    ])
    expect(page.notes).toEqual([])
    const warnings = run.events.filter(({ type }) => type === 'agent:warning')
    expect(warnings).toMatchObject([
      { code: 'scope_threw', message: expect.stringContaining('no order') },
    ])
    expect(error).toHaveBeenCalledOnce()
    error.mockRestore()
  })

  it('that throws is told of once for a scope, in its own words, and not while its tools are off', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const subject = (): string => {
      throw new Error('no order')
    }
    let isOn = false
    const scope = new Scope({
      name: 'order',
      subject,
      tools: [
        anyTool('a', undefined, { enabled: () => isOn }),
        anyTool('b', undefined, { enabled: () => isOn }),
      ],
    })
    const { agent } = agentUnderTest(['one', 'two'], { scopes: [scope] })
    const off = agent.chat('Go')
    await off
    expect(off.events).not.toContainEqual(expect.objectContaining({ code: 'scope_threw' }))
    expect(error).not.toHaveBeenCalled()
    isOn = true
    await agent.chat('Go')
    expect(error.mock.calls).toEqual([
      [
        '[ambit] `subject` of scope "order" threw, so no call that is about it runs.',
        new Error('no order'),
      ],
    ])
    error.mockRestore()
  })

  it('that is a promise, or has no id, refuses every call', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    for (const subject of [() => Promise.resolve('1'), () => ({ name: 'x' })]) {
      const page = createPage()
      const { chat } = gatedAgent(page, [noteTool(page, { subject: subject as never })])
      expect(await chat('1')).toMatchObject([{ status: 'stale' }])
    }
    vi.restoreAllMocks()
  })

  it('asks no user about a call that is about something else', async () => {
    const page = createPage()
    const { agent, chat } = gatedAgent(page, [noteTool(page, { approval: true })])
    agent.pending.attach('approval')
    const asked = vi.fn()
    agent.pending.subscribe(({ items }) => items.length > 0 && asked())
    expect(await chat('2')).toMatchObject([changed])
    expect(asked).not.toHaveBeenCalled()
  })

  it('ends an approval if it changes before the yes', async () => {
    const page = createPage()
    const { agent } = agentUnderTest([calls(note), 'done'], {
      tools: [
        noteTool(page, { approval: true, subject: () => ({ id: page.open ?? '', label: 'Tea' }) }),
      ],
    })
    agent.pending.attach('approval')
    const run = agent.chat('Add a note')
    const { id, label } = await pendingOne(agent)
    expect(label).toBe('Tea')
    page.open = '2'
    agent.pending.approve(id)
    expect(answersIn((await run).messages)).toMatchObject([changed])
    const resolved = run.events.find(({ type }) => type === 'agent:pending_resolved')
    expect(resolved).toMatchObject({ decision: 'denied', by: 'changed' })
    expect(page.notes).toEqual([])
  })

  it('is compared though a user need not be asked again', async () => {
    const page = createPage()
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const replies = [calls(note), 'one', { ...calls(note), gate }, 'two']
    const { agent, model } = agentUnderTest(replies, {
      tools: [noteTool(page, { approval: true })],
    })
    agent.pending.attach('approval')
    const first = agent.chat('Add a note')
    agent.pending.approve((await pendingOne(agent)).id, { remember: true })
    await first
    const second = agent.chat('Another one')
    await model.requested(3)
    page.open = '2'
    resolve()
    expect(answersIn((await second).messages)).toMatchObject([changed])
    expect(page.notes).toEqual(['note on 1'])
  })

  it('is read right before the handler, after everything that waits', async () => {
    const page = createPage()
    const { promise, resolve } = Promise.withResolvers<void>()
    const { agent } = agentUnderTest([calls(note), 'done'], {
      tools: [noteTool(page)],
      use: [audit({ append: ({ status }) => (status === 'started' ? promise : undefined) })],
    })
    const run = agent.chat('Add a note')
    await settleAll()
    page.open = '2'
    resolve()
    expect(answersIn((await run).messages)).toMatchObject([changed])
    expect(page.notes).toEqual([])
  })

  it('keeps the results of a cache apart', async () => {
    const page = createPage()
    const read = anyTool('read_order', () => `order ${page.open}`, {
      effect: 'read',
      subject: () => page.open,
      result: { cache: { ttl: '1h', key: 'orders' } },
    })
    const { agent } = agentUnderTest([], { tools: [read], use: [toolCache()] })
    expect(await agent.runTool('read_order')).toBe('order 1')
    page.open = '2'
    expect(await agent.runTool('read_order')).toBe('order 2')
  })

  it('is no part of what the model gets of its own call', async () => {
    const page = createPage()
    const { chat, model, agent } = gatedAgent(page, [noteTool(page)])
    await chat('1')
    expect(JSON.stringify(model.requests[1])).not.toContain('subject')
    expect(agent.history.messages[1]).toMatchObject({ calls: [{ subject: '[null,"1"]' }] })
  })

  it.each([undefined, null, false, ''])(
    'is none for %j: the call runs if it was none at the request too',
    async (none) => {
      const page = { ...createPage(), open: none as string | undefined }
      expect(await gatedAgent(page, [noteTool(page)]).chat(page.open)).toMatchObject([
        { status: 'ok' },
      ])
      expect(await gatedAgent(page, [noteTool(page)]).chat('2')).toMatchObject([changed])
      expect(page.notes).toEqual([`note on ${none}`])
    },
  )

  it('is refused at construction if it has no id', () => {
    for (const subject of [true, {}, { label: 'x' }, { id: '' }, Number.NaN, []]) {
      expect(() => anyTool('x', undefined, { subject: subject as never })).toThrow('`subject`')
      expect(() => new Scope({ name: 's', subject: subject as never })).toThrow('`subject`')
    }
  })
})

describe('a tool without a subject', () => {
  /** Registers a tool anew while the model answers. `mount` is what provides it. */
  async function remount(mounts: readonly [unknown, unknown], how: 'again' | 'replace' = 'again') {
    const ran: string[] = []
    const toTool = (mount: unknown) => new MountedTool(mount, () => ran.push('note'))
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>()
    const { agent, model } = agentUnderTest([{ ...calls(note), gate }, 'done'])
    const register = (tool: AnyTool) =>
      agent.scopes.register(new Scope({ name: 'order', tools: [tool] }))
    const remove = register(toTool(mounts[0]))
    const run = agent.chat('Add a note')
    await model.requested(1)
    if (how === 'replace') agent.scopes.replaceTool(toTool(mounts[1]))
    else {
      remove()
      register(toTool(mounts[1]))
    }
    answer()
    return { answers: answersIn((await run).messages), ran }
  }

  it('S1-1 is another thing once it is registered anew', async () => {
    const { answers, ran } = await remount([undefined, undefined])
    expect(answers).toMatchObject([changed])
    expect(ran).toEqual([])
  })

  it('is another thing for another mount, and the same for the same one', async () => {
    expect((await remount([1, 2])).answers).toMatchObject([changed])
    expect((await remount([1, 1])).answers).toMatchObject([{ status: 'ok' }])
  })

  it('is the same if it is replaced in its place', async () => {
    const { answers, ran } = await remount([undefined, undefined], 'replace')
    expect(answers).toMatchObject([{ status: 'ok' }])
    expect(ran).toEqual(['note'])
  })

  it('is another one if the model was told something else of it', async () => {
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>()
    const ran: string[] = []
    const { agent, model } = agentUnderTest([{ ...calls(note), gate }, 'done'], {
      tools: [anyTool('add_note', () => ran.push('old'))],
    })
    const run = agent.chat('Add a note')
    await model.requested(1)
    const description = 'Adds a note that everybody reads.'
    agent.scopes.replaceTool(anyTool('add_note', () => ran.push('new'), { description }))
    answer()
    const content = expect.stringContaining('the description of the tool changed after the page')
    expect(answersIn((await run).messages)).toMatchObject([{ status: 'stale', content }])
    expect(ran).toEqual([])
  })

  it('that a user brings while the model answers is refused', async () => {
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const { agent, model } = agentUnderTest([{ ...calls(note), gate }, 'done'])
    const run = agent.chat('Add a note')
    await model.requested(1)
    agent.scopes.register(new Scope({ name: 'late', tools: [anyTool('add_note')] }))
    resolve()
    expect(answersIn((await run).messages)).toMatchObject([changed])
  })

  it('is told of once in development, if the context of its scope has changed', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const page = createPage()
    const scope = new Scope({
      name: 'order',
      context: () => ({ open: page.open }),
      tools: [
        anyTool('write_hinted'),
        anyTool('read_hinted', undefined, { effect: 'read' }),
        anyTool('about_hinted', undefined, { subject: 'x' }),
      ],
    })
    const use = async (tool: string, change: () => void): Promise<void> => {
      const { promise: gate, resolve } = Promise.withResolvers<void>()
      const replies = [{ ...calls(call(tool)), gate }, 'done']
      const { agent, model } = agentUnderTest(replies, { scopes: [scope] })
      const run = agent.chat('Go')
      await model.requested(1)
      change()
      resolve()
      await run
    }
    await use('write_hinted', () => undefined)
    for (const tool of ['read_hinted', 'about_hinted']) await use(tool, () => (page.open += '0'))
    expect(warn).not.toHaveBeenCalled()
    await use('write_hinted', () => (page.open += '0'))
    await use('write_hinted', () => (page.open += '0'))
    expect(warn.mock.calls).toEqual([[expect.stringContaining('"write_hinted"')]])
    warn.mockRestore()
  })
})

/** A tool of something that outlives its place in the registry. */
class MountedTool extends Tool<Record<string, unknown>, unknown> {
  readonly #mount: unknown
  constructor(mount: unknown, handler: () => unknown) {
    super({ name: 'add_note', description: 'x', parameters: anyParameters, handler })
    this.#mount = mount
  }
  override get mount(): unknown {
    return this.#mount
  }
}

const anyParameters = anyTool('any').parameters as never

describe('what a call of the same message has changed', () => {
  /** A page that shows an order some time after it was opened, as React does. */
  function latePage(settlement: Partial<Settlement>, rest: Parameters<typeof anyTool>[2] = {}) {
    const page = createPage()
    let opened = page.open
    const open = anyTool('open_order', ({ id }) => void (opened = String(id)))
    const tools = [open, noteTool(page, rest)]
    const twice = [calls(call('open_order', { id: 2 }), note), 'done']
    const { agent, model } = agentUnderTest(twice, { tools })
    agent.use({
      name: 'page',
      settle: {
        baseline: () => undefined,
        beforeTool: async () => undefined,
        settle: async () => {
          const settled = { ok: true, why: 'react', durationMs: 0, ...settlement }
          if (settled.why !== 'until') page.open = opened
          return settled
        },
      },
    })
    return { agent, model, page }
  }

  it('counts as shown once the page has settled', async () => {
    const { agent, page } = latePage({})
    const { messages } = await agent.chat('Open 2 and add a note')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
    expect(page.notes).toEqual(['note on 2'])
  })

  it('S1-3 is waited for: on a page that is not ready, no call writes', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    for (const effect of ['write', 'egress', 'destructive'] as const) {
      const { agent, page, model } = latePage({ ok: false, why: 'until' }, { effect })
      const { messages } = await agent.chat('Open 2 and add a note')
      expect(answersIn(messages)).toMatchObject([
        { status: 'ok' },
        { status: 'stale', content: expect.stringContaining('the page was not ready') },
      ])
      expect(answersIn(messages)[1]?.content).toContain('(until)')
      expect(page.notes).toEqual([])
      expect(model.requests).toHaveLength(2)
    }
  })

  it('does not keep a call from reading', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { agent } = latePage({ ok: false, why: 'until' }, { effect: 'read' })
    const { messages } = await agent.chat('Open 2 and read')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
  })

  it.each(['rendering', 'unstable'])('counts on a page that never rests: %s', async (why) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { agent, page } = latePage({ ok: false, why })
    const { messages } = await agent.chat('Open 2 and add a note')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
    expect(page.notes).toEqual(['note on 2'])
  })

  it('does not count if it comes after the wait', async () => {
    const { agent, page } = latePage({})
    agent.on('agent:settled', () => (page.open = '3'))
    const { messages } = await agent.chat('Open 2 and add a note')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok' }, changed])
    expect(page.notes).toEqual([])
  })
})

describe('the subject of a call that no model makes', () => {
  it.each(['ui', 'webmcp', 'mcp'])(
    'is that of the time at which it was asked for: %s',
    async (source) => {
      const page = createPage()
      const { agent } = agentUnderTest([], { tools: [noteTool(page)] })
      const run = agent.runTool('add_note', {}, { source })
      page.open = '2'
      expect(await failureOf(run)).toBeInstanceOf(DisabledToolError)
      expect(page.notes).toEqual([])
      await agent.runTool('add_note', {}, { source })
      expect(page.notes).toEqual(['note on 2'])
    },
  )

  it.each(['ui', 'mcp'])('is so too while the page prepares for the call: %s', async (source) => {
    const page = createPage()
    const { agent } = agentUnderTest([], { tools: [noteTool(page)] })
    agent.use({
      name: 'page',
      settle: {
        baseline: () => undefined,
        beforeTool: async () => {
          page.open = '2'
        },
        settle: () => Promise.resolve({ ok: true, why: 'react', durationMs: 0 }),
      },
    })
    expect(await failureOf(agent.runTool('add_note', {}, { source }))).toMatchObject({
      kind: 'changed',
    })
    expect(page.notes).toEqual([])
  })

  it('is that of now for a tool to which a plug-in sends the call', async () => {
    const page = createPage()
    const { agent } = agentUnderTest([], { tools: [anyTool('write'), noteTool(page)] })
    agent.use({ name: 'sending', call: (_at, next) => next({ tool: 'add_note', args: {} }) })
    await agent.runTool('write')
    expect(page.notes).toEqual(['note on 1'])
  })

  it.each(['ui', 'mcp'])('is that of the scopes of `with`: %s', async (source) => {
    const page = createPage()
    const { agent } = agentUnderTest([], { tools: [noteTool(page, { subject: 'another' })] })
    const scopes = [new Scope({ name: 'own', tools: [noteTool(page)] })]
    await agent.with({ scopes }).runTool('add_note', {}, { source })
    expect(page.notes).toEqual(['note on 1'])
    const run = agent.with({ scopes }).runTool('add_note', {}, { source })
    page.open = '2'
    expect(await failureOf(run)).toBeInstanceOf(DisabledToolError)
  })

  it('from outside is refused if a call of the chat before it changed it', async () => {
    const page = createPage()
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const open = anyTool('open_order', async () => {
      await gate
      page.open = '2'
    })
    const { agent } = agentUnderTest([calls(call('open_order')), 'done'], {
      tools: [open, noteTool(page)],
    })
    const chat = agent.chat('Open 2')
    await settleAll()
    const run = agent.runTool('add_note', {}, { source: 'mcp' })
    const failed = failureOf(run)
    resolve()
    await chat
    expect(await failed).toBeInstanceOf(DisabledToolError)
    expect(page.notes).toEqual([])
  })
})

describe('a call that had not begun when its page ended', () => {
  /** Ends a page in the first of two calls, and goes on with the second on another page. */
  async function resume(
    open: string,
    tool: Parameters<typeof anyTool>[2] = {},
    { scope = {}, after = scope }: { scope?: Partial<ScopeOptions>; after?: typeof scope } = {},
  ) {
    const pages = createPages()
    const before = pages.open()
    const page = createPage()
    const stuck = Promise.withResolvers<void>()
    const openPage = (wait: () => unknown, options: Partial<ScopeOptions>) => ({
      scopes: [
        new Scope({
          name: 'order',
          tools: [anyTool('wait', wait), noteTool(page, tool)],
          ...options,
        }),
      ],
    })
    const first = agentUnderTest([calls(call('wait'), note, note)], {
      storage: before.storage,
      ...openPage(() => stuck.promise, scope),
    })
    void first.agent.chat('Wait, then add two notes')
    await vi.waitFor(() =>
      expect(first.agent.calls.getState().values().next().value).toMatchObject({
        state: 'running',
      }),
    )
    await before.die()
    page.open = open
    const { agent, model } = agentUnderTest(['done'], {
      storage: pages.open().storage,
      ...openPage(() => 'ok', after),
    })
    await agent.sessions.opening
    await agent.resume()
    return { answers: answersIn(agent.history.messages).slice(1), page, model }
  }

  const ran = { status: 'ok' }
  const notStarted = { content: expect.stringContaining('was not run') }
  const none = { subject: undefined }
  const seen = (id: string) => ({ context: () => ({ id }) })

  it.each<[string, ...Parameters<typeof resume>]>([
    ['the subject', '1', {}],
    ['the tool, in a scope of the same context,', '1', none, { scope: seen('1') }],
    ['the tool, in a scope without a context,', '1', none],
  ])('runs if %s is that of the request', async (_, ...given) => {
    const { answers, page } = await resume(...given)
    expect(answers).toMatchObject([ran, ran])
    expect(page.notes).toEqual(['note on 1', 'note on 1'])
  })

  it.each<[string, ...Parameters<typeof resume>]>([
    ['the subject', '2', {}],
    ['the context of the scope', '2', none, { scope: seen('1'), after: seen('2') }],
    ['the scope', '2', none, { after: { name: 'another' } }],
    ['the tool', '2', none, { after: { tools: [anyTool('wait')] } }],
    [
      'the description of the tool',
      '2',
      none,
      { after: { tools: [anyTool('wait'), anyTool('add_note', undefined, { description: 'y' })] } },
    ],
  ])(
    'S1-2 is not started if %s is another one, and the model is asked anew',
    async (_, ...given) => {
      const { answers, page, model } = await resume(...given)
      expect(answers).toMatchObject([notStarted, notStarted])
      expect(told(answers[0])).toMatchObject({ error: { kind: 'not_started' } })
      expect(page.notes).toEqual([])
      expect(model.requests).toHaveLength(1)
    },
  )

  it('is not started if it edits a value: what the model was shown of it is not known', async () => {
    const { answers } = await resume('1', { subject: undefined, edits: () => ({ city: 'Rome' }) })
    expect(answers).toMatchObject([notStarted, notStarted])
  })

  it('is refused with a `binds`, of which nothing is known, unless a user decides', async () => {
    const { answers } = await resume('1', { approval: { when: false, binds: () => 'v1' } })
    expect(answers).toMatchObject([changed, changed])
  })
})

/** A tool whose options change with the page, as those of a component do. */
class PageTool extends Tool<Record<string, unknown>, unknown> {
  current: () => unknown
  constructor(page: OrderPage, current: () => unknown) {
    super({
      name: 'add_note',
      description: 'x',
      parameters: noteTool(page).parameters as never,
      approval: { when: false, binds: () => this.current() },
      handler: () => page.notes.push(`note on ${page.open}`),
    })
    this.current = current
  }
  override get bindsNow(): Tool['binds'] {
    return this.current
  }
}

describe('`approval.binds`', () => {
  it('of the request has to agree with that of the call, asked or not', async () => {
    const page = createPage()
    const tool = new PageTool(page, () => ['order', 1])
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const replies = [{ ...calls(note, note), gate }, 'done']
    const { agent, model } = agentUnderTest(replies, { tools: [tool] })
    const run = agent.chat('Add two notes')
    await model.requested(1)
    tool.current = () => ['order', 1]
    agent.on('agent:tool_succeeded', () => (tool.current = () => ['order', 2]))
    resolve()
    expect(answersIn((await run).messages)).toMatchObject([{ status: 'ok' }, changed])
    expect(page.notes).toEqual(['note on 1'])
  })

  it('of a handler of the same message may differ, and no other', async () => {
    const page = createPage()
    const tool = new PageTool(page, () => 1)
    const open = anyTool('open_order', () => {
      tool.current = () => 2
    })
    const both = calls(call('open_order'), note)
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const replies = [both, { ...both, gate }, 'done']
    const { agent, model } = agentUnderTest(replies, { tools: [open, tool] })
    const run = agent.chat('Go')
    await model.requested(2)
    tool.current = () => 3
    resolve()
    const [, first, , second] = answersIn((await run).messages)
    expect(first).toMatchObject({ status: 'ok' })
    // The user had changed it before the handler did.
    expect(second).toMatchObject(changed)
  })
})

describe('what a tool edits', () => {
  it('is that of the request for each call, and what other tools make of it is added', async () => {
    const before = { city: 'Rome' }
    const after = { city: 'Oslo' }
    let value = before
    const bases: unknown[] = []
    const set = anyTool('set', (_, ctx) => void bases.push(ctx.base), { edits: () => value })
    const other = anyTool('other', () => void (value = after))
    const replies = [calls(call('set'), call('other'), call('set')), 'done']
    const { agent } = agentUnderTest(replies, { tools: [set, other] })
    await agent.chat('go')
    expect(bases[0]).toBe(before)
    expect(bases[1]).toBe(after)
  })

  it.each([
    ['while the model answered', true],
    ['while another call ran', false],
  ])('is as it was shown if the user changed it %s', async (_, isEarly) => {
    const shown = { city: 'Rome' }
    let value = shown
    const bases: unknown[] = []
    const set = anyTool('set', (_, ctx) => void bases.push(ctx.base), { edits: () => value })
    const { promise, resolve } = Promise.withResolvers<void>()
    const reply = { ...calls(call('other'), call('set')), gate: promise }
    const other = anyTool('other', () => (isEarly ? undefined : change()))
    const { agent, model } = agentUnderTest([reply, 'done'], { tools: [set, other] })
    const change = (): void => {
      agent.scopes.userActed()
      value = { city: 'Oslo' }
    }
    const run = agent.chat('go')
    await model.requested(1)
    if (isEarly) change()
    resolve()
    await run
    expect(bases).toEqual([shown])
  })

  it('was not shown of another thing, so its calls are stale there', async () => {
    const page = { order: 1 }
    let ran = 0
    const set = anyTool('set', () => void ran++, { edits: () => 'same', subject: () => page.order })
    const open = anyTool('open', () => void page.order++)
    const replies = [calls(call('set'), call('open'), call('set')), 'done']
    const { agent } = agentUnderTest(replies, { tools: [set, open] })
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok' }, { status: 'ok' }, changed])
    expect(ran).toBe(1)
  })

  it('is nothing if that cannot be read', async () => {
    const edits = (): never => {
      throw new Error('not there')
    }
    const set = anyTool('set', (_, ctx) => expect(ctx.base).toBeUndefined(), { edits })
    const { agent } = agentUnderTest([calls(call('set')), 'done'], { tools: [set] })
    expect(answersIn((await agent.chat('go')).messages)).toMatchObject([{ status: 'ok' }])
  })
})
