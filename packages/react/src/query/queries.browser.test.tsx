import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import {
  defaultScheduler,
  notifyManager,
  QueryClient,
  QueryClientProvider,
  skipToken,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { type ReactElement, startTransition, Suspense, useState } from 'react'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { queries } from '../query.ts'
import { all, five, openPage, show, shown, useInvite } from '../../test/guest-list.tsx'
import { untilIdle } from '../../test/until-idle.ts'
import { Arrived, useGo, renderSettlePage } from '../../test/render-settle-page.tsx'

const fetched = (): Promise<string> =>
  new Promise((resolve) => setTimeout(() => resolve('fetched'), 15))

function Fetching(): ReactElement | null {
  const { data } = useQuery({ queryKey: ['page'], queryFn: fetched })
  return data ? <Arrived /> : null
}

function Suspending(): ReactElement {
  useSuspenseQuery({ queryKey: ['page'], queryFn: fetched })
  return <Arrived />
}

/** Shows, in a transition, a component that fetches its content. */
function createPage(client: QueryClient, Content: () => ReactElement | null) {
  function Page(): ReactElement {
    const [there, setThere] = useState(false)
    useGo(() => startTransition(() => setThere(true)))
    return <Suspense>{there && <Content />}</Suspense>
  }
  return () => (
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>
  )
}

/** TanStack Query tells the page late, as in a hidden tab, where its timer is late. */
function tellLate(): void {
  notifyManager.setScheduler((tell) => void untilIdle().then(untilIdle).then(tell))
  onTestFinished(() => notifyManager.setScheduler(defaultScheduler))
}

afterEach(() => {
  document.body.replaceChildren()
})

describe('queries', () => {
  it('waits for a query that the new page fetches, and for what it shows then', async () => {
    for (let time = 0; time < 10; time++) {
      const client = new QueryClient()
      const page = await renderSettlePage(createPage(client, Fetching), {
        until: queries(client),
      })
      expect(await page.chat()).toMatchObject([{ ok: true }])
      expect(page.hasArrived()).toBe(true)
      page.root.unmount()
    }
  })

  it('waits until TanStack Query has told the page, however late that is', async () => {
    tellLate()
    const client = new QueryClient()
    const page = await renderSettlePage(createPage(client, Fetching), { until: queries(client) })
    expect(await page.chat()).toMatchObject([{ ok: true }])
    expect(page.hasArrived()).toBe(true)
  })

  it('R65 keeps five guests that calls of one message set in the cache', async () => {
    tellLate()
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    client.setQueryData(['guests'], ['Ada'])
    function Guests(): ReactElement {
      const { data = [] } = useQuery<string[]>({ queryKey: ['guests'], queryFn: skipToken })
      useInvite(data, (next) => client.setQueryData(['guests'], next))
      return show(data)
    }
    const agent = createAgent({ model: scriptedModel([five, 'Done']), settle: 10_000 })
    const page = (): ReactElement => (
      <QueryClientProvider client={client}>
        <Guests />
      </QueryClientProvider>
    )
    await openPage(agent, page, queries(client))
    await agent.chat('Go')
    expect(shown()).toBe(all)
  })

  it('is not needed where a query suspends in a transition', async () => {
    const page = await renderSettlePage(createPage(new QueryClient(), Suspending))
    expect(await page.chat()).toMatchObject([{ ok: true }])
    expect(page.hasArrived()).toBe(true)
  })

  it('leaves out the queries that the filters do', async () => {
    const client = new QueryClient()
    const polling = { queryKey: ['polling'], queryFn: () => new Promise<never>(() => undefined) }
    void client.fetchQuery(polling)
    const until = queries(client, { queryKey: ['page'] })
    const page = await renderSettlePage(createPage(client, Fetching), { until })
    expect(await page.chat()).toMatchObject([{ ok: true }])
    expect(page.hasArrived()).toBe(true)
  })
})
