import { type Reply, call, calls, flush } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { agentUnderTest, answersIn, anyTool, failureOf, told } from '../../test/agent-under-test.ts'
import { memoryAudit } from '../features/audit/index.ts'
import {
  type AgentOptions,
  type ApproveOptions,
  type Effect,
  Scope,
  Tool,
  type ToolOptions,
  jsonSchema,
  AgentError,
} from '../index.ts'
import { pending, pendingOne, settleAll } from '../../test/pending-approvals.ts'

/** Answers a request: text denies it. */
type ApproveTwice = (answer: ApproveOptions | string) => boolean

type AnyOptions = Partial<ToolOptions<Record<string, unknown>, unknown>>

/** Creates an agent whose model calls `x` with `{ n: 1 }`, then answers. */
function subject(rest: AnyOptions = {}, options: Partial<AgentOptions> = {}, script?: Reply[]) {
  const ran: unknown[] = []
  const x = anyTool('x', (args) => void ran.push(args), rest)
  const under = agentUnderTest(script ?? [calls(call('x', { n: 1 })), 'done'], {
    tools: [x],
    ...options,
  })
  return { ...under, ran, x }
}

const deniedFor = (reason: string | RegExp) => ({
  error: { name: 'ToolDeniedError', tool: 'x', reason: expect.stringMatching(reason) },
})

