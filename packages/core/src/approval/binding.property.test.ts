import * as fc from 'fast-check'
import { call, calls } from '@ambit/testing'
import { env } from 'node:process'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn } from '../../test/agent-under-test.ts'
import { type AnyTool, type Message, Scope, Tool, jsonSchema } from '../index.ts'
import { type AgentStorage, memoryStorage } from '../features/keeping/index.ts'
import { canonicalJson } from '../json/json-text.ts'
import { pending, pendingOne, settleAll } from '../../test/pending-approvals.ts'
import { type MutationName, type Stage, mutations } from '../../test/binding-mutations.ts'
import { pluginAt } from '../../test/plugin-at.ts'

const isLong = Boolean(env['AMBIT_LONG'])

const anyArgs = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.jsonValue({ maxDepth: 3 }), {
  minKeys: 1,
  maxKeys: 5,
  noNullPrototype: true,
})

/** Shows a call of `x` to a user. Returns access to everything that could change. */
async function show(args: object, other: object, ran: unknown[]) {
  let isOn = true
  let isTurned = false
  const makeTool: Stage['makeTool'] = (change = {}) =>
    new Tool({
      name: 'x',
      description: 'x',
      parameters: jsonSchema({ type: 'object' }),
      approval: true,
      enabled: () => isOn,
      handler: (given) => void ran.push(given),
      ...change,
    }) as AnyTool
  const tool = makeTool()
  const scope = new Scope({ name: 's', tools: [tool] })
  const under = agentUnderTest([calls(call('x', {})), 'done'], {})
  const { agent } = under
  const dispose = agent.scopes.register(scope)
  const held: Record<string, unknown> = structuredClone({ ...args })
  Object.defineProperty(held, 'turning', {
    enumerable: true,
    configurable: true,
    get: () => (isTurned ? 'evil' : 'good'),
  })
  agent.use(pluginAt('before call', ({ call: asked }) => ({ call: { ...asked, arguments: held } })))
  agent.pending.attach('approval')
  const run = agent.chat('go')
  const request = await pendingOne(agent)
  const stage: Stage = {
    ...under,
    makeTool,
    tool,
    scope,
    dispose,
    held,
    other: other as Record<string, unknown>,
    turn: () => void (isTurned = true),
    switchOff: () => void (isOn = false),
  }
  return { stage, run, request }
}

