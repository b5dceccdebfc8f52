import { createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import {
  type ComponentType,
  lazy,
  startTransition,
  Suspense,
  useDeferredValue,
  useEffect,
  useReducer,
  useState,
  useSyncExternalStore,
} from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { useAgent } from '../agent/use-agent.ts'
import { useTool } from '../tools/use-tool.ts'
import { all, five, guest, openPage, show, shown, useInvite } from '../../test/guest-list.tsx'

const Nothing: ComponentType = () => null

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
        const loaded = new Promise<{ default: ComponentType }>((resolve) =>
          setTimeout(() => resolve({ default: Nothing }), 5),
        )
        setGuests(next)
        setShown(lazy(() => loaded))
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

afterEach(() => document.body.replaceChildren())

describe('a call of several in one message', () => {
  for (const [name, createPage] of Object.entries(pages)) {
    it(`R65 sees the commit of the call before it: ${name}`, async () => {
      const agent = createAgent({ model: scriptedModel([five, 'Done']) })
      await openPage(agent, createPage())
      await agent.chat('Go')
      await expect.poll(() => shown()).toBe(all)
    })
  }

  it('R65 sees it where components observe the agent', async () => {
    const agent = createAgent({ model: scriptedModel([five, 'Done']) })
    await openPage(agent, () => {
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

  it('R65 sees it where several components have the tools', async () => {
    const model = scriptedModel([calls(...four), 'Done'])
    const agent = createAgent({ model })
    await openPage(agent, () => {
      const [guests, setGuests] = useState(['Ada'])
      const props = { guests, set: setGuests }
      return (
        <>
          {show(guests)}
          <Inviter {...props} />
          <Inviter {...props} name="seat" />
        </>
      )
    })
    await agent.chat('Go')
    await expect.poll(() => shown()).toBe('Ada,B,C,D,E')
  })

  it('R65 sees it where the tools are in several roots', async () => {
    const agent = createAgent({ model: scriptedModel([calls(...four), 'Done']) })
    const listeners = new Set<(guests: string[]) => void>()
    const tellAll = (guests: string[]): void => listeners.forEach((listener) => listener(guests))
    for (const name of ['invite', 'seat']) {
      await openPage(agent, () => {
        const [guests, setGuests] = useState(['Ada'])
        useEffect(() => {
          listeners.add(setGuests)
          return () => void listeners.delete(setGuests)
        }, [])
        return (
          <>
            {show(guests)}
            <Inviter guests={guests} set={tellAll} name={name} />
          </>
        )
      })
    }
    await agent.chat('Go')
    await expect.poll(() => [shown(0), shown(1)]).toEqual(['Ada,B,C,D,E', 'Ada,B,C,D,E'])
  })

  it('R65 starts together with others in parallel mode, so it sees the page of before', async () => {
    const agent = createAgent({
      model: scriptedModel([five, 'Done']),
      calls: { order: 'parallel' },
    })
    await openPage(agent, () => {
      const [guests, setGuests] = useState(['Ada'])
      useInvite(guests, setGuests)
      return show(guests)
    })
    await agent.chat('Go')
    await expect.poll(() => shown()).toBe('Ada,F')
  })
})

const four = ['B', 'C', 'D', 'E'].map((name, at) => call(at % 2 ? 'seat' : 'invite', { name }))

function Inviter({
  guests,
  set,
  name,
}: {
  guests: readonly string[]
  set: (guests: string[]) => void
  name?: string
}): null {
  useInvite(guests, set, name)
  return null
}
