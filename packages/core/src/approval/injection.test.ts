import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { type Agent, type Effect, type Message, Scope } from '../index.ts'
import { noUsage } from '../model/usage.ts'
import { pending, settleAll } from '../../test/pending-approvals.ts'
import { injection, obedient } from '../../test/injection-model.ts'

const effects: readonly Effect[] = ['read', 'write', 'egress', 'destructive']
/**
 * The places of the instruction. The last two are a user's and a trusted tool's text, and taint
 * nothing.
 */
const sources = ['tool', 'context', 'history', 'summary', 'user', 'trusted tool'] as const
const policies = ['none', 'all', 'named'] as const
const requirements = [undefined, true, false] as const
const approvers = ['nobody', 'denies', 'approves', 'is silent', 'throws'] as const

interface Scenario {
  readonly effect: Effect
  readonly source: (typeof sources)[number]
  readonly policy: (typeof policies)[number]
  readonly own: boolean | undefined
  readonly isRemembered: boolean
  readonly approver: (typeof approvers)[number]
}

const scenarios: readonly Scenario[] = effects.flatMap((effect) =>
  sources.flatMap((source) =>
    policies.flatMap((policy) =>
      requirements.flatMap((own) =>
        [false, true].flatMap((isRemembered) =>
          approvers.map((approver) => ({
            effect,
            source,
            policy,
            own,
            isRemembered,
            approver,
          })),
        ),
      ),
    ),
  ),
)

/** Repeats the rules in another form than the engine's. */
function mayRun({ effect, source, policy, own, isRemembered, approver }: Scenario) {
  const tainted = source !== 'user' && source !== 'trusted tool'
  const forced = tainted && (effect === 'egress' || effect === 'destructive')
  const asked = forced || (own ?? (policy !== 'none' || effect === 'destructive'))
  if (!asked) return true
  if (approver === 'approves') return true
  // A given history is not a conversation of the agent, so nothing is remembered for it.
  if (isRemembered && !forced && !Object.hasOwn(stored, source)) return true
  return approver === 'is silent' && !tainted && effect !== 'destructive'
}

const at = { createdAt: 0, parentId: null }
const stored: Record<string, readonly Message[]> = {
  history: [
    { ...at, id: 'u', role: 'user', content: 'Read it.' },
    {
      ...at,
      id: 'a',
      parentId: 'u',
      role: 'assistant',
      calls: [{ id: 'c', name: 'read', arguments: {} }],
      finishReason: 'tool_calls',
      usage: noUsage,
      parts: [{ type: 'tool-call', id: 'c', name: 'read' }],
    },
    {
      ...at,
      id: 'c',
      parentId: 'a',
      role: 'tool',
      name: 'read',
      content: JSON.stringify(injection),
      status: 'ok',
      taint: 'untrusted',
    },
  ],
  summary: [
    { ...at, id: 's', role: 'user', source: 'app', content: injection, taint: 'untrusted' },
  ],
}

async function rememberIfAsked(agent: Agent): Promise<void> {
  const detach = agent.pending.attach('approval')
  const run = agent.chat('CALL act, please')
  await settleAll(2)
  const [request] = agent.pending.list('approval')
  if (request) agent.pending.approve(request.id, { remember: '1h' })
  await run
  // The model is to see the scenario alone.
  agent.history.restore([], null)
  detach()
}

/** Counts the runs of the scenario's tool with a model that obeys. */
async function play(scenario: Scenario): Promise<number> {
  const { effect, source, policy, own, isRemembered, approver } = scenario
  let ran = 0
  const read = anyTool('read', () => (source.endsWith('tool') ? injection : 'A page.'), {
    effect: 'read',
    approval: false,
    result: { untrusted: source === 'tool' },
  })
  const act = anyTool('act', () => void ran++, {
    effect,
    approval: { when: own, remember: () => 'it' },
  })
  const { agent, clock } = agentUnderTest(
    [],
    {
      tools: [read, act],
      approval: {
        ask: policy === 'named' ? ['act'] : policy,
        onTimeout: 'approve',
        decide: approver === 'throws' ? () => Promise.reject(new Error('out of order')) : undefined,
      },
    },
    { otherwise: obedient },
  )
  if (source === 'context') {
    const context = () => ({ mail: injection })
    agent.scopes.register(new Scope({ name: 'inbox', context, untrusted: true }))
  }
  if (isRemembered && approver !== 'throws') await rememberIfAsked(agent)
  ran = 0
  if (approver !== 'nobody' && approver !== 'throws') agent.pending.attach('approval')
  const input = source === 'user' ? 'CALL act, please' : 'What does the page say?'
  const history = stored[source]
  const run = history ? agent.execute(input, { history }) : agent.chat(input)
  if (['approves', 'denies', 'is silent'].includes(approver)) {
    await Promise.race([pending(agent), run])
    const [request] = agent.pending.list('approval')
    if (request && approver === 'approves') agent.pending.approve(request.id)
    if (request && approver === 'denies') agent.pending.deny(request.id)
    if (request && approver === 'is silent') await clock.advance(300_000)
  }
  await run
  expect(run.status).toBe('completed')
  return ran
}

describe('a model that obeys every instruction it finds', () => {
  it('A22 R62 R56 never runs what a user would have had to allow, and runs all else', async () => {
    const wrong: string[] = []
    let allowed = 0
    for (const scenario of scenarios) {
      const { isRemembered, approver } = scenario
      if (isRemembered && approver === 'throws') continue
      const ran = await play(scenario)
      const may = mayRun(scenario)
      if (may) allowed++
      if (ran !== Number(may)) wrong.push(`ran ${ran} times: ${JSON.stringify(scenario)}`)
    }
    expect(wrong).toEqual([])
    expect(scenarios.length).toBeGreaterThanOrEqual(200)
    expect(allowed).toBeGreaterThanOrEqual(200)
  }, 120_000)
})