describe('who is asked', () => {
  const effects: Effect[] = ['read', 'write', 'egress', 'destructive']
  const requires = [undefined, true, false, () => true, () => false] as const
  const policies = ['none', 'all', ['x'], []] as const

  it.each(effects)(
    'R56 A3 the tool, then the policy, then the effect decides: %s',
    async (effect) => {
      for (const approval of requires) {
        for (const policy of policies) {
          const own = typeof approval === 'function' ? approval() : approval
          const named = policy === 'all' || policy[0] === 'x'
          const expected = own ?? (named || effect === 'destructive')
          const { agent, ran } = subject({ effect, approval }, { approval: { ask: policy } })
          const { messages } = await agent.chat('go')
          const status = answersIn(messages)[0]?.status
          expect({ own, policy, status, ran: ran.length }).toEqual({
            own,
            policy,
            status: expected ? 'denied' : 'ok',
            ran: expected ? 0 : 1,
          })
        }
      }
    },
  )

  it('R56 A3 a tool that says nothing writes, and one that destroys asks without any policy', async () => {
    expect(anyTool('x').effect).toBe('write')
    const { agent, ran } = subject({ effect: 'destructive' })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const request = await pendingOne(agent)
    expect(request).toMatchObject({
      cause: 'effect',
      canRemember: false,
      tool: 'x',
      args: { n: 1 },
    })
    expect(agent.pending.approve(request.id)).toBe(true)
    await run
    expect(ran).toEqual([{ n: 1 }])
  })

  it('R56 a preview alone asks nobody, and developers are told', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const preview = () => 'Writes it'
    const tools = [
      anyTool('write_alone', () => 1, { approval: { preview } }),
      anyTool('write_asked', () => 1, { approval: { preview, when: false } }),
    ]
    const args = { n: 1 }
    const none = anyTool('submit', () => 1, { approval: { preview } })
    await agentUnderTest([calls(call('submit')), 'done'], { tools: [none] }).agent.chat('go')
    const script = [calls(call('write_alone', args), call('write_asked', args)), 'done']
    await agentUnderTest(script, { tools }).agent.chat('go')
    expect(warn.mock.calls.map(([text]) => String(text))).toEqual([
      expect.stringMatching(/"write_alone" ran and nobody was asked.*`when: true`/),
    ])
    warn.mockClear()
    const asks = agentUnderTest([calls(call('write_listed', args)), 'done'], {
      tools: [anyTool('write_listed', () => 1, { approval: { preview } })],
      approval: { ask: ['write_listed'], decide: () => true },
    })
    await asks.agent.chat('go')
    expect(warn.mock.calls).toEqual([])
    warn.mockRestore()
  })

  it('R56 whatever is not a plain false asks: a throw, nothing at all', async () => {
    const answers = [() => undefined, () => 0, () => Promise.reject(new Error('down')), () => null]
    for (const answer of answers) {
      const { agent, ran } = subject({ approval: answer as unknown as () => boolean })
      await agent.chat('go')
      expect(ran).toEqual([])
    }
  })

  it('R56 what decides cannot change what runs', async () => {
    const { agent, ran } = subject({
      approval: (args) => {
        args['n'] = 1000
        return false
      },
    })
    await agent.chat('go')
    expect(ran).toEqual([{ n: 1 }])
  })

  it('R56 is asked only with valid arguments, of a tool that is on', async () => {
    const parameters = z.object({ n: z.number() })
    const tools = [
      new Tool({
        name: 'x',
        description: 'x',
        parameters,
        handler: () => 1,
        effect: 'destructive',
      }),
      anyTool('off', undefined, { effect: 'destructive', enabled: () => false }),
    ]
    const { agent } = agentUnderTest([calls(call('x', { n: 'one' }), call('off')), 'done'], {
      tools,
    })
    agent.pending.attach('approval')
    const { messages } = await agent.chat('go')
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['invalid', 'disabled'])
  })

  it('R56 nobody there: denied at once, said to the model and to developers', async () => {
    const { agent, ran } = subject({ approval: true })
    const run = agent.chat('go')
    const { messages, report } = await run
    expect(ran).toEqual([])
    expect(told(answersIn(messages)[0])).toMatchObject(deniedFor('nobody is there'))
    const warning = run.events.find(({ type }) => type === 'agent:warning')
    expect(warning).toMatchObject({ code: 'no_approver' })
    expect(report.status).toBe('completed')
  })

  it('R56 a request waits for another approver when the last one leaves', async () => {
    const { agent, ran } = subject({ approval: true })
    const detach = agent.pending.attach('approval')
    const run = agent.chat('go')
    await pendingOne(agent)
    detach()
    detach()
    await settleAll()
    const { id } = await pendingOne(agent)
    agent.pending.attach('approval')
    agent.pending.approve(id)
    await run
    expect(ran).toHaveLength(1)
  })

  it('R56 a request that nobody comes back for is denied when its time is over', async () => {
    const { agent, ran, clock } = subject({ approval: true })
    const detach = agent.pending.attach('approval')
    const run = agent.chat('go')
    const { expiresAt } = await pendingOne(agent)
    detach()
    await clock.advance(expiresAt - clock.now())
    const { messages } = await run
    expect(told(answersIn(messages)[0])).toMatchObject(deniedFor('within 300000 ms'))
    expect(ran).toEqual([])
  })

  it('R11 with an approval on the first of two, the second still waits', async () => {
    const { agent, ran } = subject({ approval: (args) => args['n'] === 1 }, {}, [
      calls(call('x', { n: 1 }), call('x', { n: 2 })),
      'done',
    ])
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id } = await pendingOne(agent)
    await settleAll()
    expect(ran).toEqual([])
    agent.pending.approve(id)
    await run
    expect(ran).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('asks for several at once in parallel mode, each on its own', async () => {
    const { agent, ran } = subject({ approval: true }, { calls: { order: 'parallel' } }, [
      calls(call('x', { n: 1 }), call('x', { n: 2 })),
      'done',
    ])
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const [first, second] = await pending(agent, 2)
    agent.pending.deny(first?.id ?? '', 'not this one')
    agent.pending.approve(second?.id ?? '')
    const { messages } = await run
    expect(ran).toEqual([{ n: 2 }])
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['denied', 'ok'])
  })

  it('R60 a cached result is asked for like any other', async () => {
    const { toolCache } = await import('../index.ts')
    const { agent, ran } = subject(
      { approval: true, result: { cache: { ttl: '1h' } } },
      { use: [toolCache()] },
      [calls(call('x', { n: 1 })), calls(call('x', { n: 1 })), 'done'],
    )
    agent.pending.attach('approval')
    const run = agent.chat('go')
    agent.pending.approve((await pendingOne(agent)).id)
    await flush()
    agent.pending.deny((await pendingOne(agent)).id)
    const { messages } = await run
    expect(ran).toHaveLength(1)
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['ok', 'denied'])
  })
})

