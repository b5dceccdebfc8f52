import { createAgent, type Effect } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import * as React from 'react'
import { type ReactElement, useState, version } from 'react'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { useAgent } from '../agent/use-agent.ts'
import { useCommitted } from '../agent/use-committed.ts'
import { Listeners } from '../agent/use-store.ts'
import { useTool } from '../tools/use-tool.ts'
import { Arrived } from '../../test/render-settle-page.tsx'
import { all, five, guest, openPage, show, shown, useInvite } from '../../test/guest-list.tsx'
import { PageBusy } from './page-busy.tsx'

const isReact18 = version.startsWith('18')

function Guests({ effect }: { readonly effect?: Effect }): ReactElement {
  const [guests, setGuests] = useState(['Ada'])
  useInvite(guests, setGuests, 'invite', effect)
  return show(guests)
}

const invites = (name: string) => calls(call('invite', { name }))

afterEach(() => document.body.replaceChildren())

describe('a call that follows another', () => {
  it('R65 sees the commit of a `runTool` before it, in a chat too', async () => {
    const agent = createAgent({ model: scriptedModel([invites('D'), 'Done']) })
    await openPage(agent, Guests)
    await agent.runTool('invite', { name: 'B' })
    await agent.runTool('invite', { name: 'C' })
    await agent.chat('Go')
    await agent.runTool('invite', { name: 'E' })
    await expect.poll(() => shown()).toBe('Ada,B,C,D,E')
  })

  it('R65 sees it when a component calls `runTool`', async () => {
    const agent = createAgent({ model: scriptedModel([]) })
    let inviteAll = (): Promise<unknown> => Promise.resolve()
    await openPage(agent, () => {
      const { agent: own } = useAgent()
      inviteAll = async () => {
        for (const name of ['B', 'C', 'D']) await own.runTool('invite', { name })
      }
      return <Guests />
    })
    await inviteAll()
    await expect.poll(() => shown()).toBe('Ada,B,C,D')
  })

  it('R65 sees the page of the request that follows a `runTool`', async () => {
    const model = scriptedModel(['Done'])
    const agent = createAgent({ model })
    await openPage(agent, () => {
      const [there, setThere] = useState(false)
      useTool({ name: 'go', description: 'Goes.', handler: () => setThere(true) })
      return there ? <Arrived /> : null
    })
    await agent.runTool('go')
    await agent.chat('Where are you?')
    expect(model.requests[0]?.tools?.map(({ name }) => name)).toContain('arrived')
  })

  it('R65 sees the commit of the undo before it', async () => {
    const agent = createAgent({ model: scriptedModel([five, 'Done']) })
    await openPage(agent, () => {
      const [guests, setGuests] = useState(['Ada'])
      const remove = useCommitted((name: string) => setGuests(guests.filter((at) => at !== name)))
      useTool({
        name: 'invite',
        description: 'Invites a guest.',
        parameters: guest,
        handler: ({ name }, ctx) => {
          setGuests([...guests, name])
          ctx.undo(() => remove.current(name))
        },
      })
      return show(guests)
    })
    const run = agent.chat('Go')
    await run
    const { undone } = await agent.undo(run.id)
    expect(undone).toHaveLength(5)
    await expect.poll(() => shown()).toBe('Ada')
  })

  it('R65 sees the commit of the attempt before it', async () => {
    const seen: string[] = []
    const agent = createAgent({ model: scriptedModel([invites('B'), 'Done']) })
    await openPage(agent, () => {
      const [guests, setGuests] = useState(['Ada'])
      useTool({
        name: 'invite',
        description: 'Invites a guest.',
        parameters: guest,
        run: { retry: { attempts: 2 } },
        handler: ({ name }) => {
          seen.push(guests.join())
          if (guests.includes(name)) return 'Invited already'
          setGuests([...guests, name])
          throw new Error('The answer was lost.')
        },
      })
      return show(guests)
    })
    await agent.chat('Go')
    expect(seen).toEqual(['Ada', 'Ada,B'])
  })

  it('R65 can use the page that the call before it opened', async () => {
    const agent = createAgent({
      model: scriptedModel([calls(call('go'), call('arrived')), 'Done']),
    })
    await openPage(agent, () => {
      const [there, setThere] = useState(false)
      useTool({
        name: 'go',
        description: 'Goes there.',
        run: { waitForScope: 'there' },
        // React does not know this update before the timer.
        handler: () => void setTimeout(() => setThere(true), 20),
      })
      return there ? <Arrived /> : null
    })
    const run = agent.chat('Go')
    const { messages } = await run
    const answers = messages.filter((message) => message.role === 'tool')
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok'])
    const waits = run.events.filter(({ type }) => type === 'agent:settled')
    expect(waits).toMatchObject([{ ok: true, beforeCallId: answers[1]?.id }, { ok: true }])
    expect(waits[1]).not.toHaveProperty('beforeCallId')
  })

  it('R65 waits for an `until` that the call before it began', async () => {
    const listeners = new Listeners()
    let stored = ['Ada']
    let isPending = false
    const agent = createAgent({ model: scriptedModel([five, 'Done']) })
    const Page = (): ReactElement => {
      const [guests, setGuests] = useState(stored)
      // A server that answers later, and a page that asks it again after each change.
      useInvite(guests, (next) => {
        isPending = true
        setTimeout(() => {
          setGuests((stored = next))
          isPending = false
          listeners.announce()
        }, 5)
      })
      return show(guests)
    }
    await openPage(agent, Page, { isPending: () => isPending, subscribe: listeners.subscribe })
    await agent.chat('Go')
    await expect.poll(() => shown()).toBe(all)
  })

  it('R65 sees the commit on a page that never comes to rest, without a full wait for each call', async () => {
    const agent = createAgent({ model: scriptedModel([five, 'Done']), settle: 500 })
    await openPage(agent, () => (
      <>
        <Guests effect="read" />
        <PageBusy />
      </>
    ))
    const run = agent.chat('Go')
    await run
    const waits = run.events.filter(({ type }) => type === 'agent:settled')
    expect(waits).toMatchObject(waits.map(() => ({ ok: false, why: 'marker' })))
    expect(waits).toHaveLength(5)
    await expect.poll(() => shown()).toBe(all)
  })

  // React 18 renders nothing in an `act` before its end.
  for (const act of isReact18 ? [] : [React.act]) {
    it('R65 sees the commit in an `act` of a test', async () => {
      const agent = createAgent({ model: scriptedModel([five, 'Done']) })
      await openPage(agent, Guests)
      const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
      scope.IS_REACT_ACT_ENVIRONMENT = true
      onTestFinished(() => {
        scope.IS_REACT_ACT_ENVIRONMENT = false
      })
      await act(async () => void (await agent.chat('Go')))
      expect(shown()).toBe(all)
    })
  }
})
