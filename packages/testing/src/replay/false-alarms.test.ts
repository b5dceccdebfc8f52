import { memoryStorage } from '@ambit/core/storage'
import { redaction } from '@ambit/core/redaction'
import { recordingOf } from '@ambit/devtools/record'
import { type Agent, type Run, Scope, type ToolContext } from '@ambit/core'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { call, calls, type Reply } from '../reply.ts'
import { scriptedModel } from '../scripted-model.ts'
import { answerAs } from './app-under-test.ts'
import { appOf, type CreateApp, driftOf, played, recorded, tool } from './play-again.ts'

vi.spyOn(console, 'error').mockImplementation(() => undefined)

const started = (events: Run<unknown>['events']): number =>
  events.filter(({ type }) => type === 'agent:tool_started').length

const once = [calls(call('t')), 'Done.']
const ping = tool('ping', () => 'pong')

describe('play says nothing of', () => {
  it('finding 23: a call of the page while a tool runs', async () => {
    let end: (() => void) | undefined
    const slow = tool('t', () => new Promise<void>((resolve) => (end = resolve)))
    const recording = await recorded(appOf([slow, ping]), once, async (agent) => {
      const run = agent.chat('go')
      await vi.waitFor(() => expect(end).toBeDefined())
      await agent.runTool('ping')
      end?.()
      await run
    })
    const [chat, page] = recording.runs
    expect(page).toMatchObject({ parent: chat?.id, isGuess: true })
    const { drift, recording: now } = await played(recording, appOf([tool('t', () => 1), ping]))
    expect(drift).toEqual([])
    expect(now.runs.map(({ kind }) => kind)).toEqual(['chat', 'tool'])
  })

  it('finding 23: an approval that a call of the page asked for while a tool runs', async () => {
    const pay = tool('pay', () => 'paid', { approval: true })
    let end: (() => void) | undefined
    const slow = tool('t', () => new Promise<void>((resolve) => (end = resolve)))
    const recording = await recorded(appOf([slow, pay]), once, async (agent) => {
      const stop = answerAs(agent, (id) => agent.pending.deny(id, 'not now'))
      const run = agent.chat('go')
      await vi.waitFor(() => expect(end).toBeDefined())
      await agent.runTool('pay').catch(() => undefined)
      end?.()
      await run
      stop()
    })
    expect(await driftOf(recording, appOf([tool('t', () => 1), pay]))).toEqual([])
  })

  it('finding 23: a call of the page that a handler waits for', async () => {
    const app: CreateApp = (replies) => {
      let press = (): void => undefined
      const wait = tool('t', () => new Promise<void>((resolve) => (press = resolve)))
      return appOf([wait, tool('press', () => press())])(replies)
    }
    const recording = await recorded(app, once, async (agent) => {
      const run = agent.chat('go')
      await vi.waitFor(() => expect(started(run.events)).toBe(1))
      await agent.runTool('press')
      await run
    })
    expect(await driftOf(recording, app)).toEqual([])
  })

  it('finding 23: a call that a handler starts without its `parent`', async () => {
    const app: CreateApp = (replies) => {
      const outer = tool('t', () => agent.runTool('ping'))
      const agent: Agent = appOf([outer, ping])(replies)
      return agent
    }
    const recording = await recorded(app, once)
    const { drift, recording: now } = await played(recording, app)
    expect(drift).toEqual([])
    expect(now.runs).toHaveLength(2)
  })

  it('finding 19: a run inside a call, with the same model or with its own', async () => {
    const app =
      (own: boolean, isGone = false): CreateApp =>
      (replies) => {
        const inner = own ? { model: scriptedModel(['Inside.']) } : {}
        const ask = async (_: unknown, ctx: ToolContext): Promise<string> => {
          if (isGone) return 'Inside.'
          return (await ctx.execute('inner', { agent: agent.with(inner) })).content
        }
        const agent: Agent = appOf([tool('t', ask)])(replies)
        return agent
      }
    const own = await recorded(app(true), once)
    expect(await driftOf(own, app(true), { level: 'results' })).toEqual([])
    expect(await driftOf(own, app(true, true))).toEqual([
      'run 2: did not start (its kind is execute)',
    ])
    const shared = await recorded(app(false), [calls(call('t')), 'Inside.', 'Done.'])
    expect(await driftOf(shared, app(false), { level: 'results' })).toEqual([])
  })

  it('finding 32: approvals, which a stored session does not have', async () => {
    const pay = tool('t', () => 'paid', { approval: true })
    const agent = appOf([pay], { storage: memoryStorage() })(once)
    const stop = answerAs(agent)
    await agent.chat('go')
    stop()
    const session = await agent.sessions.export(agent.sessions.getState().current)
    const recording = recordingOf(session)
    expect(await driftOf(recording, appOf([pay]), { level: 'results' })).toEqual([])
  })

  it('finding 27: a tool that comes later than the replies of a recording', async () => {
    const app: CreateApp = (replies) => {
      const late = new Scope({ name: 'late', tools: [ping] })
      const come = (): unknown => agent.scopes.has('late') || agent.scopes.register(late)
      const open = tool('t', () => void setTimeout(come, 30))
      const agent: Agent = appOf([open])(replies)
      return agent
    }
    const afterIt = () => new Promise<Reply>((resolve) => setTimeout(resolve, 90, calls(call('t'))))
    // The request after that has the tool.
    const replies = [calls(call('t')), afterIt, calls(call('ping')), 'Done.']
    const recording = await recorded(app, replies)
    expect(recording.runs[0]?.calls[2]?.status).toBe('ok')
    expect(await driftOf(recording, app)).toEqual([])
  })

  it('finding 29: a session that the user opened again', async () => {
    const app = (): CreateApp => {
      const count = tool('t', (_: unknown, { run: { state } }: ToolContext) => {
        const n = Number(state.get()['n'] ?? 0) + 1
        state.set({ n })
        return n
      })
      return appOf([count], { storage: memoryStorage() })
    }
    const recording = await recorded(app(), [...once, ...once, ...once], async (agent) => {
      await agent.chat('first')
      const { current } = agent.sessions.getState()
      await agent.sessions.create()
      await agent.chat('second')
      await agent.sessions.open(current)
      await agent.chat('third')
    })
    expect(recording.runs.map(({ calls: [one] }) => one?.result)).toEqual([1, 1, 2])
    expect(await driftOf(recording, app(), { level: 'results' })).toEqual([])
  })

  it('finding 16: secrets that `record` removed', async () => {
    const red = redaction({ patterns: [/ACCT-\d+/g] })
    const app = (n: number): CreateApp => appOf([tool('t', () => ({ account: 'ACCT-1', n }))])
    const recording = await recorded(app(1), once, undefined, { redaction: red })
    expect(await driftOf(recording, app(1), { level: 'results' })).toEqual([])
    const options = { level: 'results', redaction: red } as const
    const { drift, text } = await played(recording, app(2), options)
    expect(drift).toHaveLength(1)
    expect(text).not.toContain('ACCT')
  })

  it('finding 25: but says that arguments were redacted', async () => {
    const parameters = z.object({ pin: z.number() })
    const app = appOf([tool('t', () => 1, { parameters })], { use: [redaction()] })
    const recording = await recorded(app, [calls(call('t', { pin: 4711 })), 'Done.'])
    const [line = ''] = await driftOf(recording, app)
    expect(line).toContain('was ok, is invalid')
    expect(line).toContain('Its arguments are redacted in the recording')
  })
})

