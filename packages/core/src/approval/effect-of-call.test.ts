import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { agentUnderTest, answersIn } from '../../test/agent-under-test.ts'
import { pendingOne } from '../../test/pending-approvals.ts'
import { memoryAudit } from '../features/audit/index.ts'
import {
  type AgentOptions,
  type AgentPlugin,
  AgentError,
  type Effect,
  Tool,
  type ToolOptions,
} from '../index.ts'

const parameters = z.object({
  path: z.string(),
  dryRun: z.preprocess((value) => value === 'yes' || value === true, z.boolean()).default(true),
})

type Args = z.infer<typeof parameters>

/** Creates an agent whose model calls `remove` once, with an effect by its arguments. */
function subject(
  args: object,
  effect: (args: Args) => Effect = ({ dryRun }) => (dryRun ? 'read' : 'destructive'),
  options: Partial<AgentOptions> = {},
  name = 'remove',
) {
  const ran: Args[] = []
  const handler = (given: Args) => void ran.push(given)
  const remove = new Tool({ name, description: 'x', parameters, effect, handler })
  const under = agentUnderTest([calls(call(name, args)), 'done'], {
    tools: [remove],
    ...options,
  })
  under.agent.pending.attach('approval')
  return { ...under, ran, remove }
}

const go = async ({ agent }: ReturnType<typeof subject>) =>
  answersIn((await agent.chat('go')).messages).map(({ status }) => status)