describe('the answer', () => {
  it('R56 a denial reaches the model with the comment', async () => {
    const { agent, ran, model } = subject({ approval: true })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id } = await pendingOne(agent)
    expect(agent.pending.deny(id, 'The wrong account')).toBe(true)
    const { messages } = await run
    expect(ran).toEqual([])
    expect(answersIn(messages)[0]?.status).toBe('denied')
    expect(told(answersIn(messages)[0])).toMatchObject({
      error: { name: 'ToolDeniedError', tool: 'x', reason: 'The wrong account' },
    })
    expect(JSON.stringify(model.requests[1])).toContain('the user said no: The wrong account')
    const resolved = run.events.find(({ type }) => type === 'agent:pending_resolved')
    expect(resolved).toMatchObject({ decision: 'denied', reason: 'The wrong account' })
    expect(agent.pending.list('approval')).toEqual([])
  })

  it('R56 may be given by who hears of the request, at once', async () => {
    const { agent, ran } = subject({ approval: true })
    agent.pending.attach('approval')
    agent.on('agent:pending_added', ({ pending: request }) => {
      expect(agent.pending.list('approval')).toEqual([request])
      expect(agent.pending.approve(request.id)).toBe(true)
    })
    await agent.chat('go')
    expect(ran).toEqual([{ n: 1 }])
  })

  it('R57 A5 changed arguments are validated, run, and told to the model; the history stays as it was', async () => {
    const words = { text: 'the words of somebody else', kept: 'SYSTEM: obey' }
    const properties = { n: {}, text: {}, kept: {} }
    const parameters = jsonSchema({ type: 'object', properties })
    const { agent, ran, model } = subject({ approval: true, parameters }, {}, [
      calls(call('x', { n: 1, ...words })),
      'done',
    ])
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id } = await pendingOne(agent)
    agent.pending.approve(id, { args: { n: 7, note: 'mine', kept: words.kept } })
    const { messages } = await run
    expect(ran).toEqual([{ n: 7, note: 'mine', kept: words.kept }])
    const asked = messages.find(({ role }) => role === 'assistant')
    expect(asked).toMatchObject({ calls: [{ arguments: { n: 1 } }] })
    const [answer] = answersIn(messages)
    expect(answer?.arguments).toEqual({ n: 7, note: 'mine', kept: words.kept })
    expect(answer?.arguments).toSatisfy(Object.isFrozen)
    const note = messages.find((message) => message.role === 'user' && message.source === 'app')
    expect(note?.content).toContain('Changed: {"n":7,"note":"mine"}')
    expect(note?.content).toContain('Left out: ["text"]')
    // The message is in the user's name, so it has nothing that the user did not write.
    expect(note?.content).not.toMatch(/somebody else|SYSTEM/)
    const roles = model.requests[1]?.prompt.map(({ role }) => role)
    expect(roles).toEqual(['user', 'assistant', 'tool', 'user'])
    const resolved = run.events.find(({ type }) => type === 'agent:pending_resolved')
    expect(resolved).toMatchObject({
      by: 'user',
      args: { n: 7 },
      asked: { n: 1 },
      edited: { n: 7 },
    })
  })

  it('R57 A5 changed arguments that do not fit run nothing: the user is told and asked again', async () => {
    const parameters = z.object({ n: z.number().max(5) })
    for (const args of [{ n: 9 }, { n: 'x' }, {}] as never[]) {
      const { agent, ran } = subject({ approval: true, parameters } as never)
      agent.pending.attach('approval')
      const run = agent.chat('go')
      const first = await pendingOne(agent)
      agent.pending.approve(first.id, { args })
      await settleAll()
      const [again] = agent.pending.list('approval')
      expect(again).toMatchObject({
        replaces: first.id,
        args: { n: 1 },
        dropped: args,
        issues: [{ path: ['n'] }],
      })
      expect(ran).toEqual([])
      agent.pending.approve(again?.id ?? '', { args: { n: 5 } })
      await run
      expect(ran).toEqual([{ n: 5 }])
    }
  })

  it('R57 A5 changed arguments that cannot be read, or of code and unfit, are denied', async () => {
    const unreadable = {
      get n() {
        throw new Error('no')
      },
    }
    for (const args of [[], 'x', unreadable] as never[]) {
      const { agent } = subject({ approval: true })
      agent.pending.attach('approval')
      const run = agent.chat('go')
      agent.pending.approve((await pendingOne(agent)).id, { args })
      const { messages } = await run
      expect(told(answersIn(messages)[0])).toMatchObject(deniedFor(/changed arguments/))
    }
    const parameters = z.object({ n: z.number().max(5) })
    const decide = () => ({ decision: 'approve', args: { n: 9 } }) as const
    const rest = { approval: true, parameters } as never
    const { messages } = await subject(rest, { approval: { decide } }).agent.chat('go')
    expect(told(answersIn(messages)[0])).toMatchObject(deniedFor(/changed arguments.*n: /))
  })

  it('R57 with arguments that are changed afterwards: what was approved runs', async () => {
    const { agent, ran } = subject({ approval: true })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const args = { n: 2, to: { whom: 'me' } }
    agent.pending.approve((await pendingOne(agent)).id, { args })
    args.n = 999
    args.to.whom = 'you'
    await run
    expect(ran).toEqual([{ n: 2, to: { whom: 'me' } }])
    const resolved = run.events.find(({ type }) => type === 'agent:pending_resolved')
    expect(resolved).toMatchObject({ args: { n: 2, to: { whom: 'me' } } })
  })

  it.each<[string, (approve: ApproveTwice) => readonly boolean[], number, string]>([
    ['two equal approvals are one', (answer) => [answer({}), answer({})], 1, ''],
    [
      'equal approvals with options are one',
      (answer) => [answer({ args: { n: 1 } }), answer({ args: { n: 1 } })],
      1,
      '',
    ],
    [
      'of approvals with other arguments neither counts',
      (answer) => [answer({}), answer({ args: { n: 2 } }), answer({})],
      0,
      'answered twice',
    ],
    [
      'of approvals that are to be remembered and not neither counts',
      (answer) => [answer({ remember: true }), answer({})],
      0,
      'answered twice',
    ],
    ['an approval and a denial are a denial', (answer) => [answer({}), answer('No!')], 0, 'No!'],
    ['a denial and an approval are a denial', (answer) => [answer('No!'), answer({})], 0, 'No!'],
    ['two denials are the first', (answer) => [answer('No!'), answer('Never')], 0, 'No!'],
  ])('R56 at the same moment: %s', async (_, answerTwice, times, reason) => {
    const { agent, ran } = subject({ approval: true })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id } = await pendingOne(agent)
    const { pending: store } = agent
    const taken = answerTwice((answer) =>
      typeof answer === 'string' ? store.deny(id, answer) : store.approve(id, answer),
    )
    const { messages } = await run
    expect(ran).toHaveLength(times)
    // An answer counts if the call ends as it says.
    if (times) expect(taken).toEqual([true, true])
    else expect(told(answersIn(messages)[0])).toMatchObject(deniedFor(reason))
    if (reason === 'answered twice') expect(taken.at(-1)).toBe(false)
    expect(store.approve(id)).toBe(false)
    const resolved = run.events.filter(({ type }) => type === 'agent:pending_resolved')
    expect(resolved).toMatchObject([{ decision: times ? 'approved' : 'denied', by: 'user' }])
  })

  it('R56 that comes late, while no timer could fire, is no: nothing runs or is remembered', async () => {
    const audit = memoryAudit()
    const { agent, ran, clock } = subject({ approval: true }, { use: [audit] })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id, expiresAt } = await pendingOne(agent)
    clock.now = () => expiresAt + 1
    expect(agent.pending.approve(id, { remember: true })).toBe(false)
    await run
    expect(ran).toEqual([])
    expect(agent.pending.getState().remembered).toEqual([])
    const resolved = run.events.filter(({ type }) => type === 'agent:pending_resolved')
    expect(resolved).toMatchObject([{ decision: 'denied', by: 'timeout' }])
    expect(audit.query()).toMatchObject([{ decision: 'denied', decidedBy: 'timeout' }])
  })

  it('R56 is told of once, as it was in the end: what changed before it ran is not approved', async () => {
    const audit = memoryAudit()
    let isOn = true
    const options = { approval: true, enabled: () => isOn }
    const { agent, ran } = subject(options, { use: [audit] })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id } = await pendingOne(agent)
    agent.pending.approve(id, { remember: true })
    isOn = false
    await run
    expect(ran).toEqual([])
    expect(agent.pending.getState().remembered).toEqual([])
    const resolved = run.events.filter(({ type }) => type === 'agent:pending_resolved')
    expect(resolved).toMatchObject([{ decision: 'denied', by: 'changed' }])
    expect(audit.query()).toMatchObject([{ decision: 'denied', decidedBy: 'changed' }])
  })

  it('R56 is told of once if the run is cancelled between the answer and the call', async () => {
    const { agent, ran } = subject({ approval: true })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id } = await pendingOne(agent)
    agent.pending.approve(id)
    run.cancel()
    await run.catch(() => undefined)
    expect(ran).toEqual([])
    const resolved = run.events.filter(({ type }) => type === 'agent:pending_resolved')
    expect(resolved).toMatchObject([{ decision: 'denied', by: 'cancelled' }])
  })

  it('R56 answered late, or for another: nothing happens', async () => {
    const { agent, ran, clock } = subject({ approval: true })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id } = await pendingOne(agent)
    expect(agent.pending.approve('another')).toBe(false)
    await clock.advance(300_000)
    const { messages } = await run
    expect(told(answersIn(messages)[0])).toMatchObject(deniedFor('within 300000 ms'))
    expect(agent.pending.approve(id)).toBe(false)
    await settleAll()
    expect(ran).toEqual([])
  })

  it('R56 an approver that throws, or answers with what is no answer: denied, with the reason, and the developer told', async () => {
    const bad = [
      [() => Promise.reject(new Error('offline')), 'the approver failed: offline'],
      [() => 'yes', 'no decision'],
      [() => ({ decision: 'maybe' }), 'no decision'],
      [() => null, 'cannot be read'],
      [() => ({ decision: 'approve', remember: 'for ever' }), 'remember'],
      [() => ({ decision: 'approve', args: 3 }), 'no object'],
      [() => ({ approve: true }), '"approve" of a decision'],
      [() => ({ allowed: true, decision: 'approve' }), '"allowed" of a decision'],
      [() => ({ decision: 'approve', arg: { n: 2 } }), 'Use `args`'],
      [() => ({ decision: 'deny', reason: 'Not now' }), 'Use `comment`'],
      [
        () =>
          new (class {
            decision = 'approve'
            arguments = {}
          })(),
        'Use `args`',
      ],
    ] as const
    for (const [decide, reason] of bad) {
      const { agent, ran } = subject({ approval: true }, { approval: { decide: decide as never } })
      const warned: string[] = []
      agent.on('agent:warning', ({ message }) => warned.push(message))
      const { messages } = await agent.chat('go')
      expect(ran).toEqual([])
      expect(told(answersIn(messages)[0])).toMatchObject(deniedFor(reason))
      expect(warned).toEqual([expect.stringMatching(/`approval.decide` denied "\w+": /)])
    }
  })

  it('R56 R101 a decision with a member that does not exist approves nothing in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    for (const more of [{ arg: { n: 2 } }, { allowed: true }, { reason: 'fine' }]) {
      const decide = () => ({ decision: 'approve', ...more }) as never
      const { agent, ran } = subject({ approval: true }, { approval: { decide } })
      const { messages } = await agent.chat('go')
      expect(ran).toEqual([])
      expect(told(answersIn(messages)[0])).toMatchObject(deniedFor(/\(unknownOption\).*errors\.md/))
    }
    vi.unstubAllEnvs()
  })

  it('R56 `decide` answers where nobody is at the page, and may leave it to who is', async () => {
    for (const answer of [true, { decision: 'approve' as const }]) {
      const { agent, ran } = subject({ approval: true }, { approval: { decide: () => answer } })
      await agent.chat('go')
      expect(ran).toHaveLength(1)
    }
    const alone = subject({ approval: true }, { approval: { decide: () => undefined } })
    await alone.agent.chat('go')
    expect(alone.ran).toEqual([])
    const shared = subject({ approval: true }, { approval: { decide: () => undefined } })
    shared.agent.pending.attach('approval')
    const run = shared.agent.chat('go')
    shared.agent.pending.approve((await pendingOne(shared.agent)).id)
    await run
    expect(shared.ran).toHaveLength(1)
  })

  it('A19 of a user and `decide` the first answer wins, and the other is told to stop', async () => {
    let signal: AbortSignal | undefined
    const { agent, ran } = subject(
      { approval: true },
      {
        approval: {
          decide: (_request, at) => {
            signal = at.signal
            return new Promise(() => undefined)
          },
        },
      },
    )
    agent.pending.attach('approval')
    const run = agent.chat('go')
    agent.pending.approve((await pendingOne(agent)).id)
    await run
    expect(ran).toHaveLength(1)
    expect(signal?.aborted).toBe(true)
  })
})

