import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import * as React from 'react'
import {
  type ComponentType,
  memo,
  type ReactElement,
  startTransition,
  StrictMode,
  useDeferredValue,
  useEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { all, five, guest, openPage, show, shown, useInvite } from '../../test/guest-list.tsx'
import { useTool } from '../tools/use-tool.ts'

const isLong = Boolean(import.meta.env['AMBIT_LONG'])

/** A list that takes React many frames to render, with 10,000 rows in a long run. */
const Rows = memo(function Rows({
  of,
  count = isLong ? 10_000 : 1000,
}: {
  of: number
  count?: number
}) {
  return (
    <ol>
      {Array.from({ length: count }, (_, at) => (
        <li key={at}>{at + of}</li>
      ))}
    </ol>
  )
})

/** The ways in which a page of many rows is busy. Each function creates a page. */
const busyPages: Record<string, () => ComponentType> = {
  'renders the rows in each call': () => () => {
    const [guests, setGuests] = useState(['Ada'])
    useInvite(guests, setGuests)
    return (
      <>
        {show(guests)}
        <Rows of={guests.length} />
      </>
    )
  },
  'renders the rows in a transition of each call': () => () => {
    const [guests, setGuests] = useState(['Ada'])
    useInvite(guests, (next) => startTransition(() => setGuests(next)))
    return (
      <>
        {show(guests)}
        <Rows of={guests.length} />
      </>
    )
  },
  'renders the rows of a deferred value': () => () => {
    const [guests, setGuests] = useState(['Ada'])
    const count = useDeferredValue(guests.length)
    useInvite(guests, setGuests)
    return (
      <>
        {show(guests)}
        <Rows of={count} />
      </>
    )
  },
  'renders the rows again and again, and a call sets state in a transition': () => () => {
    const [guests, setGuests] = useState(['Ada'])
    const [time, setTime] = useState(0)
    useInvite(guests, (next) => startTransition(() => setGuests(next)))
    useEffect(() => {
      const timer = setTimeout(() => startTransition(() => setTime(time + 1)))
      return () => clearTimeout(timer)
    }, [time])
    return (
      <>
        {show(guests)}
        <Rows of={time} count={1000} />
      </>
    )
  },
  'renders the rows again and again in transitions of its own': () => () => {
    const [guests, setGuests] = useState(['Ada'])
    const [time, setTime] = useState(0)
    useInvite(guests, setGuests)
    useEffect(() => {
      // Each render of the rows that ends starts the next.
      const timer = setTimeout(() => startTransition(() => setTime(time + 1)))
      return () => clearTimeout(timer)
    }, [time])
    return (
      <>
        {show(guests)}
        <Rows of={time} count={1000} />
      </>
    )
  },
}

/** The ways in which a page animates what a call changes. */
const animatedPages: Record<string, () => ComponentType> = {
  'in `document.startViewTransition`': () => () => {
    const [guests, setGuests] = useState(['Ada'])
    useTool({
      name: 'invite',
      description: 'Invites a guest.',
      parameters: guest,
      handler: async ({ name }) => {
        const { ready, updateCallbackDone } = document.startViewTransition(() =>
          flushSync(() => setGuests([...guests, name])),
        )
        ready.catch(() => undefined)
        await updateCallbackDone
      },
    })
    return show(guests)
  },
  'in `document.startViewTransition`, without waiting for it': () => () => {
    const [guests, setGuests] = useState(['Ada'])
    useInvite(guests, (next) => {
      const { ready } = document.startViewTransition(() => flushSync(() => setGuests(next)))
      // The next call ends this animation.
      ready.catch(() => undefined)
    })
    return show(guests)
  },
  ...('ViewTransition' in React && { 'in a `<ViewTransition>`': () => AnimatedGuests }),
}

function AnimatedGuests(): ReactElement {
  const { ViewTransition } = React
  const [guests, setGuests] = useState(['Ada'])
  useInvite(guests, (next) => startTransition(() => setGuests(next)))
  return <ViewTransition>{show(guests)}</ViewTransition>
}

afterEach(() => document.body.replaceChildren())

describe('five calls of one message', () => {
  const cases = { ...busyPages, ...animatedPages }
  for (const [name, createPage] of Object.entries(cases)) {
    const Page = createPage()
    for (const [mode, Wrapped] of Object.entries({ '': Page, ', in StrictMode': strict(Page) })) {
      it(`R65 keep five guests where the page shows them ${name}${mode}`, async () => {
        const agent = createAgent({ model: scriptedModel([five, 'Done']), settle: 60_000 })
        await openPage(agent, Wrapped)
        await agent.chat('Go')
        expect(shown()).toBe(all)
      }, 180_000)
    }
  }
})

function strict(Page: ComponentType): ComponentType {
  return () => (
    <StrictMode>
      <Page />
    </StrictMode>
  )
}
