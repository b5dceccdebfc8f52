import { Tool } from '@ambit/core'
import { record, type Recording } from '@ambit/devtools/record'
import { describe, expect, it, vi } from 'vitest'
import { call, calls, type Reply } from '../reply.ts'
import { scriptedModel } from '../scripted-model.ts'
import { answerAs, createOrders } from './app-under-test.ts'
import {
  cachedAtLeast,
  judge,
  maxIterations,
  noDenied,
  said,
  score,
  type Scorer,
  usedTool,
} from './index.ts'

vi.spyOn(console, 'error').mockImplementation(() => undefined)

const usage = { prompt: 100, completion: 5, cached: 80 }
const replies: readonly Reply[] = [
  { calls: [call('filter', { status: 'open' })], usage },
  { calls: [call('refund', { id: 'a' })], usage },
  { text: 'Refunded.', usage },
]

const scorers: readonly Scorer[] = [
  usedTool('refund', { times: 1, args: { id: 'a' } }),
  noDenied(),
  maxIterations(3),
  cachedAtLeast(0.8),
  said(/refunded/i),
]

/** Runs the app once. */
async function createRecording(): Promise<Recording> {
  const agent = createOrders(replies)
  const stop = answerAs(agent)
  const recorder = record(agent)
  await agent.chat('refund')
  stop()
  return recorder.recording
}

describe('score', () => {
  it('18 judges a recording and a run alike', async () => {
    const ofRecording = await score(await createRecording(), scorers)
    const agent = createOrders(replies)
    const stop = answerAs(agent)
    const ofRun = await score(agent.chat('refund'), scorers)
    stop()
    expect(ofRecording).toEqual(ofRun)
    expect(ofRun).toMatchObject({ pass: true, passRate: 1 })
  })

  it('18 says in words why a scorer does not pass', async () => {
    const agent = createOrders(replies)
    const { pass, scorers: all } = await score(agent.chat('refund'), [
      ...scorers,
      maxIterations(2),
      cachedAtLeast(0.9),
      said('Nothing'),
      usedTool('ship'),
    ])
    expect(pass).toBe(false)
    expect(all.filter(({ passRate }) => passRate === 0)).toEqual([
      {
        name: 'used refund',
        passRate: 0,
        reasons: ['refund ended well 0 times, expected 1 times (denied)'],
      },
      { name: 'no call is denied', passRate: 0, reasons: ['denied: refund'] },
      {
        name: 'at most 2 requests',
        passRate: 0,
        reasons: ['the longest run has 3 requests, at most 2 are allowed'],
      },
      {
        name: 'cached at least 90 %',
        passRate: 0,
        reasons: ['80 % of 300 prompt tokens came from the cache'],
      },
      { name: 'said Nothing', passRate: 0, reasons: ['the last answer is "Refunded."'] },
      {
        name: 'used ship',
        passRate: 0,
        reasons: ['ship ended well 0 times, expected at least once (never called)'],
      },
    ])
  })

  it('19 repeats, and gives the share that passes', async () => {
    let nth = 0
    const run = () => createOrders([nth++ % 4 === 0 ? 'I cannot.' : 'Refunded.']).chat('refund')
    const { pass, passRate, results } = await score(run, [said('Refunded')], { times: 4 })
    expect([pass, passRate, results.length]).toEqual([false, 0.75, 4])
    const recorded = await score(createRecording, scorers, { times: 2 })
    expect(recorded.passRate).toBe(1)
    await expect(score(await createRecording(), scorers, { times: 2 })).rejects.toThrow(
      'the same each time',
    )
    await expect(score(run, scorers, { times: 0 })).rejects.toThrow('a whole number from 1')
  })

  it('finding 6, 7, 34: takes ids as they are, the last answer to the user, each pattern anew', async () => {
    const id = '11111111-1111-4111-8111-111111111111'
    const inner = { id: 'inner', parent: 'r', kind: 'execute', content: 'It is done inside.' }
    const { runs, ...rest } = await createRecording()
    const [run] = runs
    const refunds = run?.calls.map((made) => ({ ...made, args: { id } }))
    const all = [
      { ...run, id: 'r', calls: refunds },
      { ...run, ...inner, calls: [] },
    ]
    const recording = { ...rest, runs: all } as Recording
    const other = { id: id.replaceAll('1', '9') }
    const judged = await score(
      () => Promise.resolve(recording),
      [
        usedTool('refund', { args: { id } }),
        usedTool('refund', { args: other }),
        said('done inside'),
        said(/refunded/gi),
      ],
      { times: 2 },
    )
    expect(judged.scorers.map(({ passRate }) => passRate)).toEqual([1, 0, 0, 1])
  })

  it('finding 11: refuses a run with runs inside it, whose calls are not in its events', async () => {
    const outer = new Tool({
      name: 'outer',
      description: 'Ship.',
      handler: (_, ctx) => ctx.runTool('ship').catch(() => 'no'),
    })
    const agent = createOrders([calls(call('outer')), 'Done.'])
    agent.scopes.addTool('orders', outer)
    await expect(score(() => agent.chat('ship'), [noDenied()])).rejects.toThrow(
      'The run started 1 runs inside it',
    )
  })

  it('18 asks a model as a judge, which gets the session as data', async () => {
    const model = scriptedModel(['Yes, it did.', 'no: it never said so'])
    const recording = await createRecording()
    const ask = judge(model, 'Was the user told?')
    expect((await score(recording, [ask])).pass).toBe(true)
    expect((await score(recording, [ask])).pass).toBe(false)
    const prompt = JSON.stringify(model.requests[0]?.prompt)
    expect(prompt).toContain('Call of refund with')
    expect(prompt).toContain('Assistant: Refunded.')
  })
})
