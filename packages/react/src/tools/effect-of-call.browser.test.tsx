import { type Agent, createAgent, type Effect } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import * as z from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useTool } from './use-tool.ts'

interface FileProps {
  id?: string
  isLive: boolean
}

let removed: string[] = []

const parameters = z.object({ how: z.string() })

/** A tool whose effect depends on the arguments, and on a prop. */
function File({ id, isLive }: FileProps): undefined {
  useTool({
    name: 'remove',
    description: 'Removes a file.',
    parameters,
    ...(id !== undefined && { subject: { id, label: id } }),
    effect: ({ how }) => (isLive && how === 'for good' ? 'destructive' : 'write'),
    handler: ({ how }) => void removed.push(`${id} ${how}`),
  })
}

async function chat(agent: Agent): Promise<(string | undefined)[]> {
  const { messages } = await agent.chat('Remove it')
  return messages.flatMap((message) => (message.role === 'tool' ? [message.status] : []))
}

describe('an effect of a component by the arguments', () => {
  it('R56 is that of the latest committed render, and makes no tool anew', async () => {
    removed = []
    const reply = calls(call('remove', { how: 'for good' }))
    const agent = createAgent({ model: scriptedModel([reply, 'Done', reply, 'Done']) })
    const page = (isLive: boolean) => (
      <AgentProvider agent={agent}>
        <File isLive={isLive} />
      </AgentProvider>
    )
    const screen = await render(page(false))
    const before = agent.scopes.find('remove')?.tool
    expect(await chat(agent)).toEqual(['ok'])
    await screen.rerender(page(true))
    expect(agent.scopes.find('remove')?.tool).toBe(before)
    expect(await chat(agent)).toEqual(['denied'])
    expect(removed).toEqual(['undefined for good'])
  })

  it('R56 is that of the row that the call is for', async () => {
    removed = []
    const of = (instance: string, how: string) => call('remove', { instance, how })
    const agent = createAgent({
      model: scriptedModel([
        calls(of('a', 'for good'), of('b', 'for good'), of('b', 'to the bin')),
        'Done',
      ]),
    })
    await render(
      <AgentProvider agent={agent}>
        <File id="a" isLive={false} />
        <File id="b" isLive />
      </AgentProvider>,
    )
    await expect.poll(() => agent.scopes.find('remove')).toBeDefined()
    expect(await chat(agent)).toEqual(['ok', 'denied', 'ok'])
    expect(removed).toEqual(['a for good', 'b to the bin'])
  })

  it('R56 lets a row without such a function run beside one that has it', async () => {
    const ran: string[] = []
    const Row = ({ id, ...rest }: { id: string; effect?: 'read' | (() => 'read') }): undefined => {
      const handler = () => void ran.push(id)
      useTool({ name: 'look', description: 'x', subject: { id, label: id }, handler, ...rest })
    }
    for (const [a, b] of [
      [() => 'read' as const, 'read'],
      ['read', () => 'read' as const],
      [() => 'read' as const, undefined],
    ] as const) {
      const reply = calls(call('look', { instance: 'a' }), call('look', { instance: 'b' }))
      const agent = createAgent({ model: scriptedModel([reply, 'Done']) })
      const screen = await render(
        <AgentProvider agent={agent}>
          <Row id="a" effect={a} />
          <Row id="b" {...(b && { effect: b })} />
        </AgentProvider>,
      )
      await expect.poll(() => agent.scopes.find('look')).toBeDefined()
      expect(await chat(agent)).toEqual(['ok', 'ok'])
      await screen.unmount()
    }
    expect(ran).toHaveLength(6)
  })

  it.each(['approve', 'execute'] as const)(
    'R96 is stale if a render makes a row more dangerous while a plug-in is in `%s`',
    async (member) => {
      removed = []
      const Row = ({ id, effect }: { id: string; effect: Effect }): undefined => {
        const handler = () => void removed.push(id)
        useTool({ name: 'mark', description: 'x', subject: { id, label: id }, effect, handler })
      }
      let change = async (): Promise<void> => undefined
      const reply = calls(call('mark', { instance: 'b' }))
      const agent = createAgent({
        model: scriptedModel([reply, 'Done']),
        use: [
          member === 'approve'
            ? { name: 'slow', approve: () => change() }
            : { name: 'slow', execute: async (_, next) => (await change(), next()) },
        ],
      })
      const page = (effect: Effect) => (
        <AgentProvider agent={agent}>
          <Row id="a" effect="write" />
          <Row id="b" effect={effect} />
        </AgentProvider>
      )
      const screen = await render(page('write'))
      await expect.poll(() => agent.scopes.find('mark')).toBeDefined()
      change = () => screen.rerender(page('destructive'))
      expect(await chat(agent)).toEqual(['stale'])
      expect(removed).toEqual([])
    },
  )

  it('R56 lets a row render again while a user is asked', async () => {
    removed = []
    const reply = calls(call('remove', { instance: 'b', how: 'for good' }))
    const agent = createAgent({ model: scriptedModel([reply, 'Done']) })
    agent.pending.attach('approval')
    const page = (
      <AgentProvider agent={agent}>
        <File id="b" isLive />
      </AgentProvider>
    )
    const screen = await render(page)
    await expect.poll(() => agent.scopes.find('remove')).toBeDefined()
    const run = chat(agent)
    await expect
      .poll(() => agent.pending.list('approval'))
      .toMatchObject([{ effect: 'destructive' }])
    await screen.rerender(
      <AgentProvider agent={agent}>
        <File id="b" isLive />
      </AgentProvider>,
    )
    agent.pending.approve(agent.pending.list('approval')[0]?.id ?? '')
    expect(await run).toEqual(['ok'])
    expect(removed).toEqual(['b for good'])
  })
})
