import { readdirSync, readFileSync } from 'node:fs'
import { AgentError, Tool } from 'ambit'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agent as front, researcher } from './06-sub-agent.ts'
import { agent as guarded, denied, log } from './07-guardrail.ts'
import { agent as budgeted, work } from './08-budget.ts'
import { play } from './play.ts'

// The most lines of each program, without blank ones. They only go down.
const limits: Record<string, number> = {
  '02-role-table.tsx': 26,
  '03-approval.tsx': 30,
  '04-undo.tsx': 15,
  '05-form.tsx': 9,
  '06-sub-agent.ts': 7,
  '07-guardrail.ts': 11,
  '08-budget.ts': 12,
  '09-own-ui.tsx': 22,
  '10-test.test.ts': 9,
}

describe('a program of a main job', () => {
  const programs = readdirSync(import.meta.dirname).filter((file) => /^\d/.test(file))

  it('has a limit for its lines', () => {
    expect(programs.sort()).toEqual(Object.keys(limits))
  })

  it.each(programs)('%s is short, and needs no type argument', (file) => {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8')
    const lines = source.split('\n').filter((line) => line.trim() !== '')
    expect(lines.length).toBeLessThanOrEqual(limits[file] ?? 0)
    // As long as the longest line of the programs that the limits come from.
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(132)
    // A type argument of a call of Ambit.
    expect(source).not.toMatch(/\b(?:create\w+|use(?!Ref)[A-Z]\w*|new Tool)</)
  })
})

describe('an agent that another one asks', () => {
  it('answers in the form of its output, on the bill of the chat', async () => {
    const inner = play(researcher, ['{"sources":["a","b"]}'])
    play(front, [calls(call('research', { task: 'Find sources' })), 'Two sources.'])
    const { content, messages, usage, report } = await front.chat('What is known of it?')
    expect(content).toBe('Two sources.')
    const answer = messages.find(({ role }) => role === 'tool')
    expect(answer).toMatchObject({ status: 'ok', content: '{"sources":["a","b"]}' })
    expect(report.children).toMatchObject([{ name: 'researcher', status: 'completed' }])
    expect(front.sessions.getState().usage.run.usage).toEqual(usage)
    expect(JSON.stringify(inner.requests[0]?.prompt)).toContain('Find sources')
  })
})

describe('guardrails, redaction and an audit', () => {
  const card = '4242424242424242'

  it('refuse a number of the user before any request', async () => {
    const model = play(guarded, ['never'])
    const { error } = await guarded.execute(`Pay with ${card}`)
    expect(AgentError.is(error, 'guardrail')).toBe(true)
    expect(error?.message).toContain('No card numbers.')
    expect(model.requests).toEqual([])
  })

  it('refuse a number of the model', async () => {
    play(guarded, [`Yours is ${card}.`])
    const { error, content } = await guarded.execute('Which card?')
    expect(AgentError.is(error, 'guardrail')).toBe(true)
    expect(content).not.toContain(card)
  })

  it('hide a secret from the model, and list a denied call', async () => {
    const model = play(guarded, [calls(call('read_key'), call('remove_all')), 'Done.'])
    const read = new Tool({
      name: 'read_key',
      description: 'Read the settings.',
      handler: () => ({ password: 'swordfish' }),
    })
    let removals = 0
    const remove = new Tool({
      name: 'remove_all',
      description: 'Remove all.',
      effect: 'destructive',
      handler: () => ++removals,
    })
    const { content } = await guarded.execute('Tidy up', { tools: [read, remove] })
    expect(content).toBe('Done.')
    expect(JSON.stringify(model.requests)).not.toContain('swordfish')
    expect(removals).toBe(0)
    expect(denied().map(({ tool }) => tool)).toEqual(['remove_all'])
    expect(log.query({ tool: 'read_key' }).map(({ status }) => status)).toEqual(['ok'])
  })
})

describe('a run with a budget', () => {
  it('costs what its requests cost, until the money is spent', async () => {
    const model = play(budgeted, [
      { ...calls(call('mail')), usage: { prompt: 1000, completion: 100 } },
      { text: 'Sent.', usage: { prompt: 2000, completion: 50 } },
      { ...calls(call('mail')), usage: { prompt: 2_000_000, completion: 0 } },
    ])
    expect(await work('Write to Ada')).toBeCloseTo(0.00525, 9)
    expect(await work('Write a book')).toBe('The money is spent.')
    expect(await work('Once more')).toBe('The money is spent.')
    expect(model.requests).toHaveLength(3)
  })
})
