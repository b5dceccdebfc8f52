import { EventSchemas } from '@ag-ui/core/schemas'
import { type BaseEvent, verifyEvents } from '@ag-ui/client'
import { agentTool, type AgentOptions, ModelError, type Run, Tool, createAgent } from '@ambit/core'
import { inputGuardrail } from '@ambit/core/answers'
import { runAgent } from '@ambit/core/code'
import { type Reply, call, calls, scriptedModel } from '@ambit/testing'
import { from, lastValueFrom, toArray } from 'rxjs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { type AguiEvent, toAguiEvents } from './index.ts'

const add = new Tool({
  name: 'add',
  description: 'Adds one.',
  effect: 'read',
  parameters: z.object({ n: z.number() }),
  handler: ({ n }, ctx) => {
    ctx.progress({ percent: 50 })
    ctx.run.emit('half', { n })
    return n + 1
  },
})
const wipe = new Tool({
  name: 'wipe',
  description: 'Wipes.',
  effect: 'destructive',
  handler: (_, ctx) => {
    ctx.undo(() => {})
    return 'wiped'
  },
})
const broken = new Tool({
  name: 'broken',
  description: 'Breaks.',
  effect: 'read',
  handler: () => {
    throw new Error('no')
  },
})
const shot = new Tool({
  name: 'shot',
  description: 'Takes a picture.',
  effect: 'read',
  result: { toModel: () => [{ type: 'image', data: 'iVBORw0KGgoA', mediaType: 'image/png' }] },
  handler: () => 'taken',
})
const tools = [add, wipe, broken, shot]

/** The reply of a model that takes no pictures. */
const noPictures: Reply = () => {
  throw new ModelError('Refused.', { kind: 'upstream_rejected', isRetryable: false, status: 400 })
}

const agentOf = (replies: Reply[], options: Partial<AgentOptions> = {}) =>
  createAgent({
    model: scriptedModel(replies),
    tools,
    request: { retry: { delay: 0 } },
    ...options,
  })

const hangs: Reply = { text: 'One', hang: true }

/** Cancels a run as soon as an event of a type comes. */
function cancelAt(
  agent: ReturnType<typeof agentOf>,
  type: 'agent:delta' | 'agent:tool_started',
): Run<unknown> {
  const run = agent.chat('Go')
  agent.on(type, () => run.cancel({ kind: 'user' }))
  return run
}

function withApproval(answer: 'approve' | 'deny'): Run<unknown> {
  const agent = agentOf([calls(call('wipe')), 'Done.'])
  agent.pending.attach('approval')
  agent.pending.subscribe(({ items: [one] }) => {
    if (one && answer === 'approve') agent.pending.approve(one.id)
    else if (one) agent.pending.deny(one.id, 'Not today.')
  })
  return agent.chat('Wipe')
}

