import type { SessionClaim, SessionRow } from 'ambit/storage'
import type { Operations } from '../protocol.ts'
import { ClaimOverError, type Requests } from './requests.ts'
import type { ServerEvents } from './server-events.ts'

/** Creates the claim that the server has granted. */
export function createServerClaim(
  requests: Requests,
  events: ServerEvents,
  key: { readonly id: string; readonly claim: string },
  granted: NonNullable<Operations['claim']['answers']>,
): SessionClaim {
  const lost = new AbortController()
  let isReleased = false
  const check = async (): Promise<void> => {
    const isHeld = await requests.ask('holds', key)
    if (!isHeld && !isReleased) lost.abort()
  }
  const stop = events.listen((event) => {
    if (event.type === 'lost' && event.claim === key.claim) lost.abort()
    // The event may have been missed before the page was connected.
    if (event.type === 'open') void check().catch(() => undefined)
  })
  const noticeEnd = (error: unknown): never => {
    if (error instanceof ClaimOverError) lost.abort(error)
    throw error
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    ...granted,
    lost: lost.signal,
    renew: async () => void (await requests.ask('renew', key).catch(noticeEnd)),
    // One after another, because the server remembers the id of the last write.
    write: (write) => {
      const once = { ...write, id: write.id ?? crypto.randomUUID() }
      const writing = last.then((): Promise<SessionRow> =>
        requests.ask('write', { ...key, write: once }).catch(noticeEnd),
      )
      last = writing.catch(() => undefined)
      return writing
    },
    holds: () => requests.ask('holds', key),
    release: async () => {
      await last
      isReleased = true
      stop()
      // The lease ends by itself if the server does not hear of this.
      await requests.ask('release', key).catch(() => undefined)
    },
  }
}