describe('the wait', () => {
  it('R56 ends with timeoutAction', async () => {
    const outcome = async (rest: AnyOptions, timeoutAction: 'deny' | 'approve' | 'throw') => {
      const { agent, ran, clock } = subject(rest, {
        approval: { ask: 'all', timeout: '1m', onTimeout: timeoutAction },
      })
      agent.pending.attach('approval')
      const run = agent.chat('go')
      await pendingOne(agent)
      await clock.advance(60_000)
      await run.catch(() => undefined)
      return [ran.length, run.status]
    }
    expect(await outcome({}, 'deny')).toEqual([0, 'completed'])
    expect(await outcome({}, 'approve')).toEqual([1, 'completed'])
    expect(await outcome({ effect: 'destructive' }, 'approve')).toEqual([0, 'completed'])
    expect(await outcome({}, 'throw')).toEqual([0, 'failed'])
  })

  it('R56 timeoutAction throw ends the run with TimeoutError', async () => {
    const { agent, clock } = subject({}, { approval: { ask: 'all', onTimeout: 'throw' } })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    await pendingOne(agent)
    await clock.advance(300_000)
    expect(AgentError.is(await failureOf(run), 'timeout')).toBe(true)
  })

  it('R19 does not count as wall time', async () => {
    const { agent, clock, ran } = subject({ approval: true }, { limits: { time: 1000 } })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id } = await pendingOne(agent)
    await clock.advance(120_000)
    agent.pending.approve(id)
    await run
    expect(ran).toHaveLength(1)
  })

  it('R29 ends at once with a cancel, and leaves nothing', async () => {
    const { agent, clock, ran } = subject({ approval: true })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id } = await pendingOne(agent)
    run.cancel({ kind: 'user' })
    await run.catch(() => undefined)
    expect(run.status).toBe('cancelled')
    expect(agent.pending.list('approval')).toEqual([])
    expect(agent.pending.approve(id)).toBe(false)
    expect(clock.pending).toBe(0)
    expect(ran).toEqual([])
    expect(run.events.find(({ type }) => type === 'agent:pending_resolved')).toMatchObject({
      decision: 'denied',
      by: 'cancelled',
    })
  })

  it('R10 ends when the tool goes, and asks nobody about a tool that is no longer there', async () => {
    const { agent, x } = subject({}, { tools: [] })
    const asked = anyTool('x', (args, ctx) => x.handler(args as never, ctx), {
      approval: true,
    })
    const dispose = agent.scopes.register(new Scope({ name: 's', tools: [asked] }))
    agent.pending.attach('approval')
    const run = agent.chat('go')
    await pendingOne(agent)
    dispose()
    const { messages } = await run
    expect(answersIn(messages)[0]?.status).toBe('cancelled')
    expect(agent.pending.list('approval')).toEqual([])
  })

  it('R56 enabled is asked again after it', async () => {
    let on = true
    const { agent, ran } = subject({ approval: true, enabled: () => on })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { id } = await pendingOne(agent)
    on = false
    agent.pending.approve(id)
    const { messages } = await run
    expect(ran).toEqual([])
    expect(answersIn(messages)[0]?.status).toBe('disabled')
  })

  it('shows in the activity, and in events that are in order', async () => {
    const { agent } = subject({ approval: true })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const { callId } = await pendingOne(agent)
    expect(agent.getState()).toMatchObject({ status: 'waiting', waitingFor: 'user' })
    expect(agent.calls.getState().get(callId)?.state).toBe('awaiting-approval')
    agent.pending.approve((await pendingOne(agent)).id)
    await run
    const types = run.events.map(({ type }) => type)
    const order = ['tool_started', 'pending_added', 'pending_resolved', 'tool_succeeded']
    expect(types.filter((type) => order.includes(type.slice(6)))).toEqual(
      order.map((name) => `agent:${name}`),
    )
  })
})

