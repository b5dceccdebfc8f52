import { type Agent, type PendingApproval, createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../../agent/agent-provider.tsx'
import { AgentScope } from '../use-scope.tsx'
import { useTool } from '../use-tool.ts'

interface RowProps {
  id: string
  label?: string
  description?: string
  preview?: string
  /** The key of a remembered approval. */
  size?: string
}

/** The ids of the instances that were wiped. */
let wiped: string[] = []

function Row({
  id,
  label = `Row ${id}`,
  description = 'Wipes a row.',
  preview = 'Wipes it',
  size,
}: RowProps): undefined {
  useTool({
    name: 'wipe',
    description,
    subject: { id, label },
    approval: {
      when: true,
      preview: () => preview,
      ...(size !== undefined && { remember: () => size }),
    },
    handler: () => void wiped.push(id),
  })
}

const page = (agent: Agent, ...rows: (RowProps & { key?: string })[]): ReactElement => (
  <AgentProvider agent={agent}>
    <AgentScope name="rows">
      {rows.map(({ key, ...row }) => (
        <Row key={key ?? row.id} {...row} />
      ))}
    </AgentScope>
  </AgentProvider>
)

/** Renders a page whose model calls `wipe` for row b. Resolves when the approval is requested. */
async function asked(...more: Reply[]) {
  wiped = []
  const agent = createAgent({ model: scriptedModel([wipe('b'), ...more, 'Done']) })
  agent.pending.attach('approval')
  const screen = await render(page(agent, { id: 'a' }, { id: 'b' }))
  await expect.poll(() => agent.scopes.find('wipe')).toBeDefined()
  const run = agent.chat('Wipe b')
  const request = await pendingOf(agent)
  return {
    agent,
    request,
    run,
    show: (...rows: Parameters<typeof page>[1][]) => screen.rerender(page(agent, ...rows)),
    answers: async (): Promise<ToolMessage[]> => {
      const { messages } = await run
      return messages.filter((message) => message.role === 'tool')
    },
  }
}

const wipe = (instance: string): Reply => calls(call('wipe', { instance }))

async function pendingOf(agent: Agent): Promise<PendingApproval> {
  await expect.poll(() => agent.pending.list('approval')).toHaveLength(1)
  const [request] = agent.pending.list('approval')
  return request ?? expect.fail('Nothing is pending.')
}

describe('an approval of a call of one instance', () => {
  it('holds while others come and go, the first among them', async () => {
    const { agent, request, show, answers } = await asked()
    await show({ id: 'b' }, { id: 'c' })
    await show({ id: 'b' }, { id: 'c', label: 'Renamed' }, { id: 'd' })
    expect(agent.pending.list('approval')).toEqual([request])
    agent.pending.approve(request.id)
    expect(await answers()).toMatchObject([{ status: 'ok' }])
    expect(wiped).toEqual(['b'])
  })

  it('is remembered for the tool, whichever instances there are', async () => {
    const { agent, request, show, run } = await asked(wipe('c'))
    await show({ id: 'b' }, { id: 'c' })
    agent.pending.approve(request.id, { remember: true })
    await run
    expect(wiped).toEqual(['b', 'c'])
  })

  it('R73 is remembered for one instance and its key of the latest render, if there is a key', async () => {
    const script = [wipe('b'), wipe('b'), wipe('b'), wipe('a')].flatMap((reply) => [reply, 'Done'])
    const agent = createAgent({ model: scriptedModel(script) })
    agent.pending.attach('approval')
    const rows = (size: string) => page(agent, { id: 'a', size }, { id: 'b', size })
    const screen = await render(rows('small'))
    await expect.poll(() => agent.scopes.find('wipe')).toBeDefined()
    await screen.rerender(rows('large'))
    const first = agent.chat('Wipe b')
    const request = await pendingOf(agent)
    expect(request).toMatchObject({ canRemember: true, rememberKey: '"b" large' })
    agent.pending.approve(request.id, { remember: true })
    await first
    await agent.chat('Wipe b')
    await screen.rerender(rows('small'))
    for (const key of ['"b" small', '"a" small']) {
      const run = agent.chat('Wipe it')
      const { id, rememberKey } = await pendingOf(agent)
      expect(rememberKey).toBe(key)
      agent.pending.deny(id)
      await run
    }
  })

  it('ends with its instance: nobody is asked about what has gone', async () => {
    const { agent, show, answers } = await asked()
    await show({ id: 'a' })
    await expect.poll(() => agent.pending.list('approval')).toEqual([])
    expect(await answers()).toMatchObject([{ status: 'cancelled' }])
    expect(wiped).toEqual([])
  })

  it('R66 is of the same id, though its row is made anew', async () => {
    const { agent, request, show, answers } = await asked()
    await show({ id: 'a' }, { key: 'another', id: 'b' })
    agent.pending.approve(request.id)
    expect(await answers()).toMatchObject([{ status: 'ok' }])
    expect(wiped).toEqual(['b'])
  })

  it('R57 A4 ends with the mount of that id if the row that is made anew has another label', async () => {
    const { agent, request, show, answers } = await asked()
    await show({ id: 'a' }, { key: 'another', id: 'b', label: 'Another order' })
    agent.pending.approve(request.id)
    expect(await answers()).toMatchObject([{ status: 'cancelled' }])
    expect(wiped).toEqual([])
  })

  it('R57 A4 is asked for anew if a row of that id would show another preview', async () => {
    const { agent, request, show, answers } = await asked()
    await show({ id: 'a' }, { key: 'another', id: 'b', preview: 'Wipes everything' })
    agent.pending.approve(request.id)
    await expect
      .poll(() => agent.pending.list('approval'))
      .toMatchObject([{ preview: 'Wipes everything', replaces: request.id }])
    expect(agent.pending.approve(request.id)).toBe(false)
    agent.pending.deny((await pendingOf(agent)).id)
    expect(await answers()).toMatchObject([{ status: 'denied' }])
    expect(wiped).toEqual([])
  })

  it.each<[string, RowProps]>([
    ['in place', { id: 'b', label: 'Another order' }],
    ['by a new mount', { key: 'another', id: 'b', label: 'Another order' } as RowProps],
  ])(
    'R57 A4 ends when the label becomes another %s, and the model is told so',
    async (_how, row) => {
      const { agent, show, answers } = await asked()
      await show({ id: 'a' }, row)
      await expect.poll(() => agent.pending.list('approval')).toEqual([])
      const [answer] = await answers()
      expect(answer).toMatchObject({ status: 'cancelled' })
      expect(JSON.parse(answer?.content ?? '')).toMatchObject({
        error: {
          message:
            'Cancelled (scope_ended): its label changed from "Row b" to "Another order", so the approval does not hold. It was not run.',
        },
      })
      expect(wiped).toEqual([])
    },
  )

  it.each<[string, RowProps, string]>([
    ['what the tool is said to do', { id: 'b', description: 'Harmless.' }, 'changed after'],
  ])('R57 A4 is refused when %s became another', async (_what, row, reason) => {
    const { agent, request, show, answers } = await asked()
    await show({ id: 'a', ...(row.description && { description: row.description }) }, row)
    agent.pending.approve(request.id)
    const [answer] = await answers()
    expect(answer).toMatchObject({ status: 'stale' })
    expect(answer?.content).toContain(reason)
    expect(wiped).toEqual([])
  })

  it('R57 A5 can be given for another instance, and is bound to that', async () => {
    const { agent, request, show, answers } = await asked()
    await show({ id: 'b' }, { id: 'c' })
    agent.pending.approve(request.id, { args: { instance: 'c' } })
    await expect
      .poll(() => agent.pending.list('approval')[0])
      .toMatchObject({ replaces: request.id })
    const again = await pendingOf(agent)
    expect(again).toMatchObject({
      args: { instance: 'c' },
      asked: { instance: 'b' },
      label: 'Row c',
    })
    agent.pending.approve(again.id)
    expect(await answers()).toMatchObject([{ status: 'ok' }])
    expect(wiped).toEqual(['c'])
  })
})
