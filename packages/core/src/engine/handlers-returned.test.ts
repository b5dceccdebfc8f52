import { call, calls, flush } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf, told } from '../../test/agent-under-test.ts'
import { createPages } from '../../test/pages-under-test.ts'
import { memoryAudit } from '../features/audit/index.ts'
import { runAgent } from '../features/code/index.ts'
import { condense } from '../features/compaction/index.ts'
import {
  type Agent,
  type AgentOptions,
  type AgentPlugin,
  conversation,
  type Run,
  toolCache,
  type ToolOptions,
} from '../index.ts'
import { pluginAt } from '../../test/plugin-at.ts'

afterEach(() => vi.restoreAllMocks())

type Options = Partial<ToolOptions<Record<string, unknown>, unknown>>
type Wait = () => Promise<never>

const hang: Wait = () => new Promise(() => undefined)
const throwing = (): never => {
  throw new Error('broken')
}

/** Makes a plug-in that changes the text of results for the model. */
const limit = (change: () => Promise<string>): AgentPlugin => ({
  name: 'limit',
  call: ({ toModel }, next) => {
    toModel(change)
    return next()
  },
})

/** Makes a tool whose handler returns a secret. */
const pay = (rest?: Options) => anyTool('pay', async () => ({ paid: 'secret' }), rest)

/** Checks that the one call of a run is reported everywhere as succeeded. */
async function expectSucceeded(
  agent: Agent,
  run: Run<unknown>,
  audit: ReturnType<typeof memoryAudit>,
): Promise<void> {
  const answers = answersIn(agent.history.messages)
  expect(answers).toMatchObject([{ id: 'c1', status: 'ok' }])
  const ends = run.events.filter(({ type }) => /tool_(succeeded|failed|cancelled)$/.test(type))
  expect(ends).toMatchObject([{ type: 'agent:tool_succeeded', message: { status: 'ok' } }])
  expect(audit.query()).toMatchObject([{ callId: 'c1', status: 'ok' }])
  expect(agent.calls.getState().get('c1')?.state).toBe('succeeded')
  expect((await agent.undo(run.id)).left).toMatchObject([{ callId: 'c1', reason: 'no_undo' }])
}

/** Checks that the model is told that the call succeeded, and nothing of its result. */
function expectWithheld(agent: Agent, run: Run<unknown>): void {
  const [answer] = answersIn(agent.history.messages)
  expect(told(answer)).toMatchObject({ ok: true, note: expect.stringContaining('succeeded') })
  expect(JSON.stringify(agent.history.messages)).not.toContain('secret')
  const end = run.events.find(({ type }) => type === 'agent:tool_succeeded')
  expect(end).toMatchObject({ withheld: true })
}

interface Story {
  readonly options?: Partial<AgentOptions>
  readonly tool?: Options
  readonly prepare?: (agent: Agent) => unknown
  readonly then?: (run: Run<unknown>) => unknown
  readonly ends: 'completed' | 'failed' | 'cancelled'
}

/** Plays a story, and checks that its call is reported as succeeded. */
async function play(story: Story) {
  const audit = memoryAudit()
  const { agent } = agentUnderTest([calls(call('pay', {}, 'c1')), 'done'], {
    tools: [pay(story.tool)],
    ...story.options,
    use: [audit, ...(story.options?.use ?? [])],
  })
  story.prepare?.(agent)
  const run = agent.chat('go')
  await flush()
  story.then?.(run)
  await run.catch(() => undefined)
  expect(run.status).toBe(story.ends)
  await expectSucceeded(agent, run, audit)
  return { agent, run }
}

const stop = (run: Run<unknown>): void => run.cancel({ kind: 'user' })

