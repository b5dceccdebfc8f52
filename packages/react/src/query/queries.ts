import { notifyManager } from '@tanstack/react-query'
import { Listeners } from '../agent/use-store.ts'
import type { Until } from '../settle/until.ts'

/** The part of a TanStack Query client that `queries` uses. */
export interface QueryClientLike<Filters> {
  isFetching(filters?: Filters): number
  getQueryCache(): {
    subscribe(listener: (event: { readonly type: string }) => void): () => void
  }
}

/**
 * Creates an `until` of `AgentProvider`: after tools, the agent waits for the queries that a
 * TanStack Query client is fetching. It also waits until the page is notified of data that was set.
 * Name the queries that pages need in `filters`. Without filters, the agent also waits for queries
 * that poll or are fetched again in the background.
 */
export function queries<Filters>(client: QueryClientLike<Filters>, filters?: Filters): Until {
  const changes = changesOf(client)
  return {
    isPending: () => changes.untold > 0 || client.isFetching(filters) > 0,
    subscribe: changes.subscribe,
  }
}

/**
 * The changes of a client's queries. TanStack Query tells the page of them in a later task. The
 * listeners hear of each after the page.
 */
class Changes {
  /** The number of changes that the page has not been told of. */
  untold = 0
  readonly #listeners = new Listeners()
  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe

  readonly add = ({ type }: { readonly type: string }): void => {
    // An observer that comes, goes or has other options is the page's own doing.
    if (type.startsWith('observer')) return
    this.untold++
    notifyManager.schedule(() => {
      this.untold--
      this.#listeners.announce()
    })
  }
}

/** One for each client: applications may create an `until` with every render. */
const all = new WeakMap<object, Changes>()

function changesOf(client: QueryClientLike<never>): Changes {
  let changes = all.get(client)
  if (!changes) {
    all.set(client, (changes = new Changes()))
    client.getQueryCache().subscribe(changes.add)
  }
  return changes
}