const runs: Record<string, () => Run<unknown>> = {
  text: () => agentOf(['Yes.']).chat('Go'),
  'reasoning and text': () => agentOf([{ reasoning: 'Hm.', text: 'Yes.' }]).chat('Go'),
  'a call': () => agentOf([{ text: 'Adding', calls: [call('add', { n: 1 })] }, 'Done.']).chat('Go'),
  'several calls': () =>
    agentOf([calls(call('add', { n: 1 }), call('add', { n: 2 })), 'Done.']).chat('Go'),
  'calls that run at once': () =>
    agentOf([calls(call('add', { n: 1 }), call('add', { n: 2 })), 'Done.'], {
      calls: { order: 'parallel' },
    }).chat('Go'),
  'wrong arguments': () => agentOf([calls(call('add', { n: 'x' })), 'Done.']).chat('Go'),
  'broken arguments': () => agentOf([calls(call('add', '{"n":')), 'Done.']).chat('Go'),
  'an unknown tool': () => agentOf([calls(call('nope')), 'Done.']).chat('Go'),
  'a handler that throws': () => agentOf([calls(call('broken')), 'Done.']).chat('Go'),
  'an approval': () => withApproval('approve'),
  'a denial': () => withApproval('deny'),
  'nobody to approve': () =>
    agentOf([calls(call('wipe')), 'Done.'], { approval: { ask: 'all' } }).chat('Go'),
  'a cancel in the text': () => cancelAt(agentOf([hangs]), 'agent:delta'),
  'a cancel in a call': () =>
    cancelAt(agentOf([calls(call('add', { n: 1 }))]), 'agent:tool_started'),
  'a cancel before the start': () => {
    const run = agentOf(['Yes.']).chat('Go')
    run.cancel()
    return run
  },
  'a limit of iterations': () =>
    agentOf([calls(call('add', { n: 1 })), calls(call('add', { n: 2 }))], {
      limits: { iterations: 1 },
    }).chat('Go'),
  'a limit of calls': () =>
    agentOf([calls(call('add', { n: 1 }), call('add', { n: 2 })), 'Done.'], {
      limits: { calls: 1 },
    }).chat('Go'),
  'a model that refuses': () => agentOf([{ refuse: new Error('no') }]).chat('Go'),
  'a model that fails in the middle': () =>
    agentOf([{ text: 'One', breakWith: new Error('no') }]).chat('Go'),
  'a retry': () =>
    agentOf([{ refuse: Object.assign(new Error('busy'), { status: 503 }) }, 'Yes.']).chat('Go'),
  'a picture that the model refuses': () =>
    agentOf([calls(call('shot')), noPictures, 'Without it.']).chat('Go'),
  'a refused input': () => {
    const refuse = inputGuardrail('polite', () => 'Say please.')
    return agentOf(['Yes.'], { use: [refuse] }).chat('Go')
  },
  'calls of the provider': () =>
    agentOf([
      [
        {
          type: 'tool-call',
          toolCallId: 'p1',
          toolName: 'search',
          input: '{}',
          providerExecuted: true,
        },
        { type: 'tool-result', toolCallId: 'p1', toolName: 'search', result: { found: 7 } },
        ...textParts('Found it.'),
      ],
    ]).chat('Go'),
  'a call of the page': () => agentOf([]).runTool('add', { n: 1 }),
  'code as an agent': () => runAgent((agent) => agent.tool('double', 2, (n: number) => n * 2)),
  'an isolated run': () => agentOf(['Yes.']).execute('Go'),
}

function textParts(delta: string) {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  return [
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta },
    { type: 'text-end', id: '0' },
    { type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } },
  ] as const
}

/** Returns the events of a run, if the official verifier and the official schemas accept them. */
async function verified(run: Run<unknown>): Promise<AguiEvent[]> {
  const events: AguiEvent[] = []
  for await (const event of toAguiEvents(run)) events.push(event)
  run.catch(() => {})
  for (const event of events) EventSchemas.parse(event)
  const seen = await lastValueFrom(
    from(events as unknown as BaseEvent[]).pipe(verifyEvents(false), toArray()),
  )
  expect(seen).toHaveLength(events.length)
  // On their way, events are JSON.
  expect(JSON.parse(JSON.stringify(events))).toEqual(events)
  return events
}

const typesOf = (events: readonly AguiEvent[]): string[] => events.map(({ type }) => type)

