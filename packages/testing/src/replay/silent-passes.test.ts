import { type Agent, AgentError, type AgentPlugin, type ToolContext } from '@ambit/core'
import * as z from 'zod'
import { describe, expect, it, vi } from 'vitest'
import { call, calls } from '../reply.ts'
import { answerWith, appOf, type CreateApp, driftOf, played, recorded, tool } from './play-again.ts'

vi.spyOn(console, 'error').mockImplementation(() => undefined)

const once = [calls(call('t')), 'Done.']

describe('play is not ok over', () => {
  it('finding 1: a difference that comes after many ignored ones', async () => {
    const app = (total: number): CreateApp => {
      const rows = () => Array.from({ length: 6 }, () => ({ tag: Math.random() }))
      return appOf([tool('t', () => ({ rows: rows(), total }))])
    }
    const recording = await recorded(app(1), once)
    const options = { level: 'results', ignore: ['t.rows.*.tag'] } as const
    expect(await driftOf(recording, app(1), options)).toEqual([])
    expect(await driftOf(recording, app(999), options)).toEqual([
      'run 1, call 1 (t): result.total was 1, is 999',
    ])
  })

  it('finding 2, 5: runs that the app does not start any more, or starts anew', async () => {
    const app =
      (inner: string | undefined): CreateApp =>
      (replies) => {
        const outer = tool('t', async (_: unknown, ctx: ToolContext) => {
          if (inner) await ctx.runTool(inner)
        })
        const names = ['audit', 'wipe'].map((name) => tool(name, () => 1))
        const agent = appOf([outer, ...names])(replies)
        return agent
      }
    const recording = await recorded(app('audit'), once)
    expect(await driftOf(recording, app('audit'), { level: 'results' })).toEqual([])
    expect(await driftOf(recording, app(undefined), { level: 'calls' })).toEqual([
      'run 2: did not start (a call of audit)',
    ])
    const { drift, text } = await played(recording, app('wipe'), { level: 'calls' })
    expect(drift).toEqual([
      'run 2: did not start (a call of audit)',
      'run 1: the app starts another run now (a call of wipe)',
    ])
    expect(await driftOf(JSON.parse(text), app('wipe'))).toEqual([])
  })

  it('finding 5: a call that the app makes on its own after a run', async () => {
    const app =
      (isMore: boolean): CreateApp =>
      (replies) => {
        const agent = appOf([tool('t', () => 1), tool('wipe', () => 1)])(replies)
        if (isMore) agent.on('agent:completed', () => void agent.runTool('wipe'), { once: true })
        return agent
      }
    const recording = await recorded(app(false), once)
    expect(await driftOf(recording, app(true))).toEqual([
      'after the recording: the app starts another run now (a call of wipe)',
    ])
  })

  it('finding 8: another question, which the old answer is not for', async () => {
    const app = (message: string): CreateApp =>
      appOf([
        tool('t', (_: unknown, { ask }: ToolContext) =>
          ask({ message, schema: z.object({ ok: z.boolean() }) }),
        ),
      ])
    const recording = await recorded(app('Keep the draft?'), once, async (agent) => {
      const stop = answerWith(agent, () => ({ ok: true }))
      await agent.chat('go')
      stop()
    })
    expect(await driftOf(recording, app('Keep the draft?'), { level: 'results' })).toEqual([])
    expect(await driftOf(recording, app('Delete everything?'), { level: 'calls' })).toEqual([
      'run 1, call 1 (t): asks another question: was "Keep the draft?", is "Delete everything?"',
    ])
  })

  it('finding 8: the answers of two questions at once, in whatever order they come', async () => {
    const app = (slow: number): CreateApp => {
      const parameters = z.object({ n: z.number() })
      const handler = async ({ n }: { n: number }, { ask }: ToolContext) => {
        if (n === slow) await new Promise((resolve) => setTimeout(resolve, 20))
        return ask({ message: `Name ${n}?`, schema: z.string() })
      }
      return appOf([tool('t', handler, { parameters })], { calls: { order: 'parallel' } })
    }
    const both = [calls(call('t', { n: 1 }), call('t', { n: 2 })), 'Done.']
    const recording = await recorded(app(2), both, async (agent) => {
      const stop = answerWith(agent, (message) => `the answer of ${message}`)
      await agent.chat('go')
      stop()
    })
    expect(await driftOf(recording, app(1), { level: 'results' })).toEqual([])
  })

  it('finding 9: other arguments of a call', async () => {
    const schema = { parameters: z.object({ amount: z.number(), to: z.string() }) }
    const app = appOf([tool('pay', () => 'ok', schema)])
    const pay = (amount: number, to: string) => [calls(call('pay', { amount, to })), 'Paid.']
    const recording = await recorded(app, pay(1, 'Ada'))
    const other: CreateApp = () => app(pay(9999, 'Eve'))
    expect(await driftOf(recording, other, { level: 'calls' })).toEqual([
      'run 1, call 1 (pay): arguments.amount was 1, is 9999',
      'run 1, call 1 (pay): arguments.to was "Ada", is "Eve"',
    ])
  })

  it('finding 12: the other error of a run that fails', async () => {
    const app =
      (words: string): CreateApp =>
      (replies) => {
        const fails: AgentPlugin = {
          name: 'fails',
          run: async (_at, next) => {
            await next()
            throw new AgentError(words)
          },
        }
        return appOf([tool('t', () => 1)], { calls: { errors: 'abort' }, use: [fails] })(replies)
      }
    const fail = (agent: Agent) => agent.chat('go').catch(() => undefined)
    const recording = await recorded(app('quota'), once, fail)
    const drift = await driftOf(recording, app('no x'), { level: 'results' })
    expect(drift).toEqual(['run 1: fails with other words: was "quota", is "no x"'])
  })

  it('finding 12: an answer that a plug-in changes', async () => {
    const app =
      (words: string): CreateApp =>
      (replies) => {
        const changes: AgentPlugin = {
          name: 'changes',
          request: async (_, next) => {
            const response = await next()
            return response.content ? { content: words } : response
          },
        }
        return appOf([tool('t', () => 1)], { use: [changes] })(replies)
      }
    const recording = await recorded(app('open'), once)
    expect(await driftOf(recording, app('closed'))).toEqual([])
    expect(await driftOf(recording, app('closed'), { level: 'results' })).toEqual([
      'run 1: answers with other words: was "open", is "closed"',
    ])
  })

  it('finding 13: a level with another name', async () => {
    const recording = await recorded(appOf([tool('t', () => 1)]), once)
    const wrong = driftOf(recording, appOf([]), { level: 'result' as 'results' })
    await expect(wrong).rejects.toThrow('`level` is "result"')
  })

  it('finding 10: a recording that lost its runs', async () => {
    const recording = await recorded(appOf([tool('t', () => 1)]), once)
    const lost = { ...recording, runs: [], dropped: { runs: 1, events: 0 } }
    expect(await driftOf(lost, appOf([]))).toEqual([
      expect.stringMatching(/^the recording: lost 1 runs/),
    ])
  })

  it('finding 31: a time of another year, but not over one that moved with the start', async () => {
    const app = (due: string): CreateApp =>
      appOf([tool('t', () => ({ due: new Date(due), at: Date.now(), is: new Date() }))])
    const recording = await recorded(app('2026-01-01T00:00:00Z'), once)
    const later = { ...recording, startedAt: recording.startedAt }
    expect(await driftOf(later, app('2026-01-01T00:00:00Z'), { level: 'results' })).toEqual([])
    expect(await driftOf(later, app('2031-07-07T00:00:00Z'), { level: 'results' })).toEqual([
      'run 1, call 1 (t): result.due was "2026-01-01T00:00:00.000Z", is "2031-07-07T00:00:00.000Z"',
    ])
  })
})
