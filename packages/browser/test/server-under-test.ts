import {
  type AgentStorage,
  memoryStorage,
  type SessionNote,
  type SessionWrite,
  storageError,
} from '@ambit/core/storage'
import { inPieces } from '../src/server-storage/pieces.ts'

/** The network between a device and the server, which a test switches. */
export interface Network {
  isOn: boolean
  /** True to lose the answer to each write that was done. */
  losesAnswers: boolean
  /** The most characters of a write, as JSON, and the most bytes of a file. Default Infinity. */
  largest: number
  /** The HTTP status with which the server refuses everything, such as 401. */
  status: number | undefined
  /** The writes that have reached the server. */
  readonly writes: SessionWrite[]
  /** Waits before each operation, as a far server does. */
  wait: () => Promise<void>
  /** Gives the sessions that the device runs to others, as after a lease. */
  readonly loseClaims: () => void
  /** Tells the device that the server is connected again, as its events do. */
  readonly connect: () => void
}

interface Watching {
  readonly network: Network
  readonly id: string
  readonly listener: (note: SessionNote) => void
}

/** A server in memory, and the devices that reach it. */
export class ServerUnderTest {
  readonly storage: AgentStorage = memoryStorage()
  readonly #watching = new Set<Watching>()

  /** Returns the server as one device sees it. */
  connect(isOn = true): { readonly server: AgentStorage; readonly network: Network } {
    const { storage } = this
    const claims = new Set<() => void>()
    const network: Network = {
      isOn,
      losesAnswers: false,
      largest: Infinity,
      status: undefined,
      writes: [],
      wait: async () => undefined,
      loseClaims: () => {
        for (const lose of claims) lose()
      },
      connect: () => {
        network.isOn = true
        for (const { network: other, listener } of this.#watching) {
          if (other === network) listener({ type: 'advanced', next: -1, isRunning: false })
        }
      },
    }
    const reach = (): void => {
      if (!network.isOn) throw storageError('unavailable', 'The server does not answer.')
      const { status: cause } = network
      if (cause) throw storageError('unavailable', `It answered ${cause}.`, { cause })
    }
    const check = (size: number): void => {
      if (size > network.largest) throw storageError('quota', 'Too large.')
    }
    const over = async <T>(work: () => Promise<T>, canLose = false): Promise<T> => {
      await network.wait()
      reach()
      const done = await work()
      if (canLose && network.losesAnswers) throw storageError('unavailable', 'Lost.')
      return done
    }
    const tell = (id: string, note: SessionNote): void => {
      for (const { network: other, id: watched, listener } of this.#watching) {
        if (other !== network && other.isOn && watched === id) queueMicrotask(() => listener(note))
      }
    }
    const server: AgentStorage = {
      list: (query) => over(() => storage.list(query)),
      read: (id, options) => over(() => storage.read(id, options)),
      readMessages: (id, range, options) => over(() => storage.readMessages(id, range, options)),
      readIntents: (id, options) => over(() => storage.readIntents(id, options)),
      putBlob: (id, hash, blob) =>
        over(async () => {
          check(blob.size)
          await storage.putBlob?.(id, hash, blob)
        }),
      getBlob: (id, hash, options) => over(async () => storage.getBlob?.(id, hash, options)),
      claim: async (id, options) => {
        const claim = await over(() => storage.claim(id, options))
        if (options.signal?.aborted) await claim?.release()
        options.signal?.throwIfAborted()
        if (!claim) return undefined
        const lost = new AbortController()
        const lose = (): void => {
          void claim.release()
          lost.abort()
        }
        claims.add(lose)
        return {
          ...claim,
          lost: lost.signal,
          write: (write) =>
            over(async () => {
              check(JSON.stringify(write).length)
              const row = await claim.write(write)
              network.writes.push(write)
              tell(id, { type: 'advanced', next: row.next, isRunning: row.run !== undefined })
              return row
            }, true),
          holds: () => over(() => claim.holds()),
          // A server frees a session by itself when a device is away.
          release: () => {
            claims.delete(lose)
            return claim.release()
          },
        }
      },
      update: (id, change, options) => over(() => storage.update(id, change, options)),
      delete: (id) => over(() => storage.delete(id)),
      watch: (id, listener) => {
        const watching = { network, id, listener }
        this.#watching.add(watching)
        return () => void this.#watching.delete(watching)
      },
      send: (id, note) => {
        if (network.isOn) tell(id, JSON.parse(JSON.stringify(note)) as SessionNote)
      },
      onDegraded: () => () => undefined,
    }
    return { server: inPieces(server), network }
  }
}