describe('an update', () => {
  const twice = [calls(call('t')), ...once]
  const app = (silent: boolean): CreateApp => appOf([tool('t', () => 1, { result: { silent } })])

  it('finding 28: holds for a run that ends earlier', async () => {
    const recording = await recorded(app(false), twice)
    const { drift, text } = await played(recording, app(true))
    expect(drift).not.toEqual([])
    expect(await driftOf(JSON.parse(text), app(true))).toEqual([])
  })

  it('finding 28: holds for a handler that cancels its call', async () => {
    const cancels = appOf([tool('t', (_: unknown, { run }: ToolContext) => run.cancel())])
    const recording = await recorded(app(false), twice)
    const { drift, text } = await played(recording, cancels)
    expect(drift).not.toEqual([])
    expect(await driftOf(JSON.parse(text), cancels)).toEqual([])
  })

  it('finding 28: touches only what changed', async () => {
    const at = (n: number): CreateApp =>
      appOf([tool('t', () => ({ n, at: new Date().toISOString(), id: crypto.randomUUID() }))])
    const recording = await recorded(at(1), once)
    const { text } = await played(recording, at(1), { level: 'results' })
    expect(JSON.parse(text)).toEqual(recording)
    const changed = JSON.parse((await played(recording, at(2), { level: 'results' })).text)
    changed.runs[0].calls[0].result.n = 1
    expect(changed).toEqual(recording)
  })
})
