import { type Agent, createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import {
  type ComponentType,
  lazy,
  type ReactElement,
  startTransition,
  Suspense,
  useDeferredValue,
  useEffect,
  useReducer,
  useState,
  useSyncExternalStore,
} from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgent } from '../agent/use-agent.ts'
import { useTool } from '../tools/use-tool.ts'

const guest = z.object({ name: z.string() })
const names = ['B', 'C', 'D', 'E', 'F']
const five = calls(...names.map((name) => call('invite', { name })))
const all = ['Ada', ...names].join()

/** Registers a tool whose handler closes over the guests of its render. */
function useInvite(guests: readonly string[], set: (guests: string[]) => void, name = 'invite') {
  useTool({
    name,
    description: 'Invites a guest.',
    parameters: guest,
    handler: (args, ctx) => {
      set([...guests, args.name])
      ctx.onUndo(() => undefined)
    },
  })
}

const show = (guests: readonly string[]): ReactElement => <output>{guests.join()}</output>

const Nothing = (): null => null

/** The ways in which a page keeps its guests, by name. Each function creates a new page. */
const pages: Record<string, () => ComponentType> = {
  useState: () => () => {
    const [guests, setGuests] = useState(['Ada'])
    useInvite(guests, setGuests)
    return show(guests)
  },
  'useState, set after an await': () => () => {
    const [guests, setGuests] = useState(['Ada'])
    useTool({
      name: 'invite',
      description: 'Invites a guest.',
      parameters: guest,
      handler: async ({ name }) => {
        await Promise.resolve()
        setGuests([...guests, name])
      },
    })
    return show(guests)
  },
  useReducer: () => () => {
    const [guests, dispatch] = useReducer((_: string[], next: string[]) => next, ['Ada'])
    useInvite(guests, dispatch)
    return show(guests)
  },
  'a store outside React': () => {
    const listeners = new Set<() => void>()
    let stored = ['Ada']
    const subscribe = (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
    return () => {
      const guests = useSyncExternalStore(subscribe, () => stored)
      useInvite(guests, (next) => {
        stored = next
        for (const listener of listeners) listener()
      })
      return show(guests)
    }
  },
  startTransition: () => () => {
    const [guests, setGuests] = useState(['Ada'])
    useInvite(guests, (next) => startTransition(() => setGuests(next)))
    return show(guests)
  },
  useDeferredValue: () => () => {
    const [guests, setGuests] = useState(['Ada'])
    const deferred = useDeferredValue(guests)
    useInvite(deferred, setGuests)
    return show(deferred)
  },
  'an effect that copies what was set': () => () => {
    const [asked, setAsked] = useState<string[]>(['Ada'])
    const [guests, setGuests] = useState(asked)
    useEffect(() => setGuests(asked), [asked])
    useInvite(guests, setAsked)
    return show(guests)
  },
  'a lazy component in a transition': () => () => {
    const [guests, setGuests] = useState(['Ada'])
    const [Shown, setShown] = useState<ComponentType>(() => Nothing)
    useInvite(guests, (next) =>
      startTransition(() => {
        setGuests(next)
        setShown(
          lazy(() => new Promise((resolve) => setTimeout(() => resolve({ default: Nothing }), 5))),
        )
      }),
    )
    return (
      <Suspense>
        {show(guests)}
        <Shown />
      </Suspense>
    )
  },
}

/** Renders a page in a root of its own, without a test tool around React. */
async function open(agent: Agent, Page: ComponentType): Promise<void> {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => root.unmount())
  const { version } = agent.scopes.getState()
  root.render(
    <AgentProvider agent={agent}>
      <Page />
    </AgentProvider>,
  )
  await expect.poll(() => agent.scopes.getState().version).toBeGreaterThan(version)
}

const shown = (at = 0): string | undefined =>
  document.querySelectorAll('output')[at]?.textContent ?? undefined

afterEach(() => document.body.replaceChildren())

describe('a call of several in one message', () => {
  for (const [name, createPage] of Object.entries(pages)) {
    it(`R65 sees the commit of the call before it: ${name}`, async () => {
      const agent = createAgent({ model: scriptedModel([five, 'Done']) })
      await open(agent, createPage())
      await agent.chat('Go')
      await expect.poll(() => shown()).toBe(all)
    })
  }

  it('R65 sees it where components observe the agent', async () => {
    const agent = createAgent({ model: scriptedModel([five, 'Done']) })
    await open(agent, () => {
      const { status, messages } = useAgent()
      const [guests, setGuests] = useState(['Ada'])
      useInvite(guests, setGuests)
      return (
        <>
          {show(guests)} {status} {messages.length}
        </>
      )
    })
    await agent.chat('Go')
    await expect.poll(() => shown()).toBe(all)
  })
})