describe('an effect that depends on the arguments', () => {
  it('R56 asks by the effect of the call, and says it', async () => {
    const dry = subject({ path: '/a', dryRun: true })
    expect(await go(dry)).toEqual(['ok'])
    const under = subject({ path: '/a', dryRun: false })
    const run = under.agent.chat('go')
    const request = await pendingOne(under.agent)
    expect(request).toMatchObject({ effect: 'destructive', cause: 'effect', canRemember: false })
    expect(under.ran).toEqual([])
    under.agent.pending.approve(request.id)
    await run
    expect(under.ran).toEqual([{ path: '/a', dryRun: false }])
  })

  it('R56 gets the arguments as the handler gets them: parsed, with defaults', async () => {
    const seen: unknown[] = []
    const effect = (args: Args): Effect => {
      seen.push(args)
      return args.dryRun ? 'read' : 'destructive'
    }
    expect(await go(subject({ path: '/a' }, effect))).toEqual(['ok'])
    // The text "no" is true for whoever reads it unparsed.
    const under = subject({ path: '/a', dryRun: 'no' }, effect)
    const run = under.agent.chat('go')
    under.agent.pending.deny((await pendingOne(under.agent)).id)
    await run
    expect(under.ran).toEqual([])
    expect(new Set(seen.map((args) => JSON.stringify(args)))).toEqual(
      new Set(['{"path":"/a","dryRun":true}', '{"path":"/a","dryRun":false}']),
    )
  })

  it.each([
    ['throws', () => expect.fail('It failed.'), /throws, or returns none/],
    ['returns an unknown word', () => 'safe', /throws, or returns none/],
    ['returns nothing', () => undefined, /throws, or returns none/],
    ['answers later', async () => Promise.resolve('read'), /answers later/],
    ['fails later', async () => Promise.reject(new Error('It failed.')), /answers later/],
  ])('R56 counts as destructive if the function %s, and says so', async (_, effect, words) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    // The console hears of each tool once.
    const name = `remove_${Math.random().toString(36).slice(2)}`
    const under = subject({ path: '/a' }, effect as unknown as () => Effect, {}, name)
    const run = under.agent.chat('go')
    const { id, ...request } = await pendingOne(under.agent)
    expect(request).toMatchObject({ effect: 'destructive' })
    under.agent.pending.deny(id)
    await run
    expect(under.ran).toEqual([])
    expect(warn.mock.calls.join()).toMatch(words)
  })

  describe('of a schema that makes other values each time', () => {
    const unsteady = () => {
      let parses = 0
      return parameters.transform(async ({ path, dryRun }) =>
        Promise.resolve({ path: `${path}${parses++}`, dryRun }),
      )
    }

    it.each<[string, Partial<ToolOptions<Args, unknown>>]>([
      ['the effect', { effect: ({ dryRun }) => (dryRun ? 'read' : 'destructive') }],
      ['a preview', { effect: 'destructive', approval: { preview: ({ dryRun }) => `${dryRun}` } }],
    ])('R56 runs nothing that %s did not judge', async (_, options) => {
      const ran: Args[] = []
      const remove = new Tool<Args>({
        name: 'remove',
        description: 'x',
        parameters: unsteady() as never,
        handler: (given) => void ran.push(given),
        ...options,
      })
      const replies = [calls(call('remove', { path: '/a' })), 'done']
      const { agent } = agentUnderTest(replies, { tools: [remove] })
      agent.pending.attach('approval')
      const [answer] = answersIn((await agent.chat('go')).messages)
      expect(answer).toMatchObject({ status: 'stale' })
      expect(answer?.content).toContain('what its schema makes of its arguments changed after')
      expect(ran).toEqual([])
    })

    it('R56 asks about what runs if a rule did not judge it', async () => {
      const ran: Args[] = []
      const remove = new Tool<Args>({
        name: 'remove',
        description: 'x',
        parameters: unsteady() as never,
        approval: () => false,
        handler: (given) => void ran.push(given),
      })
      const replies = [calls(call('remove', { path: '/a' })), 'done']
      const { agent } = agentUnderTest(replies, { tools: [remove] })
      agent.pending.attach('approval')
      const run = agent.chat('go')
      const { id, args } = await pendingOne(agent)
      agent.pending.approve(id)
      await run
      expect(ran).toEqual([args])
    })
  })

  it('R56 takes dates, maps and things of the page for what they are', async () => {
    const thing: { self?: unknown } = {}
    thing.self = thing
    const made = parameters.transform(({ path }) => ({
      path,
      dryRun: true,
      more: [
        new Date(5),
        new Map([[1n, new Set(['x'])]]),
        thing,
        () => path,
        Number.NaN,
        new URL('x:y'),
      ],
    }))
    const remove = new Tool({
      name: 'remove',
      description: 'x',
      parameters: made,
      effect: ({ dryRun }) => (dryRun ? 'read' : 'destructive'),
      handler: () => 'gone',
    })
    const { agent } = agentUnderTest([calls(call('remove', { path: '/a' })), 'done'], {
      tools: [remove],
    })
    expect(answersIn((await agent.chat('go')).messages)).toMatchObject([{ status: 'ok' }])
  })

  it('R56 cannot change what runs', async () => {
    const under = subject({ path: '/a' }, (args) => {
      args.path = '/'
      return 'read'
    })
    await go(under)
    expect(under.ran).toEqual([{ path: '/a', dryRun: true }])
  })

  it('R96 is stale if the effect is another one after the yes', async () => {
    const page = { isLive: false }
    const under = subject({ path: '/a' }, () => (page.isLive ? 'destructive' : 'egress'), {
      approval: { ask: 'all' },
    })
    const run = under.agent.chat('go')
    const request = await pendingOne(under.agent)
    expect(request.effect).toBe('egress')
    page.isLive = true
    under.agent.pending.approve(request.id)
    const [answer] = answersIn((await run).messages)
    expect(answer).toMatchObject({ status: 'stale' })
    expect(answer?.content).toMatch(/its effect changed/)
    expect(under.ran).toEqual([])
  })

  it('R96 is stale if nobody was asked, and the effect is another one before the handler', async () => {
    const page = { isLive: false }
    const under = subject({ path: '/a' }, () => (page.isLive ? 'destructive' : 'read'), {
      use: [
        {
          name: 'slow',
          execute: (_, next) => {
            page.isLive = true
            return next()
          },
        },
      ],
    })
    expect(await go(under)).toEqual(['stale'])
    expect(under.ran).toEqual([])
  })

  it('R57 asks once more about arguments of a user that are more dangerous than those shown', async () => {
    const effect = ({ path }: Args): Effect => (path === '/' ? 'destructive' : 'write')
    const under = subject({ path: '/a' }, effect, { approval: { ask: 'all' } })
    const run = under.agent.chat('go')
    const first = await pendingOne(under.agent)
    expect(first).toMatchObject({ effect: 'write' })
    under.agent.pending.approve(first.id, { args: { path: '/' } })
    const second = await pendingOne(under.agent)
    expect(second).toMatchObject({ effect: 'destructive', replaces: first.id })
    expect(under.ran).toEqual([])
    under.agent.pending.approve(second.id)
    await run
    expect(under.ran).toEqual([{ path: '/', dryRun: true }])
  })

  it('R56 asks nobody again about arguments of a user that are less dangerous', async () => {
    const effect = ({ path }: Args): Effect => (path === '/' ? 'destructive' : 'write')
    const under = subject({ path: '/' }, effect)
    const run = under.agent.chat('go')
    under.agent.pending.approve((await pendingOne(under.agent)).id, { args: { path: '/a' } })
    await run
    expect(under.ran).toEqual([{ path: '/a', dryRun: true }])
  })

  it('R57 remembers a yes for calls with the same effect alone', async () => {
    const ran: Args[] = []
    const remove = new Tool({
      name: 'remove',
      description: 'x',
      parameters,
      effect: ({ dryRun }) => (dryRun ? 'read' : 'destructive'),
      approval: { remember: ({ path }) => path },
      handler: (args) => void ran.push(args),
    })
    const of = (dryRun: boolean) => calls(call('remove', { path: '/a', dryRun }))
    const script = [of(true), 'one', of(true), 'two', of(false), 'three', of(true), 'four']
    const { agent } = agentUnderTest(script, { tools: [remove], approval: { ask: ['remove'] } })
    agent.pending.attach('approval')
    const first = agent.chat('go')
    const { id } = await pendingOne(agent)
    agent.pending.approve(id, { remember: true })
    await first
    await agent.chat('again')
    expect(ran).toHaveLength(2)
    const third = agent.chat('for good')
    const asked = await pendingOne(agent)
    expect(asked).toMatchObject({ effect: 'destructive', args: { dryRun: false } })
    agent.pending.deny(asked.id)
    await third
    await agent.chat('again')
    expect(ran.map(({ dryRun }) => dryRun)).toEqual([true, true, true])
  })

  it('R56 is not lowered by a rule that changes its arguments', async () => {
    const ran: unknown[] = []
    const remove = new Tool({
      name: 'remove',
      description: 'x',
      parameters,
      effect: ({ dryRun }) => (dryRun ? 'read' : 'destructive'),
      approval: (args) => {
        args.dryRun = true
        return true
      },
      handler: (args) => void ran.push(args),
    })
    const script = [calls(call('remove', { path: '/a', dryRun: false })), 'done']
    const { agent } = agentUnderTest(script, { tools: [remove] })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const request = await pendingOne(agent)
    expect(request).toMatchObject({ effect: 'destructive' })
    agent.pending.approve(request.id)
    expect(answersIn((await run).messages)).toMatchObject([{ status: 'stale' }])
    expect(ran).toEqual([])
  })

  it('stands in the audit, and is told to plug-ins', async () => {
    const audit = memoryAudit()
    const heard: Effect[] = []
    const plugin: AgentPlugin = { name: 'p', approve: ({ effect }) => void heard.push(effect) }
    await go(subject({ path: '/a' }, undefined, { use: [audit, plugin] }))
    expect(heard).toEqual(['read'])
    expect(audit.query().map(({ effect }) => effect)).toEqual(['read'])
  })

  it('is destructive where there are no arguments, and never remembered as a whole', () => {
    expect(subject({}).remove).toMatchObject({ effect: 'destructive', remember: false })
    const options = {
      name: 'x',
      description: 'x',
      handler: () => 1,
      effect: (): Effect => 'read',
    }
    expect(() => new Tool({ ...options, approval: { remember: true } })).toThrow(AgentError)
    const wrong = { ...options, effect: 'safe' as Effect }
    expect(() => new Tool(wrong)).toThrow(/effect/)
  })
})
