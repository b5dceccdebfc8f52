import { createAgent, Scope, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { EventLog, type KeptEvent } from '../../watch/event-log.ts'
import { toSearched, toWords } from './row-words.ts'
import { type RowFilter, toShownRows } from './timeline-tab.tsx'
import { Timeline, type TimelineRow } from './timeline.ts'

const all: RowFilter = { kinds: new Set(), text: '' }

const write = (rows: readonly TimelineRow[]): string[] =>
  rows.map((row) => {
    const { title, status } = toWords(row)
    return `${' '.repeat(row.depth)}${title}${status && `: ${status}`}`
  })

const tool = (name: string, handler: Tool['handler'] = () => 'ok', options: object = {}): Tool =>
  new Tool({ name, description: `Does ${name}.`, handler, ...options }) as Tool

describe('Timeline', () => {
  it('has the rows of each run, and a run inside another under its call', async () => {
    const inner = tool('inner')
    const outer = tool('outer', async (_args, ctx) => {
      const run = ctx.execute('inside', { agent })
      return (await run).content
    })
    const model = scriptedModel([
      calls(call('outer')),
      calls(call('inner')),
      'inside done',
      calls(call('missing')),
      'done',
    ])
    const agent = createAgent({ model, tools: [inner, outer] })
    const log = new EventLog(agent)
    await agent.chat('Do it')
    const runs = new Timeline().take(log.getState())
    expect(write(toShownRows(runs, all, toSearched))).toEqual([
      'Run: completed',
      ' Request 1',
      ' outer: ok',
      '  Inner run: completed',
      '   Request 1',
      '   inner: ok',
      '   Request 2',
      '   End: completed',
      ' Request 2',
      ' missing: unknown',
      ' Request 3',
      ' End: completed',
    ])
    const faults = toShownRows(runs, { kinds: new Set(['fault']), text: '' }, toSearched)
    expect(write(faults)).toEqual(['Run: completed', ' missing: unknown'])
    const found = toShownRows(runs, { kinds: new Set(), text: 'INNER OK' }, toSearched)
    expect(write(found).map((row) => row.trim())).toEqual([
      'Run: completed',
      'outer: ok',
      'Inner run: completed',
      'inner: ok',
    ])
  })

  it('takes events as they come, and begins anew after some were dropped', () => {
    const timeline = new Timeline()
    const event = (seq: number, type: string, more: object = {}): KeptEvent =>
      ({ type: `agent:${type}`, seq, at: seq, runId: 'r', iteration: 0, ...more }) as never
    const events = [event(1, 'started', { input: 'Hi' }), event(2, 'request_started')]
    expect(timeline.take({ events, dropped: 0 })[0]?.rows).toHaveLength(1)
    events.push(event(3, 'warning', { code: 'x', message: 'y' }))
    const [run] = timeline.take({ events, dropped: 0 })
    expect(run?.rows).toHaveLength(2)
    expect(run && toWords(run).durationMs).toBe(2)
    const [cut] = timeline.take({ events: events.slice(1), dropped: 1 })
    expect(cut && toWords(cut).raw).toBe('begun earlier')
    expect(cut?.rows).toHaveLength(2)
  })

  it('shows a run that goes on from its start', async () => {
    const started: PromiseWithResolvers<void> = Promise.withResolvers()
    const ended: PromiseWithResolvers<void> = Promise.withResolvers()
    const slow = tool('slow', () => {
      started.resolve()
      return ended.promise
    })
    const agent = createAgent({
      model: scriptedModel([calls(call('slow')), 'done']),
      tools: [slow],
    })
    const log = new EventLog(agent)
    const run = agent.chat('Do it')
    await started.promise
    const [row] = new Timeline().take(log.getState())
    const first = log.getState().events[0]
    expect(row && toWords(row)).toMatchObject({ status: 'running', startedAt: first?.at })
    ended.resolve()
    await run
  })
})

describe('EventLog', () => {
  it('2 has the run so far if it comes in mid run, also of a run apart', async () => {
    let go = (): void => undefined
    const wait = tool('wait', () => new Promise<string>((done) => (go = () => done('ok'))))
    for (const how of ['chat', 'execute'] as const) {
      const model = scriptedModel([calls(call('wait')), 'done'])
      const agent = createAgent({ model, scopes: [new Scope({ name: 'page', tools: [wait] })] })
      const run = agent[how]('Hello')
      await new Promise<void>((done) =>
        agent.on('agent:tool_started', () => setTimeout(done), { once: true }),
      )
      const log = new EventLog(agent)
      go()
      await run
      expect(log.getState().events).toEqual(run.events)
      log.stop()
    }
  })

  it('6 drops the oldest events and counts them', async () => {
    const replies = Array.from({ length: 30 }, (_, at) => `reply ${at}`)
    const agent = createAgent({ model: scriptedModel(replies), tools: [tool('a')] })
    const log = new EventLog(agent, 50)
    let count = 0
    agent.on('*', ({ type }) => void (type === 'agent:delta' || count++))
    for (const reply of replies) await agent.chat(reply)
    const { events, dropped } = log.getState()
    expect(events.length).toBeLessThan(56)
    expect(events.length).toBeGreaterThanOrEqual(50)
    expect(events.length + dropped).toBe(count)
    expect(events.at(-1)?.type).toBe('agent:completed')
  })

  it('7 announces once per frame, and nothing for deltas', async () => {
    const agent = createAgent({ model: scriptedModel(['many words'], { cut: 1 }) })
    const log = new EventLog(agent)
    let announced = 0
    log.subscribe(() => announced++)
    await agent.chat('Hi')
    await new Promise((done) => setTimeout(done, 50))
    expect(announced).toBeGreaterThan(0)
    expect(announced).toBeLessThan(log.getState().events.length)
    expect(log.getState()).toBe(log.getState())
  })
})
