import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryContext } from './query-context.ts'

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })

afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

describe('queryContext', () => {
  it('says that nothing asked for a query, that it loads, and what it brought', async () => {
    const answer = Promise.withResolvers<string[]>()
    const read = queryContext(client, ['tasks'], (tasks: string[]) => tasks.length)
    expect(read()).toEqual({ status: 'missing' })
    const fetching = client.fetchQuery({ queryKey: ['tasks'], queryFn: () => answer.promise })
    expect(read()).toEqual({ status: 'loading' })
    answer.resolve(['tea'])
    await fetching
    expect(read()).toEqual({ status: 'fresh', data: 1 })
  })

  it('says what went wrong, with the data of before', async () => {
    const tasks = queryOptions({
      queryKey: ['tasks'],
      queryFn: (): Promise<string[]> => Promise.reject(new Error('The server is gone.')),
    })
    const read = queryContext(client, tasks.queryKey)
    await client.prefetchQuery(tasks)
    expect(read()).toEqual({ status: 'error', error: 'The server is gone.' })
    client.setQueryData(tasks.queryKey, ['tea'])
    expect(read()).toEqual({ status: 'fresh', data: ['tea'] })
    await client.prefetchQuery(tasks)
    expect(read()).toEqual({ status: 'error', error: 'The server is gone.', data: ['tea'] })
  })

  it('says that data was invalidated, and is being fetched again', async () => {
    const answer = Promise.withResolvers<string[]>()
    client.setQueryData(['tasks'], ['tea'], { updatedAt: 0 })
    const read = queryContext(client, ['tasks'])
    await client.invalidateQueries({ queryKey: ['tasks'] })
    const stale = { status: 'stale', data: ['tea'], updatedAt: '1970-01-01T00:00:00.000Z' }
    expect(read()).toEqual({ ...stale, isFetching: false })
    const fetching = client.fetchQuery({ queryKey: ['tasks'], queryFn: () => answer.promise })
    expect(read()).toEqual({ ...stale, isFetching: true })
    answer.resolve(['milk'])
    await fetching
    expect(read()).toEqual({ status: 'fresh', data: ['milk'] })
  })

  it('calls data stale that is older than the page allows', () => {
    vi.useFakeTimers()
    const read = queryContext(client, ['tasks'])
    client.setQueryData(['tasks'], ['tea'])
    const observe = (staleTime: number) =>
      new QueryObserver(client, {
        queryKey: ['tasks'],
        queryFn: () => ['tea'],
        staleTime,
        refetchOnMount: false,
      }).subscribe(() => undefined)
    const stop = observe(0)
    expect(read()).toMatchObject({ status: 'fresh' })
    stop()
    observe(1000)
    expect(read()).toMatchObject({ status: 'fresh' })
    vi.advanceTimersByTime(2000)
    expect(read()).toMatchObject({ status: 'stale', data: ['tea'] })
  })
})
