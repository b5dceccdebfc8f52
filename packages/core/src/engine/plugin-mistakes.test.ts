import { call, calls, text } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../../test/agent-under-test.ts'
import {
  type Agent,
  AgentError,
  type AgentPlugin,
  type Effect,
  Scope,
  unavailable,
} from '../index.ts'

type Around = 'run' | 'request' | 'call' | 'execute'
type Start = () => Promise<unknown>
type Forget = (next: Start) => unknown

const around: readonly Around[] = ['run', 'request', 'call', 'execute']

/** The ways to call `next` and not to wait for it. */
const ways: readonly (readonly [string, Forget])[] = [
  ['returns nothing', (next) => void next()],
  [
    'is async and returns nothing',
    async (next) => {
      void next()
    },
  ],
  [
    'awaits something else',
    async (next) => {
      void next()
      await Promise.resolve()
    },
  ],
  [
    'waits only for a while',
    async (next) => Promise.race([next().then(() => undefined), Promise.resolve(undefined)]),
  ],
]

const memberOf = (member: Around, forget: Forget): AgentPlugin => ({
  name: `forgets ${member}`,
  [member]: (_at: unknown, next: Start) => forget(next),
})

interface Handled {
  readonly handler: () => unknown
  readonly effect?: Effect
  readonly answer?: 'approve' | 'deny'
}

const handlers: Readonly<Record<string, Handled>> = {
  'a handler that returns': { handler: () => ({ total: 42 }) },
  'a handler that takes a while': {
    handler: async () => {
      await new Promise((done) => setTimeout(done))
      return { total: 42 }
    },
  },
  'a handler that throws': {
    handler: () => {
      throw new Error('no')
    },
  },
  'a handler that rejects': { handler: () => Promise.reject(new Error('no')) },
  'a call that the user allows': { handler: () => 1, effect: 'destructive', answer: 'approve' },
  'a call that the user denies': { handler: () => 1, effect: 'destructive', answer: 'deny' },
}

/** Answers each request for approval some time after it was shown. */
function answerLater(agent: Agent, answer: 'approve' | 'deny'): void {
  agent.pending.attach('approval')
  const seen = new Set<string>()
  agent.pending.subscribe(({ items }) => {
    for (const { id } of items) {
      if (seen.has(id)) continue
      seen.add(id)
      setTimeout(() => agent.pending[answer](id))
    }
  })
}

/** Runs one call inside of plug-ins. Returns what came of it, and how often the handler ran. */
async function storyOf(use: readonly AgentPlugin[], handled: Handled): Promise<unknown> {
  const ran: boolean[] = []
  let isOver = false
  const handler = (): unknown => {
    ran.push(isOver)
    return handled.handler()
  }
  const { agent } = agentUnderTest([text('Look', calls(call('total'))), 'done'], {
    tools: [anyTool('total', handler, { effect: handled.effect ?? 'read' })],
    use,
  })
  if (handled.answer) answerLater(agent, handled.answer)
  const outcome = await agent.chat('go').catch((error: unknown) => ({
    failed: AgentError.is(error) ? error.code : error,
  }))
  isOver = true
  const { messages } = agent.history
  const told = answersIn(messages).map((message) => [message.status, message.content])
  const end = 'failed' in outcome ? outcome : { content: outcome.content }
  return { ...end, told, ran, open: agent.getState().pending.length }
}

describe('a member that does not wait for `next`', () => {
  for (const member of around) {
    for (const [way, forget] of ways) {
      for (const [of, handled] of Object.entries(handlers)) {
        it(`R102 changes nothing: \`${member}\` ${way}, ${of}`, async () => {
          vi.spyOn(console, 'warn').mockImplementation(() => undefined)
          const forgetful = memberOf(member, forget)
          const plain: AgentPlugin = {
            name: 'plain',
            [member]: (_: unknown, next: Start) => next(),
          }
          const expected = await storyOf([], handled)
          expect(await storyOf([forgetful], handled)).toEqual(expected)
          expect(await storyOf([forgetful, plain], handled)).toEqual(expected)
          expect(await storyOf([plain, forgetful], handled)).toEqual(expected)
        })
      }
    }
  }

  it('R102 is told of once in the console', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const use: AgentPlugin[] = [{ name: 'logger', call: (_at, next) => void next() }]
    await storyOf(use, { handler: () => 1 })
    await storyOf(use, { handler: () => 1 })
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringContaining('Plug-in "logger" did not wait for `next()` in `call`'),
    ])
  })

  it('R102 still changes nothing if it has waited for an earlier `next`', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { agent } = agentUnderTest(['first', 'second'])
    agent.use({
      name: 'twice',
      async request(_at, next) {
        await next()
        void next()
        return undefined as never
      },
    })
    expect((await agent.chat('go')).content).toBe('second')
  })

  it('R102 ends the run if it called `next` twice, after the call has ended', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    let returned = false
    const { agent } = agentUnderTest([calls(call('slow')), 'done'], {
      tools: [
        anyTool('slow', async () => {
          await new Promise((done) => setTimeout(done))
          returned = true
        }),
      ],
      use: [{ name: 'two', call: (_at, next) => void [next(), next()] }],
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ code: 'plugin' })
    expect(returned).toBe(true)
  })

  it.each<['call' | 'execute', Handled]>([
    ['call', handlers['a call that the user allows'] as Handled],
    ['execute', handlers['a handler that takes a while'] as Handled],
  ])('R102 ends after `next`, whatever it returned or threw: `%s`', async (member, handled) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const mine = memberOf(member, (next) => [next(), 'mine'][1])
    expect(await storyOf([mine], handled)).toMatchObject({
      told: [['ok', '"mine"']],
      ran: [false],
      open: 0,
    })
    const broken = memberOf(member, (next) => {
      void next()
      throw new Error('broken')
    })
    expect(await storyOf([broken], handled)).toMatchObject({
      failed: 'plugin',
      told: [['ok', expect.stringContaining('withheld')]],
      ran: [false],
      open: 0,
    })
  })

  it('R102 may answer before `next` in `request`, as one that takes no longer than it wants', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { agent } = agentUnderTest(['late'])
    const early = { content: 'early', finishReason: 'stop' } as const
    agent.use({
      name: 'quick',
      request: (_at, next) => Promise.race([Promise.resolve(early), next()]),
    })
    expect((await agent.chat('go')).content).toBe('early')
    expect(warn).not.toHaveBeenCalled()
  })

  it.each(around)('R102 does not hold up a cancel: `%s`', async (member) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { agent } = agentUnderTest([calls(call('stop')), 'done'], {
      tools: [
        anyTool('stop', () => {
          agent.cancel()
          return 'stopped'
        }),
      ],
      use: [memberOf(member, (next) => void next())],
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ code: 'cancelled' })
    expect(answersIn(agent.history.messages)).toMatchObject([
      { status: 'ok', content: '"stopped"' },
    ])
  })
})