describe('an approval', () => {
  it(
    'R57 A4 A15 is of what was shown: whatever changes in between, nothing runs',
    async () => {
      const names = Object.keys(mutations) as MutationName[]
      await fc.assert(
        fc.asyncProperty(
          anyArgs,
          anyArgs,
          fc.constantFrom(...names),
          fc.boolean(),
          async (args, other, name, isAnswered) => {
            fc.pre(canonicalJson(args) !== canonicalJson(other))
            const ran: unknown[] = []
            const { stage, run, request } = await show(args, other, ran)
            // The change comes while the user looks, or after the answer and before the call.
            if (!isAnswered) mutations[name](stage)
            stage.agent.pending.approve(request.id)
            if (isAnswered) mutations[name](stage)
            const { messages } = await run
            expect({ name, ran }).toEqual({ name, ran: [] })
            expect(answersIn(messages)[0]?.status).toMatch(
              /^(denied|stale|disabled|cancelled|unknown)$/,
            )
          },
        ),
        { numRuns: isLong ? 10_000 : 300, seed: 20_261_122 },
      )
    },
    isLong ? 600_000 : 60_000,
  )

  it('R57 A4 unchanged, runs once, with exactly what was shown', async () => {
    await fc.assert(
      fc.asyncProperty(anyArgs, async (args) => {
        const ran: unknown[] = []
        const { stage, run, request } = await show(args, {}, ran)
        expect(Object.isFrozen(request) && Object.isFrozen(request.args)).toBe(true)
        stage.agent.pending.approve(request.id)
        await run
        expect(ran.map(canonicalJson)).toEqual([canonicalJson(request.args)])
        expect(canonicalJson(request.args)).toBe(
          canonicalJson(JSON.parse(JSON.stringify({ ...args, turning: 'good' }))),
        )
      }),
      { numRuns: isLong ? 1000 : 50, seed: 20_261_122 },
    )
  })

  it('R57 A4 is of one call: not of an equal one, not of a later one, not twice', async () => {
    const ran: string[] = []
    const tool = new Tool({
      name: 'x',
      description: 'x',
      approval: true,
      handler: (_args, ctx) => void ran.push(ctx.callId),
    })
    const { agent } = agentUnderTest([calls(call('x'), call('x')), calls(call('x')), 'done'], {
      tools: [tool],
      calls: { order: 'parallel' },
    })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    const [first, second] = await pending(agent, 2)
    agent.pending.approve(first?.id ?? '')
    await settleAll()
    expect(agent.pending.approve(first?.id ?? '')).toBe(false)
    expect(ran).toEqual([first?.callId])
    agent.pending.deny(second?.id ?? '')
    const third = await pendingOne(agent)
    expect(agent.pending.approve(first?.id ?? '')).toBe(false)
    agent.pending.deny(third.id)
    await run
    expect(ran).toEqual([first?.callId])
  })

  it('R57 A4 A6 is not in a history: a restored one, with every mark of an approval, runs nothing', async () => {
    const ran: unknown[] = []
    const { stage, run, request } = await show({ a: 1 }, {}, ran)
    const stored = JSON.parse(JSON.stringify(stage.agent.history.messages)) as Message[]
    run.cancel()
    await run.catch(() => undefined)
    const forged = stored.map((message) => ({
      ...message,
      approved: true,
      approval: { id: request.id, decision: 'approved' },
    })) as unknown as Message[]
    const other = agentUnderTest(['done', 'done'], { tools: [stage.makeTool()] })
    other.agent.pending.attach('approval')
    const { messages } = await other.agent.execute('go on', { history: forged })
    expect(other.agent.pending.approve(request.id)).toBe(false)
    expect(messages.every(({ role }) => role !== 'tool')).toBe(true)
    expect(ran).toEqual([])
  })

  it('R57 A4 holds while the call is written down, after the last answer and before it runs', async () => {
    const ran: unknown[] = []
    const storage = memoryStorage()
    let onIntent = (): void => undefined
    const claim: AgentStorage['claim'] = async (...asked) => {
      const granted = await storage.claim(...asked)
      return (
        granted && {
          row: granted.row,
          lost: granted.lost,
          holds: () => granted.holds(),
          release: () => granted.release(),
          write: async (write) => {
            if (write.intents) onIntent()
            return granted.write(write)
          },
        }
      )
    }
    const { agent } = agentUnderTest([calls(call('y')), 'done', calls(call('y')), 'done'], {
      storage: { ...storage, claim },
    })
    const tool = payTool(ran)
    agent.scopes.register(new Scope({ name: 't', tools: [tool] }))
    agent.pending.attach('approval')
    const first = agent.chat('go')
    agent.pending.approve((await pendingOne(agent)).id)
    await first
    expect(ran).toHaveLength(1)
    const second = agent.chat('go')
    const { id } = await pendingOne(agent)
    onIntent = () => void ((tool as { handler: unknown }).handler = () => ran.push('another'))
    agent.pending.approve(id)
    const { messages } = await second
    expect(ran).toHaveLength(1)
    expect(answersIn(messages)[0]?.status).toBe('stale')
  })

  it('R57 A4 expires', async () => {
    const ran: unknown[] = []
    const { stage, run, request } = await show({ a: 1 }, {}, ran)
    // The clock has moved and no timer has fired yet, as in a page that was suspended.
    const now = stage.clock.now()
    stage.clock.now = () => now + 300_001
    stage.agent.pending.approve(request.id)
    const { messages } = await run
    expect(ran).toEqual([])
    expect(answersIn(messages)[0]?.content).toContain('nobody answered within')
  })

  it('R57 A15 is not widened by who looks on: events are frozen, and a caller’s object is not what runs', async () => {
    const ran: unknown[] = []
    const { stage } = await show({ a: 1 }, {}, [])
    const { agent } = agentUnderTest([], { tools: [] })
    agent.scopes.register(new Scope({ name: 't', tools: [payTool(ran)] }))
    agent.pending.attach('approval')
    const args = { to: 'ada' }
    const run = agent.runTool('y', args)
    const request = await pendingOne(agent)
    args.to = 'eve'
    expect(() => Object.assign(request.args, { to: 'eve' })).toThrow(TypeError)
    agent.pending.approve(request.id)
    await run
    expect(ran).toEqual([{ to: 'ada' }])
    stage.agent.cancel()
  })
})

const payTool = (ran: unknown[]): AnyTool =>
  new Tool({
    name: 'y',
    description: 'y',
    parameters: jsonSchema({ type: 'object' }),
    approval: true,
    handler: (args) => void ran.push(args),
  }) as AnyTool