describe('a call whose handler has returned', () => {
  it.each<[string, Story]>([
    [
      'a plug-in throws after it',
      { prepare: (agent) => agent.use(pluginAt('after call', throwing)), ends: 'failed' },
    ],
    [
      'a plug-in is stopped after it',
      {
        prepare: (agent) => agent.use(pluginAt('after call', hang)),
        then: stop,
        ends: 'cancelled',
      },
    ],
    [
      'the run is stopped while its result is made smaller',
      { options: { use: [limit(hang)] }, then: stop, ends: 'cancelled' },
    ],
    ['what makes it smaller throws', { options: { use: [limit(throwing)] }, ends: 'failed' }],
    [
      'the redaction throws',
      { options: { use: [{ name: 'redaction', redact: throwing }] }, ends: 'failed' },
    ],
    ['`result.toModel` throws', { tool: { result: { toModel: throwing } }, ends: 'completed' }],
    [
      '`toJSON` of the result throws',
      {
        prepare: (agent) =>
          agent.use(pluginAt('after call', () => ({ result: { toJSON: throwing } }))),
        ends: 'completed',
      },
    ],
  ])(
    'R67 is told as one that succeeded, with its result withheld, when %s',
    async (_what, story) => {
      const { agent, run } = await play(story)
      expectWithheld(agent, run)
    },
  )

  it.each<[string, Story]>([
    [
      'the cache cannot be written',
      {
        options: { use: [toolCache({ store: { get: () => undefined, set: throwing } })] },
        tool: { result: { cache: { ttl: '1m' } } },
        ends: 'completed',
      },
    ],
    [
      'a plug-in throws at its message',
      {
        prepare: (agent) =>
          agent.use(pluginAt('message', ({ message }) => message.role === 'tool' && throwing())),
        ends: 'failed',
      },
    ],
    [
      'a plug-in is stopped at its message',
      {
        prepare: (agent) =>
          agent.use(pluginAt('message', ({ message }) => message.role === 'tool' && hang())),
        then: stop,
        ends: 'cancelled',
      },
    ],
    ['a sink fails', { options: { use: [conversation({ append: throwing })] }, ends: 'completed' }],
    ['a limit ends the run', { options: { limits: { iterations: 1 } }, ends: 'failed' }],
  ])('R67 keeps its result when %s', async (_what, story) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { agent } = await play(story)
    expect(told(answersIn(agent.history.messages)[0])).toEqual({ paid: 'secret' })
  })

  it('R67 keeps its result when it was stopped, or its tool removed, while it cleaned up', async () => {
    const audit = memoryAudit()
    const tool = anyTool('pay', (_args, ctx) => {
      ctx.defer(hang)
      return 1
    })
    const { agent, clock } = agentUnderTest([calls(call('pay', {}, 'c1'))], {
      tools: [tool],
      use: [audit],
    })
    const run = agent.chat('go')
    await flush()
    stop(run)
    await clock.advance(50)
    await run.catch(() => undefined)
    expect(run.status).toBe('cancelled')
    await expectSucceeded(agent, run, audit)
  })

  it('R67 is not lost when the handler cancels its own run as its last act', async () => {
    const audit = memoryAudit()
    const tool = anyTool('pay', async (_args, ctx) => {
      await Promise.resolve()
      ctx.run.cancel()
      return 'paid'
    })
    const { agent } = agentUnderTest([calls(call('pay', {}, 'c1'))], {
      tools: [tool],
      use: [audit],
    })
    const run = agent.chat('go')
    await run.catch(() => undefined)
    expect(run.status).toBe('cancelled')
    await expectSucceeded(agent, run, audit)
  })

  it('R67 can be undone though a plug-in threw after it', async () => {
    const undone = vi.fn<() => void>()
    const tool = anyTool('pay', (_args, ctx) => {
      ctx.undo(undone)
      return 1
    })
    const { agent } = agentUnderTest([calls(call('pay', {}, 'c1'))], { tools: [tool] })
    agent.use(pluginAt('after call', throwing))
    const run = agent.chat('go')
    await failureOf(run).catch(() => undefined)
    const { undone: calledOff, left } = await agent.undo(run.id)
    expect(calledOff).toMatchObject([{ callId: 'c1' }])
    expect(left).toEqual([])
    expect(undone).toHaveBeenCalledOnce()
  })

  it('R67 the error of the plug-in ends the run, and the next chat tells the model that it ran', async () => {
    let runs = 0
    const { agent, model } = agentUnderTest([calls(call('pay', {}, 'c1')), 'done'], {
      tools: [anyTool('pay', () => ++runs)],
    })
    const remove = agent.use(pluginAt('after call', throwing))
    await expect(agent.chat('go')).rejects.toMatchObject({
      code: 'plugin',
      cause: new Error('broken'),
    })
    remove()
    await agent.chat('try again')
    expect(runs).toBe(1)
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain('The call succeeded')
    expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('ended before')
  })

  it('R67 a stopped summary shows nothing of what was to be summed up', async () => {
    const { agent, model } = agentUnderTest([calls(call('pay', {}, 'c1')), { hang: true }], {
      tools: [anyTool('pay', () => 'secret '.repeat(100))],
      use: [condense({ maxChars: 200 })],
    })
    const run = agent.chat('go')
    await vi.waitFor(() => expect(model.requests).toHaveLength(2))
    stop(run)
    await run.catch(() => undefined)
    expect(answersIn(agent.history.messages)).toMatchObject([{ status: 'ok' }])
    expectWithheld(agent, run)
  })

  it('R67 runTool and runAgent tell it too', async () => {
    const { agent } = agentUnderTest([], { tools: [pay()] })
    agent.use(pluginAt('after call', throwing))
    const run = agent.runTool('pay')
    await expect(run).rejects.toMatchObject({ code: 'plugin', cause: new Error('broken') })
    expect(answersIn(agent.history.messages)).toMatchObject([{ status: 'ok' }])
    expectWithheld(agent, run)
    const code = runAgent(({ tool }) => tool('pay', null, () => 'secret'), {
      use: [pluginAt('after call', throwing)],
    })
    await expect(code).rejects.toMatchObject({ code: 'plugin', cause: new Error('broken') })
    const end = code.events.find(({ type }) => /tool_(succeeded|failed)$/.test(type))
    expect(end).toMatchObject({ type: 'agent:tool_succeeded', withheld: true })
  })

  it('R67 a page that ends before the answer is stored never says that it did not run', async () => {
    const pages = createPages()
    const before = pages.open()
    const first = agentUnderTest([calls(call('pay', {}, 'c1'))], {
      storage: before.storage,
      tools: [pay()],
    })
    const asked = vi.fn<Wait>(hang)
    first.agent.use(pluginAt('after call', asked))
    void first.agent.chat('go').catch(() => undefined)
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    await before.die()
    const { agent } = agentUnderTest(['done'], { storage: pages.open().storage, tools: [pay()] })
    await agent.sessions.opening
    await agent.chat('and now?')
    const [answer] = answersIn(agent.history.messages)
    expect(answer?.content).toContain('may have taken effect')
    expect(answer?.content).not.toContain('did not run')
  })
})

describe('a call that a plug-in answers', () => {
  it('R43 goes through the plug-ins around that one, so that none is bypassed', async () => {
    const { agent } = agentUnderTest([calls(call('pay', {}, 'c1')), 'done'], { tools: [pay()] })
    agent.use(
      pluginAt('after call', ({ result }) => ({
        result: String(result).replace('4111', '[card]'),
      })),
    )
    agent.use(pluginAt('before call', () => ({ result: 'card 4111' })))
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok', content: '"card [card]"' }])
  })
})
