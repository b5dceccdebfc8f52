import { type Agent, type PendingApproval, createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { AgentProvider } from '../../agent/agent-provider.tsx'
import type { AnyToolOptions } from '../tool-options.ts'
import { useTool } from '../use-tool.ts'

/** The options of one row that differ from those of another row. */
type RowOptions = Partial<Omit<AnyToolOptions, 'handler' | 'parameters' | 'render'>>

/** The rows by id, in the order of mounting. */
type Rows = Readonly<Record<string, RowOptions>>

const parameters = z.object({ note: z.string().default('none') })

/** The ids of the rows that were paid. */
let paid: string[] = []

function Row({ id, options }: { id: string; options: RowOptions }): undefined {
  useTool({
    name: 'pay',
    description: 'Pays.',
    parameters,
    subject: { id },
    handler: () => void paid.push(id),
    ...(options as object),
  })
}

const page = (agent: Agent, rows: Rows): ReactElement => (
  <AgentProvider agent={agent}>
    {Object.entries(rows).map(([id, options]) => (
      <Row key={id} id={id} options={options} />
    ))}
  </AgentProvider>
)

const pay = (instance: string) => calls(call('pay', { instance }))

/** Renders rows whose model pays row b, then those of `more`, one in each run. */
async function start(
  rows: Rows,
  { more = [], policy = 'none' }: { more?: string[]; policy?: 'none' | 'all' } = {},
) {
  paid = []
  const script = ['b', ...more].flatMap((id) => [pay(id), 'Done'])
  const model = scriptedModel(script)
  const agent = createAgent({ model, approval: { ask: policy } })
  agent.pending.attach('approval')
  const screen = await render(page(agent, rows))
  await expect.poll(() => agent.scopes.find('pay')).toBeDefined()
  return { agent, model, show: (next: Rows) => screen.rerender(page(agent, next)) }
}

async function pendingOf(agent: Agent): Promise<PendingApproval> {
  await expect.poll(() => agent.pending.list('approval')).toHaveLength(1)
  const [request] = agent.pending.list('approval')
  return request ?? expect.fail('Nothing is pending.')
}

const yes = (): boolean => true
const no = (): boolean => false

describe('the options of each instance', () => {
  it.each<[string, RowOptions, RowOptions, PendingApproval['cause']]>([
    ['true, of a false one', { approval: false }, { approval: true }, 'tool'],
    ['true, of an absent one', {}, { approval: true }, 'tool'],
    ['a function, of a false one', { approval: false }, { approval: yes }, 'tool'],
    ['a function, of an absent one', {}, { approval: yes }, 'tool'],
    ['true, of a function', { approval: no }, { approval: true }, 'tool'],
    [
      'absent, where the effect asks',
      { effect: 'destructive', approval: no },
      { effect: 'destructive' },
      'effect',
    ],
    ['an effect of its own', { effect: 'read' }, { effect: 'destructive' }, 'effect'],
  ])('R73 asks about the one that requires it: %s', async (_what, a, b, cause) => {
    const { agent } = await start({ a, b })
    const run = agent.chat('Pay b')
    const request = await pendingOf(agent)
    expect(request).toMatchObject({ cause, args: { instance: 'b' }, effect: b.effect ?? 'write' })
    agent.pending.deny(request.id)
    await run
    expect(paid).toEqual([])
  })

  it.each<[string, RowOptions, RowOptions]>([
    ['false, of a true one', { approval: true }, { approval: false }],
    [
      'false, of an absent one',
      { effect: 'destructive' },
      { effect: 'destructive', approval: false },
    ],
    ['absent, of a true one', { approval: true }, {}],
    ['absent, of a function', { approval: yes }, {}],
    ['an effect of its own', { effect: 'destructive' }, { effect: 'write' }],
  ])('asks nobody about the one that does not require it: %s', async (_what, a, b) => {
    const { agent } = await start({ a, b })
    await agent.chat('Pay b')
    expect(paid).toEqual(['b'])
  })

  it('lets the policy decide about the one without `approval`', async () => {
    const { agent } = await start({ a: { approval: no }, b: {} }, { policy: 'all' })
    const run = agent.chat('Pay b')
    const request = await pendingOf(agent)
    expect(request.cause).toBe('policy')
    agent.pending.deny(request.id)
    await run
    expect(paid).toEqual([])
  })

  it.each<[string, RowOptions]>([
    ['false', { approval: { remember: false } }],
    ['a function without a key', { approval: { remember: () => undefined } }],
    ['absent for its effect', { effect: 'destructive' }],
  ])('R73 remembers nothing for the one whose `approval.remember` is %s', async (_what, b) => {
    const rows = { a: {}, b }
    const { agent } = await start(rows, { more: ['a', 'b'], policy: 'all' })
    const first = agent.chat('Pay b')
    const request = await pendingOf(agent)
    expect(request.canRemember).toBe(false)
    agent.pending.approve(request.id, { remember: true })
    await first
    const second = agent.chat('Pay a')
    const other = await pendingOf(agent)
    expect(other.canRemember).toBe(true)
    agent.pending.approve(other.id, { remember: true })
    await second
    const third = agent.chat('Pay b')
    const again = await pendingOf(agent)
    agent.pending.deny(again.id)
    await third
    expect(paid).toEqual(['b', 'a'])
  })

  it('R73 remembers for the key of the one that has a key', async () => {
    const { agent } = await start(
      { a: {}, b: { approval: { remember: () => 'account' } } },
      { policy: 'all' },
    )
    const run = agent.chat('Pay b')
    const request = await pendingOf(agent)
    expect(request).toMatchObject({ canRemember: true, rememberKey: '"b" account' })
    agent.pending.deny(request.id)
    await run
  })

  it('shows the preview of the one that has one, and none of another', async () => {
    const preview = () => 'Pays a'
    const { agent, show } = await start(
      { a: { approval: { preview } }, b: {} },
      { more: ['b'], policy: 'all' },
    )
    const first = agent.chat('Pay b')
    const request = await pendingOf(agent)
    expect(request).not.toHaveProperty('preview')
    agent.pending.approve(request.id)
    await first
    await show({ a: {}, b: { approval: { preview: () => 'Pays b 5' } } })
    const second = agent.chat('Pay b')
    const { id, preview: shown } = await pendingOf(agent)
    expect(shown).toBe('Pays b 5')
    await show({ a: {}, b: { approval: { preview: () => 'Pays b 5000' } } })
    agent.pending.approve(id)
    await expect
      .poll(() => agent.pending.list('approval'))
      .toMatchObject([{ preview: 'Pays b 5000' }])
    agent.pending.deny((await pendingOf(agent)).id)
    await second
    expect(paid).toEqual(['b'])
  })

  it('asks with the sentence of the one that is called, as it is rendered then', async () => {
    const title = (name: string) => (args: unknown) => `Pay ${name}, ${JSON.stringify(args)}?`
    const { agent, show } = await start(
      { a: { title: title('a') }, b: { title: title('b') } },
      { policy: 'all' },
    )
    const { tool } = agent.scopes.find('pay') ?? {}
    await show({ a: { title: title('a') }, b: { title: title('c') } })
    expect(agent.scopes.find('pay')?.tool).toBe(tool)
    const run = agent.chat('Pay b')
    const { id, sentence } = await pendingOf(agent)
    expect(sentence).toBe('Pay c, {"note":"none"}?')
    await show({ a: {}, b: { title: title('d') } })
    agent.pending.approve(id)
    await expect.poll(() => agent.pending.list('approval')).toMatchObject([{ replaces: id }])
    agent.pending.deny((await pendingOf(agent)).id)
    await run
    expect(paid).toEqual([])
  })

  it.each<[string, RowOptions, RowOptions]>([
    ['gets a preview', {}, { approval: { preview: () => 'Pays b' } }],
    ['loses its preview', { approval: { preview: () => 'Pays b' } }, {}],
  ])('R71 is asked for anew when it %s', async (_what, before, after) => {
    const { agent, show } = await start({ a: {}, b: before }, { policy: 'all' })
    const run = agent.chat('Pay b')
    const { id } = await pendingOf(agent)
    await show({ a: {}, b: after })
    agent.pending.approve(id)
    await expect.poll(() => agent.pending.list('approval')).toMatchObject([{ replaces: id }])
    agent.pending.deny((await pendingOf(agent)).id)
    await run
    expect(paid).toEqual([])
  })

  it.each<[string, RowOptions, RowOptions]>([
    ['has other values', { approval: { binds: () => 1 } }, { approval: { binds: () => 2 } }],
    ['gets values', {}, { approval: { binds: () => 1 } }],
    ['loses its values', { approval: { binds: () => 1 } }, {}],
  ])('R71 is refused at once when it %s', async (_what, before, after) => {
    const { agent, show } = await start({ a: {}, b: before }, { policy: 'all' })
    const run = agent.chat('Pay b')
    const { id } = await pendingOf(agent)
    await show({ a: {}, b: after })
    agent.pending.approve(id)
    const { messages } = await run
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({ status: 'stale' })
    expect(paid).toEqual([])
  })

  it('R71 is not allowed under an effect that was not shown', async () => {
    const { agent, show } = await start({ a: {}, b: { effect: 'write' } }, { policy: 'all' })
    const run = agent.chat('Pay b')
    const request = await pendingOf(agent)
    await show({ a: {}, b: { effect: 'destructive' } })
    agent.pending.approve(request.id)
    await run
    expect(paid).toEqual([])
  })

  it('R71 is that of the one that a user puts in place of another', async () => {
    const b = { approval: true }
    const c = { approval: { binds: () => Promise.resolve(1) } }
    const { agent } = await start({ a: {}, b, c })
    const run = agent.chat('Pay b')
    const request = await pendingOf(agent)
    agent.pending.approve(request.id, { args: { instance: 'c' } })
    await expect
      .poll(() => agent.pending.list('approval')[0])
      .toMatchObject({ replaces: request.id })
    const again = await pendingOf(agent)
    expect(again).toMatchObject({ args: { instance: 'b' }, dropped: { instance: 'c' } })
    expect(again.issues?.[0]?.message).toMatch(/Promise|promise/)
    agent.pending.deny(again.id)
    await run
    expect(paid).toEqual([])
  })

  it('marks the results of the one that is untrusted, and of no other', async () => {
    const { agent } = await start({ a: {}, b: { result: { untrusted: true } } }, { more: ['a'] })
    await agent.chat('Pay b')
    await agent.chat('Pay a')
    const answers = agent.history.messages.filter(({ role }) => role === 'tool')
    expect(answers).toMatchObject([{ taint: 'untrusted' }, { taint: 'derived' }])
  })

  it('gives the model the output of the one that makes it, else the result', async () => {
    const toModel = () => 'Paid.'
    const { agent } = await start({ a: {}, b: { result: { toModel } } }, { more: ['a'] })
    await agent.chat('Pay b')
    await agent.chat('Pay a')
    const [first, second] = agent.history.messages.filter(({ role }) => role === 'tool')
    expect(first).toMatchObject({ output: 'Paid.' })
    expect(second).not.toHaveProperty('output')
  })

  it('resumes a call by the one that it was for', async () => {
    const reconcile = () => ({ result: 'Paid a.' })
    const { agent } = await start({ a: { resume: { reconcile, how: 'again' } }, b: {} })
    const { tool } = agent.scopes.find('pay') ?? {}
    const optionsOf = (instance: string) => tool?.subjectOf({ instance })?.options
    expect(optionsOf('b')).toMatchObject({ reconcile: undefined, onResume: 'never' })
    const unknown = { id: '1', name: 'pay', idempotencyKey: 'k', arguments: { instance: 'a' } }
    expect(await optionsOf('a')?.reconcile?.(unknown)).toEqual({ result: 'Paid a.' })
  })

  it('runs nothing for the one whose options are not valid', async () => {
    const { agent } = await start({
      a: {},
      b: { effect: 'destructive', approval: { remember: true } },
    })
    await agent.chat('Pay b')
    expect(paid).toEqual([])
  })
})
