import * as fc from 'fast-check'
import { type Reply, call, calls } from '@ambit/testing'
import { env } from 'node:process'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import { pendingOne, settleAll } from '../../test/pending-approvals.ts'
import { type Agent, Scope } from '../index.ts'
import { memoryStorage } from '../features/keeping/index.ts'

const isLong = Boolean(env['AMBIT_LONG'])

/** Calls the tool that the last message of the user names. */
const asTold: Reply = ({ prompt }) => {
  const last = prompt.at(-1)
  if (last?.role !== 'user') return 'done'
  const [, name = '', account = ''] = /(\w+) (\w+)/.exec(JSON.stringify(last.content)) ?? []
  return calls(call(name, { account }))
}

const user = fc.constantFrom('ada', 'eve')
const tool = fc.constantFrom('note', 'pay')
const account = fc.constantFrom('one', 'two', 'none', 'broken')

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('call'), tool, account, user }) },
  fc.record({ do: fc.constant('callOfPage'), tool, account, user }),
  fc.record({ do: fc.constant('session'), at: fc.nat(2) }),
  fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(5, 40) }),
  fc.record({ do: fc.constant('revoke'), at: fc.nat(2) }),
  fc.record({ do: fc.constant('change') }),
  fc.record({ do: fc.constant('read') }),
) as fc.Arbitrary<Step>

type Called = { tool: 'note' | 'pay'; account: string; user: string }
type Step =
  | ({ do: 'call' } & Called)
  | ({ do: 'callOfPage' } & Called)
  | { do: 'session'; at: number }
  | { do: 'wait'; minutes: number }
  | { do: 'revoke'; at: number }
  | { do: 'change' }
  | { do: 'read' }

/** The rules again, in another form: a text for each remembered approval, with its end. */
class Expected {
  readonly rules = new Map<string, number>()
  readonly tainted = new Set<string>()
  version = 0

  key(session: string, { tool: name, account: of, user: by }: Called): string | undefined {
    if (name === 'pay' && (of === 'none' || of === 'broken' || this.tainted.has(session))) {
      return undefined
    }
    return [session, by, name, name === 'pay' ? of : '', this.version].join(' ')
  }
}

async function setUp() {
  const make = (version: number) => [
    anyTool('note', undefined, { approval: true, description: `note ${version}` }),
    anyTool('pay', undefined, {
      effect: 'destructive',
      description: `pay ${version}`,
      approval: {
        remember: ({ account: of }) => {
          if (of === 'broken') throw new Error('no key')
          return of === 'none' ? undefined : String(of)
        },
      },
    }),
  ]
  const under = agentUnderTest(
    [],
    { storage: memoryStorage(), scopes: [new Scope({ name: 's', tools: make(0) })] },
    { otherwise: asTold },
  )
  const { agent } = under
  const read = anyTool('read', () => 'A page.', { effect: 'read', result: { untrusted: true } })
  agent.scopes.register(new Scope({ name: 'other', tools: [read] }))
  agent.pending.attach('approval')
  return { ...under, make }
}

/** Approves the waiting call of a run, if there is one. Tells if there was one. */
async function answer(agent: Agent, run: PromiseLike<unknown>): Promise<boolean> {
  const isAsked = await Promise.race([pendingOne(agent).then(() => true), run.then(() => false)])
  if (!isAsked) return false
  const request = await pendingOne(agent)
  agent.pending.approve(request.id, { remember: request.canRemember && '30m' })
  return true
}

describe('a remembered approval', () => {
  it(
    'R73 is for a tool, its key, a conversation and a user, until its end, and for the model alone',
    async () => {
      let covered = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          const { agent, clock, make } = await setUp()
          const expected = new Expected()
          await agent.chat('read one')
          const sessions = [agent.sessions.getState().current]
          expected.tainted.add(sessions[0] ?? '')
          await agent.sessions.create()
          for (const one of steps) {
            const session = agent.sessions.getState().current
            if (one.do === 'call') {
              const { user: userId } = one
              const key = expected.key(session, one)
              const now = clock.now()
              const isCovered = key !== undefined && (expected.rules.get(key) ?? 0) > now
              if (isCovered) covered++
              const run = agent.with({ user: { id: userId } }).chat(`${one.tool} ${one.account}`)
              expect({ one, isAsked: await answer(agent, run) }).toEqual({
                one,
                isAsked: !isCovered,
              })
              const { messages } = await run
              expect(answersIn(messages).at(-1)?.status).toBe('ok')
              const resolved = run.events.find(({ type }) => type === 'agent:pending_resolved')
              const remembered = key === undefined ? undefined : { until: expect.any(Number) }
              expect(resolved).toMatchObject({
                decision: 'approved',
                by: isCovered ? 'remembered' : 'user',
                ...(remembered && { remembered }),
              })
              if (!remembered) expect(resolved).not.toHaveProperty('remembered')
              if (key !== undefined && !isCovered) expected.rules.set(key, now + 30 * 60_000)
              if (!sessions.includes(session)) sessions.push(session)
            } else if (one.do === 'callOfPage') {
              const run = agent.runTool(one.tool, { account: one.account })
              expect(await answer(agent, run)).toBe(true)
              await run
            } else if (one.do === 'session') {
              const id = sessions[one.at]
              if (id === undefined) await agent.sessions.create()
              else await agent.sessions.open(id)
            } else if (one.do === 'wait') await clock.advance(one.minutes * 60_000)
            else if (one.do === 'revoke') {
              const rule = agent.pending.getState().remembered[one.at]
              if (!rule) continue
              agent.pending.revoke(rule.id)
              const { tool: name, key = '', userId, sessionId } = rule
              for (let version = 0; version <= expected.version; version++) {
                expected.rules.delete([sessionId, userId, name, key, version].join(' '))
              }
            } else if (one.do === 'change') {
              expected.version++
              for (const changed of make(expected.version)) agent.scopes.replaceTool(changed)
            } else {
              await agent.chat('read one')
              expected.tainted.add(session)
              if (!sessions.includes(session)) sessions.push(session)
            }
            await settleAll(1)
            const { current } = agent.sessions.getState()
            for (const rule of agent.pending.getState().remembered) {
              expect(rule.sessionId).toBe(current)
            }
          }
        }),
        { numRuns: isLong ? 2000 : 100, seed: 20_261_122 },
      )
      expect(covered).toBeGreaterThan(20)
    },
    isLong ? 600_000 : 60_000,
  )
})