const broken = new Error('broken')
const fail = (_given?: unknown): never => {
  throw broken
}
const chooseAll: NonNullable<AgentPlugin['list']>['choose'] = (tools) => ({
  tools: tools.map(({ tool: { name } }) => ({
    type: 'function',
    name,
    inputSchema: { type: 'object' },
  })),
})

/** Every member of a plug-in that throws, and each function that a member gives or gets. */
const throwing: Readonly<Record<string, Omit<AgentPlugin, 'name'>>> = {
  run: { run: fail },
  'run, after it': { run: async (_at, next) => fail(await next()) },
  input: { input: fail },
  request: { request: fail },
  'request, after it': { request: async (_at, next) => fail(await next()) },
  'the change of `onDelta`': {
    request({ onDelta }, next) {
      onDelta(fail)
      return next()
    },
  },
  call: { call: fail },
  'call, after it': { call: async (_at, next) => fail(await next()) },
  'the change of `toModel`': {
    call({ toModel }, next) {
      toModel(fail)
      return next()
    },
  },
  approve: { approve: fail },
  execute: { execute: fail },
  'execute, after it': { execute: async (_at, next) => fail(await next()) },
  message: { message: fail },
  redact: { redact: fail },
  'redact of a context': { redact: (text) => (text.includes('Ann') ? fail() : text) },
  'redact of a reason': { redact: (text) => (text.includes('locked') ? fail() : text) },
  'redact of a result': { redact: (text) => (text.includes('42') ? fail() : text) },
  'redact of an error': { redact: (text) => (text.includes('refused') ? fail() : text) },
  'list.choose': { list: { choose: fail } },
  'list.choose().finish': {
    list: { choose: (tools, at) => ({ ...chooseAll(tools, at), finish: fail }) },
  },
  'list.createTools': { list: { choose: chooseAll, createTools: fail } },
  'list.readCalls': { list: { choose: chooseAll, readCalls: fail } },
  'list.readDeltas': { list: { choose: chooseAll, readDeltas: fail } },
  'the listener of `list.readDeltas`': { list: { choose: chooseAll, readDeltas: () => fail } },
}

/** Members that return what is not what they promise. */
const wrong: Readonly<Record<string, Omit<AgentPlugin, 'name'>>> = {
  'redact that returns a number': { redact: () => 7 as never },
  'redact that returns nothing': { redact: () => undefined as never },
  'redact that returns a promise': { redact: (() => Promise.resolve('x')) as never },
  'approve that returns true': { approve: () => true as never },
  'list.choose that returns nothing': { list: { choose: () => undefined as never } },
  'list.choose without tools': { list: { choose: () => ({}) as never } },
  'the change of `toModel` that returns a number': {
    call({ toModel }, next) {
      toModel(() => 7 as never)
      return next()
    },
  },
}

describe('a member that fails', () => {
  for (const [member, plugin] of [...Object.entries(throwing), ...Object.entries(wrong)]) {
    it(`R102 ends the run with the code \`plugin\`: ${member}`, async () => {
      const refuse = (): never => {
        throw new Error('refused')
      }
      const off = new Scope({
        name: 'off',
        enabled: () => unavailable('locked'),
        tools: [anyTool('x')],
      })
      const { agent } = agentUnderTest([text('Look', calls(call('total'), call('bad'))), 'done'], {
        tools: [anyTool('total', () => ({ total: 42 })), anyTool('bad', refuse)],
        scopes: [new Scope({ name: 'page', context: () => ({ user: 'Ann' }) }), off],
        use: [{ name: 'faulty', ...plugin }],
      })
      const error = await failureOf(agent.chat('go'))
      expect(error).toMatchObject({ code: 'plugin', details: { plugin: 'faulty' } })
      if (member in throwing) expect(error.cause).toBe(broken)
    })
  }
})