describe('toAguiEvents', () => {
  it.each(Object.entries(runs))('21 passes the official verifier for %s', async (_, start) => {
    const types = typesOf(await verified(start()))
    expect(types[0]).toBe('RUN_STARTED')
    expect(types.at(-1)).toMatch(/RUN_FINISHED|RUN_ERROR/)
    expect(types.filter((type) => type.startsWith('RUN_'))).toHaveLength(2)
    const count = (type: string): number => types.filter((one) => one === type).length
    expect(count('TEXT_MESSAGE_START')).toBe(count('TEXT_MESSAGE_END'))
    expect(count('TOOL_CALL_START')).toBe(count('TOOL_CALL_END'))
  })

  it('tells the runs inside a call as subagents, also of other agents and inside one another', async () => {
    const looker = agentOf([{ reasoning: 'Hm.', text: 'Looked.' }], { name: 'looker' })
    const look = agentTool({ agent: looker, name: 'look', description: 'Looks.' })
    const finder = agentOf([calls(call('look', { task: 'Look' })), 'Found.'], {
      name: 'finder',
      tools: [look],
    })
    const failing = agentOf([{ refuse: new Error('no') }], { name: 'failing' })
    const agent = agentOf(
      [calls(call('find', { task: 'Find' }, 'c1'), call('fail', { task: 'Fail' }, 'c2')), 'Done.'],
      {
        tools: [
          agentTool({ agent: finder, name: 'find', description: 'Finds.' }),
          agentTool({ agent: failing, name: 'fail', description: 'Fails.' }),
        ],
      },
    )
    const events = await verified(agent.chat('Go'))
    const started = events.filter(({ type }) => type === 'SUBAGENT_STARTED')
    expect(started).toMatchObject([
      { name: 'finder', parentToolCallId: 'c1' },
      { name: 'looker', parentSubagentRunId: started[0]?.['subagentRunId'] },
      { name: 'failing', parentToolCallId: 'c2' },
    ])
    const of = (at: number): AguiEvent[] =>
      events.filter(({ subagentRunId }) => subagentRunId === started[at]?.['subagentRunId'])
    const said = (at: number): string =>
      of(at)
        .filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT')
        .map(({ delta }) => delta)
        .join('')
    expect([said(0), said(1)]).toEqual(['Found.', 'Looked.'])
    expect(typesOf(of(0))).toContain('TOOL_CALL_RESULT')
    expect(typesOf(of(1))).toContain('REASONING_MESSAGE_CONTENT')
    expect([0, 1, 2].map((at) => of(at).at(-1)?.type)).toEqual([
      'SUBAGENT_FINISHED',
      'SUBAGENT_FINISHED',
      'SUBAGENT_ERROR',
    ])
    // Nobody takes the words of a subagent for those of the agent.
    const texts = events.filter(({ type }) => type === 'TEXT_MESSAGE_START')
    expect(texts.filter(({ subagentRunId }) => subagentRunId === undefined)).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
  })

  it('tells each reader of the runs inside a call, also of those that began or ended before', async () => {
    const inner = agentOf([{ reasoning: 'Hm.', text: 'Looked.' }], { name: 'inner' })
    const look = agentTool({ agent: inner, name: 'look', description: 'Looks.' })
    const agent = agentOf([calls(call('look', { task: 'Look' })), 'Done.'], { tools: [look] })
    const run = agent.chat('Go')
    const readings: Promise<AguiEvent[]>[] = []
    for await (const _ of run.withInner()) readings.push(verified(run))
    readings.push(verified(run))
    expect(readings.length).toBeGreaterThan(15)
    const [first = [], ...rest] = (await Promise.all(readings)).map((events) => {
      const said = events.flatMap(({ delta }) => (typeof delta === 'string' ? [delta] : []))
      const told = events.filter(({ type }) => !/CONTENT|ARGS/.test(type))
      return [...told.map(({ type, subagentRunId }) => [type, subagentRunId]), said.join('')]
    })
    expect(first.flat()).toEqual(
      expect.arrayContaining(['SUBAGENT_STARTED', 'SUBAGENT_FINISHED', 'RUN_FINISHED']),
    )
    for (const events of rest) expect(events).toEqual(first)
    // Who reads the run alone gets nothing of those inside, however late.
    for await (const { runId } of run) expect(runId).toBe(run.id)
  })

  it('ends the subagents of a run that is cancelled before the run', async () => {
    const inner = agentOf([hangs], { name: 'inner' })
    const tool = agentTool({ agent: inner, name: 'ask', description: 'Asks.' })
    const agent = agentOf([calls(call('ask', { task: 'Ask' }))], { tools: [tool] })
    const run = agent.chat('Go')
    inner.on('agent:delta', () => run.cancel({ kind: 'user' }))
    const events = await verified(run)
    const end = events.findIndex(({ type }) => type === 'SUBAGENT_ERROR')
    expect(events[end]).toMatchObject({ code: 'cancelled' })
    expect(events.slice(end).at(-1)).toMatchObject({ outcome: { type: 'cancelled' } })
  })

  it('ends with an error where its code does not load, and stops nothing', async () => {
    vi.doMock('./event-writer.ts', () => {
      throw new Error('offline')
    })
    onTestFinished(() => vi.doUnmock('./event-writer.ts'))
    const run = agentOf(['Yes.']).chat('Go')
    expect(await verified(run)).toMatchObject([{ type: 'RUN_ERROR', code: 'load' }])
    expect(await run).toMatchObject({ content: 'Yes.' })
  })

  it('21 passes the official verifier for a run that is read late, from each of its events on', async () => {
    const agent = agentOf([
      { reasoning: 'Hm.', text: 'Adding', calls: [call('add', { n: 1 })] },
      'Done.',
    ])
    const run = agent.chat('Go')
    const readings: Promise<AguiEvent[]>[] = []
    for await (const _ of run) readings.push(verified(run))
    expect(readings.length).toBeGreaterThan(10)
    const [first, ...rest] = (await Promise.all(readings)).map((events) =>
      typesOf(events).filter((type) => !/CONTENT|ARGS/.test(type)),
    )
    for (const types of rest) expect(types).toEqual(first)
  })

  it('streams text and arguments, with the answer, the progress and the end', async () => {
    const events = await verified(runs['a call']?.() as Run<unknown>)
    const message = events.filter(({ type }) => /^TEXT|^TOOL|^CUSTOM/.test(type))
    expect(message.slice(0, 10)).toMatchObject([
      { type: 'TEXT_MESSAGE_START', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', delta: 'Adding' },
      { type: 'TOOL_CALL_START', toolCallName: 'add', parentMessageId: message[0]?.['messageId'] },
      { type: 'TOOL_CALL_ARGS', delta: '{"n":1}' },
      { type: 'TOOL_CALL_END' },
      { type: 'TEXT_MESSAGE_END' },
      { type: 'CUSTOM', name: 'ambit.tool_progress', value: { percent: 50 } },
      { type: 'CUSTOM', name: 'half', value: { n: 1 } },
      { type: 'TOOL_CALL_RESULT', content: '2', role: 'tool' },
      { type: 'TEXT_MESSAGE_START' },
    ])
    expect(events.at(-1)).toMatchObject({
      outcome: { type: 'success' },
      usage: [{ inputTokens: 20, outputTokens: 10, totalTokens: 30 }],
    })
  })

  it('ends a cancelled run with its own outcome, and a failed one with the error', async () => {
    const cancelled = await verified(runs['a cancel in the text']?.() as Run<unknown>)
    expect(cancelled.at(-1)).toMatchObject({ outcome: { type: 'cancelled' } })
    const failed = await verified(runs['a model that refuses']?.() as Run<unknown>)
    expect(failed.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'model' })
  })

  it('tells of approvals as custom events', async () => {
    const events = await verified(withApproval('approve'))
    const names = events.flatMap(({ type, name }) => (type === 'CUSTOM' ? [name] : []))
    expect(names).toEqual(['ambit.pending_added', 'ambit.pending_resolved'])
  })

  it('has the thread that it is given, else the session of the call, else the root run', async () => {
    const threadOf = async (run: Run<unknown>, threadId?: string): Promise<unknown> => {
      for await (const event of toAguiEvents(run, { threadId })) return event['threadId']
      return undefined
    }
    const agent = agentOf(['1', '2', '3'])
    expect(await threadOf(agent.execute('a'), 't')).toBe('t')
    expect(await threadOf(agent.execute('a', { sessionId: 's' }))).toBe('s')
    const run = agent.execute('a')
    expect(await threadOf(run)).toBe(run.id)
  })
})