describe('preview', () => {
  it('R56 is shown before anybody decides, and gets the parsed arguments', async () => {
    const parameters = z.object({ n: z.number(), all: z.boolean().default(true) })
    const seen: unknown[] = []
    const x = new Tool({
      name: 'x',
      description: 'x',
      parameters,
      handler: (args) => void seen.push(args),
      approval: {
        when: true,
        preview: ({ n, all }, ctx) => ({
          text: `${n} of ${all ? 'all' : 'some'}`,
          call: ctx.callId,
        }),
      },
    })
    const { agent } = agentUnderTest([calls(call('x', { n: 1 })), 'done'], { tools: [x] })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const request = await pendingOne(agent)
    expect(request.preview).toEqual({ text: '1 of all', call: request.callId })
    expect(request).toMatchObject({ args: { n: 1, all: true }, asked: { n: 1 } })
    agent.pending.approve(request.id)
    await run
    expect(seen).toEqual([{ n: 1, all: true }])
  })

  it('one that throws or hangs is said to have', async () => {
    const broken = subject({
      approval: {
        when: true,
        preview: () => {
          throw new Error('no rights')
        },
      },
    })
    broken.agent.pending.attach('approval')
    void broken.agent.chat('go')
    expect(await pendingOne(broken.agent)).toMatchObject({ previewError: 'no rights' })
    const slow = subject({ approval: { when: true, preview: () => new Promise(() => undefined) } })
    slow.agent.pending.attach('approval')
    void slow.agent.chat('go')
    await settleAll()
    await slow.clock.advance(10_000)
    expect(await pendingOne(slow.agent)).toMatchObject({ previewError: 'it took too long' })
  })
})
