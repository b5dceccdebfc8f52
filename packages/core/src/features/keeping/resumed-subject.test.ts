import { calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../../test/agent-under-test.ts'
import { createPages } from '../../../test/pages-under-test.ts'
import { type CallSubject, Tool, type ToolOptions } from '../../index.ts'

type Options = Partial<ToolOptions<Record<string, unknown>, unknown>>

/** A tool of which every call is for a thing that has options of its own. */
class TwoTools extends Tool {
  readonly #own: Tool

  constructor(handler: () => unknown, options: Options, own: Options) {
    super({ name: 'act', description: 'Acts.', handler, ...options } as ToolOptions<never, unknown>)
    this.#own = anyTool('own', () => undefined, own) as Tool
  }

  override subjectOf(): CallSubject {
    return { parts: [], options: this.#own, onGone: () => () => undefined }
  }
}

const found = { resume: { reconcile: () => ({ result: 7 }) } } satisfies Options

describe('a call of one subject of a tool that was running when its page ended', () => {
  it.each<[string, Options, Options, runs: number, asked: number, status: string]>([
    ['is left alone as the subject says', { resume: { how: 'again' } }, {}, 0, 0, 'interrupted'],
    ['runs again as the subject says', {}, { resume: { how: 'again' } }, 1, 0, 'ok'],
    ['runs again if a user says so', {}, { resume: { how: 'ask' } }, 1, 1, 'ok'],
    ['is found out by the subject', {}, found, 0, 0, 'ok'],
    ['is not found out by another', found, {}, 0, 0, 'interrupted'],
    ['is of the effect of the subject', {}, { effect: 'read' }, 1, 0, 'ok'],
    [
      'says that its outcome is unknown while its tool is off',
      { enabled: () => false },
      { resume: { how: 'again' } },
      0,
      0,
      'interrupted',
    ],
    [
      'says so too of a secret tool, and asks nobody',
      { enabled: () => false, visible: { off: 'secret' } },
      { resume: { how: 'ask' } },
      0,
      0,
      'interrupted',
    ],
  ])('%s', async (_what, options, own, runs, asked, status) => {
    const pages = createPages()
    const before = pages.open()
    const started = vi.fn<() => Promise<never>>(() => new Promise(() => undefined))
    const first = agentUnderTest([calls({ name: 'act' })], {
      storage: before.storage,
      tools: [anyTool('act', started)],
    })
    void first.agent.chat('Act')
    await vi.waitFor(() => expect(started).toHaveBeenCalledOnce())
    await before.die()
    const handler = vi.fn<() => string>(() => 'ok')
    const { agent } = agentUnderTest(['Done'], {
      storage: pages.open().storage,
      tools: [new TwoTools(handler, options, own)],
    })
    agent.pending.attach('approval')
    await agent.sessions.opening
    const run = agent.resume()
    for (let nth = 0; nth < asked; nth++) {
      await vi.waitFor(() => expect(agent.pending.list('approval')).toHaveLength(1))
      agent.pending.approve(agent.pending.list('approval')[0]?.id ?? '')
    }
    await run
    expect(handler).toHaveBeenCalledTimes(runs)
    expect(answersIn(agent.history.messages)).toMatchObject([{ status }])
  })
})

describe('a call that was running when its page ended, and whose subject is another one now', () => {
  const none = { reconcile: () => undefined }
  it.each<[string, ToolOptions<never, unknown>['resume'], string, string]>([
    ['was not run, if its tool has found that out', none, 'cancelled', 'was not run'],
    ['may have taken effect, if nobody knows', { how: 'again' }, 'interrupted', 'may have taken'],
  ])('%s', async (_what, resume, status, content) => {
    const pages = createPages()
    const before = pages.open()
    const started = vi.fn<() => Promise<never>>(() => new Promise(() => undefined))
    const first = agentUnderTest([calls({ name: 'act' })], {
      storage: before.storage,
      tools: [anyTool('act', started, { subject: '1' })],
    })
    void first.agent.chat('Act')
    await vi.waitFor(() => expect(started).toHaveBeenCalledOnce())
    await before.die()
    const handler = vi.fn<() => string>(() => 'ok')
    const { agent } = agentUnderTest(['Done'], {
      storage: pages.open().storage,
      tools: [anyTool('act', handler, { subject: '2', resume })],
    })
    await agent.sessions.opening
    await agent.resume()
    expect(handler).not.toHaveBeenCalled()
    expect(answersIn(agent.history.messages)).toMatchObject([
      { status, content: expect.stringContaining(content) },
    ])
  })
})
