import {
  type AgentStorage,
  type Intent,
  newSession,
  type SessionClaim,
  type SessionRow,
  type WaitingMessage,
} from '@ambit/core/storage'
import { randomId, type SessionOperations } from '@ambit/protocol'
import { ClaimOverError, pause, type Requests } from './requests.ts'
import type { ServerEvents } from './server-events.ts'

interface ClaimKey {
  readonly id: string
  readonly claim: string
}

const item = 'ambit-left-claims'

/**
 * The claims whose release may not have reached the server, by their session. They outlive a reload
 * of the tab: a service worker can lose what a page sends at its end.
 */
class LeftClaims {
  #keys = new Map<string, ClaimKey>()

  constructor() {
    try {
      this.#keys = new Map(JSON.parse(sessionStorage.getItem(item) ?? '[]') as [string, ClaimKey][])
    } catch {
      // This page may store nothing.
    }
  }

  get(id: string): ClaimKey | undefined {
    return this.#keys.get(id)
  }

  set(id: string, key: ClaimKey | undefined): void {
    if (key) this.#keys.set(id, key)
    else this.#keys.delete(id)
    try {
      sessionStorage.setItem(item, JSON.stringify([...this.#keys]))
    } catch {
      // They are known until the page ends.
    }
  }
}

/** Returns the function that claims sessions. It asks again after `pollMs`, and at each release. */
export function serverClaims(
  requests: Requests,
  events: ServerEvents,
  pollMs: number,
): AgentStorage['claim'] {
  /** Waits until a claim on a session may be free. */
  const free = async (id: string, signal?: AbortSignal): Promise<void> => {
    const heard = new AbortController()
    const stop = events.listen((event) => {
      if (event.type === 'free' && event.id === id) heard.abort()
    })
    const ended = signal ? AbortSignal.any([heard.signal, signal]) : heard.signal
    await pause(pollMs, ended).catch(() => undefined)
    stop()
    signal?.throwIfAborted()
  }

  const unreleased = new LeftClaims()

  return async (id, { at, isWaiting = true, waiting, signal }) => {
    const key = { id, claim: randomId() }
    const left = unreleased.get(id)
    if (left) {
      await requests.ask('release', left, { signal })
      unreleased.set(id, undefined)
    }
    for (;;) {
      signal?.throwIfAborted()
      const granted = await requests.ask('claim', { ...key, row: newSession(id, at), waiting })
      if (granted) {
        const intents = granted.intents ?? (await requests.askAll('intents', { id }))
        const claim = createServerClaim(requests, events, key, { ...granted, intents }, unreleased)
        if (!signal?.aborted) return claim
        if (waiting?.length) {
          const isOther = ({ id: each }: WaitingMessage): boolean =>
            !waiting.some((said) => said.id === each)
          const session = { waiting: claim.row.waiting?.filter(isOther) ?? [] }
          await claim.write({ at, session }).catch(() => undefined)
        }
        await claim.release()
        throw signal.reason
      }
      if (!isWaiting) return undefined
      await free(id, signal)
    }
  }
}

/** Creates the claim that the server has granted. */
function createServerClaim(
  requests: Requests,
  events: ServerEvents,
  key: ClaimKey,
  granted: NonNullable<SessionOperations['claim']['answers']>,
  unreleased: LeftClaims,
): SessionClaim {
  const lost = new AbortController()
  let isReleased = false
  // A page that is loaded again gets its session at once, and need not wait for the lease.
  const leave = (): void => {
    unreleased.set(key.id, key)
    void requests.ask('release', key, { isLast: true }).catch(() => undefined)
  }
  globalThis.addEventListener?.('pagehide', leave)
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
    row: granted.row as SessionRow,
    intents: granted.intents as readonly Intent[],
    leaseMs: granted.leaseMs,
    lost: lost.signal,
    renew: async () => void (await requests.ask('renew', key).catch(noticeEnd)),
    // One after another, because the server remembers the id of the last write.
    write: (write) => {
      const once = { ...write, id: write.id ?? randomId() }
      const writing = last.then(() =>
        requests.ask('write', { ...key, write: once }).catch(noticeEnd),
      )
      last = writing.catch(() => undefined)
      return writing as Promise<SessionRow>
    },
    holds: () => requests.ask('holds', key),
    release: async () => {
      await last
      isReleased = true
      stop()
      await requests.ask('release', key, { isLast: true }).catch(() => unreleased.set(key.id, key))
      globalThis.removeEventListener?.('pagehide', leave)
    },
  }
}
