import { call, calls } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { createPages } from '../../test/pages-under-test.ts'
import { type Agent, type AnyTool, Scope, type TouchTarget } from '../index.ts'

afterEach(() => vi.restoreAllMocks())

const targetsOf = ({ calls: store }: Agent): unknown[] =>
  [...store.getState().values()].flatMap(({ tool, touched }) =>
    touched ? { tool, ...touched } : [],
  )

async function run(tool: AnyTool, options: object = {}): Promise<Agent> {
  const scope = new Scope({ name: 'orders', tools: [tool] })
  const { agent } = agentUnderTest([calls(call(tool.name)), 'Done.'], {
    scopes: [scope],
    ...options,
  })
  await agent.chat('go')
  return agent
}

describe('what a call touched', () => {
  it('has the things that the handler named, one by one and as an array', async () => {
    const row = { isRow: true }
    const ref = { current: row }
    const tool = anyTool('mark', (_args, { touched }) => {
      touched(row)
      touched([ref, 'order-3'])
    })
    const agent = await run(tool)
    expect(targetsOf(agent)).toEqual([{ tool: 'mark', targets: [row, ref, 'order-3'] }])
  })

  it('is the scope by default, unless the call only reads', async () => {
    expect(targetsOf(await run(anyTool('mark')))).toEqual([
      { tool: 'mark', scope: 'orders', targets: [] },
    ])
    expect(targetsOf(await run(anyTool('look', () => 1, { effect: 'read' })))).toEqual([])
  })

  it('has what a call that failed had named, and not its scope', async () => {
    const fail = (): never => {
      throw new Error('no')
    }
    const named = anyTool('mark', (_args, ctx) => (ctx.touched('order-3'), fail()))
    expect(targetsOf(await run(named))).toEqual([{ tool: 'mark', targets: ['order-3'] }])
    expect(targetsOf(await run(anyTool('mark', fail)))).toEqual([])
  })

  it('ignores what cannot be on a page, and keeps at most 1,000 things', async () => {
    const wrong = [null, undefined, 5, () => 1, Symbol('x')] as unknown as TouchTarget[]
    const agent = await run(
      anyTool('mark', (_args, { touched }) => {
        touched(wrong)
        touched(Array.from({ length: 1200 }, (_, at) => `row-${at}`))
      }),
    )
    expect([...agent.calls.getState().values()].at(-1)?.touched?.targets.length).toBe(1000)
  })

  it('is not in the history, and nothing of it is stored', async () => {
    const { storage } = createPages().open()
    const agent = await run(
      anyTool('mark', (_args, ctx) => ctx.touched('order-3')),
      { storage },
    )
    expect(JSON.stringify(agent.history.messages)).not.toContain('order-3')
    const stored = await agent.sessions.export(agent.sessions.getState().current)
    expect(JSON.stringify(stored)).not.toContain('order-3')
    await agent.sessions.create()
    expect(targetsOf(agent)).toEqual([])
  })

  it('has the calls of the page too, and nothing of a handler whose call has ended', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    let late = (): void => undefined
    const tool = anyTool('mark', (_args, { touched }) => {
      touched('order-1')
      late = () => touched('order-2')
    })
    const { agent } = agentUnderTest([], { tools: [tool] })
    await agent.runTool('mark')
    late()
    expect(targetsOf(agent)).toEqual([{ tool: 'mark', targets: ['order-1'] }])
  })
})
