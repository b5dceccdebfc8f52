import type { AgentError, Message } from '@ambit/core'
import {
  type AgentStorage,
  type Intent,
  newSession,
  orAborted,
  type SessionChange,
  type SessionClaim,
  type SessionRow,
  type SessionWrite,
  storageError,
} from '@ambit/core/storage'
import {
  exchange,
  type ExchangeResult,
  isArrived,
  isDuplicate,
  isLost,
  isNameOnly,
  staysHere,
  type Surroundings,
  toKey,
} from './exchange.ts'
import { isEmpty } from './pieces.ts'
import { AwayError, either, ifAway, patienceMs, unref } from './server-line.ts'
import {
  claimedPoint,
  type CopyRow,
  isRunSynced,
  isSame,
  isUnsent,
  mergeFields,
  sendingPoint,
  type SyncPoint,
  syncPointOf,
  toSession,
} from './sync-point.ts'

/** What the page has while it runs a session. */
interface Held {
  /** The claim on the device. */
  readonly localClaim: SessionClaim
  /** Aborts when the server has given the session to another device. */
  readonly lost: AbortController
  /** The claim on the server; absent while it was not granted. */
  serverClaim?: SessionClaim | undefined
  /** The server's row after the last write. */
  serverRow?: SessionRow | undefined
  point: SyncPoint
  /** The intents that the server has, as `call:attempt`. */
  readonly sent: Set<string>
  renewing?: ReturnType<typeof setInterval> | undefined
}

/** The times before a page asks again for a session of another page or device, in milliseconds. */
const againMs = 500
const runningMs = 5_000

/** The key under which the device remembers that a session is to be deleted on the server. */
export const deletedPrefix = '\u0000deleted:'

/**
 * One session on the device and on the server. The device has its messages in an order of its own,
 * because messages are only ever added to it. What was sent is known by the ids of the messages, so
 * nothing is sent twice, and nothing arrives twice.
 */
export class OfflineSession {
  readonly #id: string
  readonly #around: Surroundings
  /** The steps between the device and the server: one after another. */
  #turn: Promise<unknown> = Promise.resolve()
  /** The step that goes on with the server, if it may be ended. */
  #step = new AbortController()
  /** The synchronization that has not begun. */
  #due: Promise<void> | undefined
  #held: Held | undefined
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(id: string, around: Surroundings) {
    this.#id = id
    this.#around = around
  }

  /**
   * Brings the device and the server up to date. Rejects with `AwayError` if the server cannot be
   * reached.
   */
  sync(): Promise<void> {
    return (this.#due ??= this.#inTurn((signal) => {
      this.#due = undefined
      return this.#held ? this.#sendHeld(this.#held, signal) : this.#syncFree(signal)
    }))
  }

  /** Synchronizes without a wait. What fails is done again when the line is up. */
  syncSoon(): void {
    void this.sync().catch(() => undefined)
  }

  /** Claims the session on the server, unless that is away, and on the device. */
  async claim(options: Parameters<AgentStorage['claim']>[1]): ReturnType<AgentStorage['claim']> {
    const { local } = this.#around
    const { signal, isWaiting = true } = options
    signal?.throwIfAborted()
    if (!this.#held) this.#step.abort()
    await orAborted(this.#turn, signal)
    const serverClaim = await this.#claimServer({ ...options, isWaiting })
    if (serverClaim === 'taken') return undefined
    // No other device has it. Another page of this one may be sending something.
    const soon = serverClaim && !isWaiting ? AbortSignal.timeout(patienceMs) : undefined
    const asked = {
      ...options,
      isWaiting: isWaiting || serverClaim !== undefined,
      signal: either(signal, soon),
    }
    const localClaim = await local.claim(this.#id, asked).catch(async (error: unknown) => {
      if (soon?.aborted && !signal?.aborted) return undefined
      await serverClaim?.release()
      throw error
    })
    if (localClaim) return this.#inTurn(() => this.#hold(localClaim, serverClaim, signal), false)
    await serverClaim?.release()
    return undefined
  }

  /** Deletes the session on the device, and on the server at once or later. */
  delete(): Promise<void> {
    const { server, local, line } = this.#around
    const id = this.#id
    this.#step.abort()
    return this.#inTurn(async () => {
      const key = deletedPrefix + id
      await noteRow(local, key, 'deleted')
      await local.delete(id)
      const sendDeletion = async (): Promise<true> => server.delete(id).then(() => true)
      if (await line.askSoon(sendDeletion).catch(ifAway(false))) await local.delete(key)
    })
  }

  /** Deletes the session on the device, because it is no longer on the server. */
  async #drop(): Promise<void> {
    this.#held?.lost.abort()
    await this.#around.local.delete(this.#id)
    this.#around.onGone(this.#id)
  }

  /** Synchronizes no more by itself, as it would after a run of another device. */
  stopWaiting(): void {
    clearTimeout(this.#again)
  }

  /** Does a step after those before it. `#step` ends it unless `canEnd` is false. */
  #inTurn<T>(work: (signal: AbortSignal) => Promise<T>, canEnd = true): Promise<T> {
    const working = this.#turn.then(() => {
      const step = new AbortController()
      if (canEnd) this.#step = step
      return work(step.signal)
    })
    this.#turn = working.catch(() => undefined)
    return working
  }

  // Without a run of this page

  async #syncFree(signal: AbortSignal): Promise<void> {
    const { server, local, line } = this.#around
    const id = this.#id
    if (await local.read(deletedPrefix + id)) return
    const localRow: CopyRow | undefined = await local.read(id)
    const point = syncPointOf(localRow)
    const serverRow = await line.askSoon((soon) => server.read(id, { signal: soon }), signal)
    // Messages are never removed: with fewer of them, it was created anew.
    if (serverRow ? serverRow.next < point.there : point.epoch > 0) return this.#drop()
    if (localRow && isUnsent(localRow) && !(serverRow && isName(localRow, serverRow))) {
      const { createdAt: at } = localRow
      const unsent = await local.readMessages(id, { from: point.here })
      if (staysHere(this.#around, localRow, unsent)) return
      const free = await local.claim(id, { at, isWaiting: false, signal })
      // The page of this device that has the session sends it.
      if (!free) return
      await free.release()
      const serverClaim = await this.#ownClaim(at, signal)
      if (serverClaim) return this.#sendFree(serverClaim, signal)
      this.#tryAgain(runningMs)
    }
    if (serverRow && isNews(localRow, serverRow)) await this.#receive(localRow, serverRow, signal)
  }

  /** Sends what was not sent, under a claim of the server, and releases the claim. */
  async #sendFree(serverClaim: SessionClaim, signal: AbortSignal): Promise<void> {
    const { local } = this.#around
    const id = this.#id
    try {
      const serverRow = serverClaim.row
      const { createdAt: at } = serverRow
      const localClaim = await local.claim(id, { at, isWaiting: false, signal })
      if (!localClaim) return this.#tryAgain()
      try {
        // Another page has deleted it meanwhile, and these claims have created it anew.
        if (isNew(localClaim.row)) {
          await local.delete(id)
          return await this.#forget(serverClaim)
        }
        const before = syncPointOf(localClaim.row)
        if (await this.#isGone(serverClaim, before)) return
        const point = claimedPoint(before, serverRow)
        const localRow = await notePoint(localClaim, point)
        const options = { localRow, serverRow, point, serverClaim, signal }
        await this.#apply(localClaim, await exchange(this.#around, options))
      } catch (error) {
        if (isLost(error)) this.#tryAgain()
        throw error
      } finally {
        await localClaim.release()
      }
    } finally {
      await releaseSoon(serverClaim)
    }
  }

  /** Claims the session on the server for this page to send, not to run. */
  #ownClaim(at: number, signal: AbortSignal): Promise<SessionClaim | undefined> {
    return this.#askClaim('ask', { at, isWaiting: false, signal })
  }

  /** Claims the session on the server. Gives back a claim for which nobody waits any more. */
  async #askClaim(
    how: 'ask' | 'askSoon',
    options: Parameters<AgentStorage['claim']>[1],
  ): Promise<SessionClaim | undefined> {
    const { server, line } = this.#around
    let claiming: ReturnType<AgentStorage['claim']> | undefined
    try {
      const work = (signal?: AbortSignal): ReturnType<AgentStorage['claim']> =>
        (claiming = server.claim(this.#id, { ...options, signal }))
      return await line[how](work, options.signal)
    } catch (error) {
      claiming?.then((late) => late?.release()).catch(() => undefined)
      throw error
    }
  }

  /**
   * Stores what the server has and the device lacks, if no other page of the device has the
   * session. `localRow` is from before `serverRow` was read.
   */
  async #receive(
    localRow: CopyRow | undefined,
    serverRow: SessionRow,
    signal: AbortSignal,
  ): Promise<void> {
    const { local } = this.#around
    const id = this.#id
    const { createdAt: at } = serverRow
    // The device is claimed once it is known what to store.
    const done = await exchange(this.#around, {
      localRow: localRow ?? newSession(id, at),
      serverRow,
      point: syncPointOf(localRow),
      signal,
    })
    const localClaim = await local.claim(id, { at, isWaiting: false, signal })
    if (!localClaim) return isArrived(done) ? this.#tryAgain() : undefined
    try {
      const { row } = localClaim
      const isSame = localRow ? toText(row) === toText(localRow) : isNew(row)
      if (localRow && localRow.next > 0 && isNew(row)) await local.delete(id)
      else if (!isSame) this.#tryAgain()
      else {
        const stored = await this.#apply(localClaim, { ...done, localRow: row })
        // Another page, or another device, had the session.
        if (stored && isUnsent(stored)) this.#tryAgain()
      }
    } finally {
      await localClaim.release()
    }
  }

  /** Synchronizes again in a moment: another page or device had the session. */
  #tryAgain(afterMs = againMs): void {
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.syncSoon(), afterMs)
    unref(this.#again)
  }

  // While this page runs it

  async #claimServer(
    options: Parameters<AgentStorage['claim']>[1],
  ): Promise<SessionClaim | 'taken' | undefined> {
    const { local, line } = this.#around
    if (line.isDown || (await local.read(deletedPrefix + this.#id))) return undefined
    const claiming = async (): Promise<SessionClaim | 'taken'> => {
      const claim = await this.#askClaim('askSoon', { ...options, isWaiting: false })
      if (claim || !options.isWaiting) return claim ?? 'taken'
      return (await this.#askClaim('ask', options)) ?? 'taken'
    }
    return claiming().catch(ifAway(undefined))
  }

  /** Begins to run the session in this page, with what other devices have added to it. */
  async #hold(
    localClaim: SessionClaim,
    serverClaim: SessionClaim | undefined,
    signal: AbortSignal | undefined,
  ): Promise<SessionClaim> {
    const { local } = this.#around
    const id = this.#id
    let row: CopyRow = localClaim.row
    const before = syncPointOf(row)
    const point = claimedPoint(before, serverClaim?.row)
    const held: Held = { localClaim, point, lost: new AbortController(), sent: new Set() }
    let isCurrent = false
    try {
      if (serverClaim && (await this.#isGone(serverClaim, before))) throw gone()
      row = await notePoint(localClaim, point)
      if (serverClaim) {
        const serverRow = serverClaim.row
        if (isNews(row, serverRow)) {
          const done = await exchange(this.#around, { localRow: row, serverRow, point, signal })
          row = (await this.#apply(localClaim, done)) ?? row
          held.point = done.point
        }
        await this.#takeIntents(localClaim, serverClaim.intents)
        this.#keep(held, serverClaim)
        isCurrent = true
      }
    } catch (error) {
      await releaseSoon(serverClaim)
      if (!(error instanceof AwayError)) {
        await localClaim.release()
        throw error
      }
    }
    this.#held = held
    const { run, ...rest } = toSession(row)
    // The device that began the run may go on with it, and this one cannot ask.
    const isForeign = !isCurrent && isRunSynced(row)
    const intents = serverClaim?.intents?.length ? await local.readIntents(id) : localClaim.intents
    return this.#toClaim(held, run && !isForeign ? { ...rest, run } : rest, intents)
  }

  #toClaim(held: Held, row: SessionRow, intents: readonly Intent[] | undefined): SessionClaim {
    const { localClaim, lost } = held
    let isReleased = false
    return {
      row,
      intents,
      lost: AbortSignal.any([localClaim.lost, lost.signal]),
      write: async (write) => {
        const isStarting = (write.intents?.length ?? 0) > 0
        // What was said stays, as a branch. A call must not run on two devices.
        if (isStarting && lost.signal.aborted) throw lostError()
        const stored = await localClaim.write(withPoint(write, held.point))
        this.#around.line.said()
        if (isReleased) return toSession(stored)
        const sending = this.sync().catch(() => undefined)
        if (isStarting && write.isStrict && held.serverClaim && !this.#around.line.isDown) {
          await orAborted(sending, AbortSignal.timeout(patienceMs)).catch(() => undefined)
          if (lost.signal.aborted) throw lostError()
        }
        return toSession(stored)
      },
      holds: async () => !lost.signal.aborted && localClaim.holds(),
      release: async () => {
        if (isReleased) return localClaim.release()
        isReleased = true
        const late = setTimeout(() => this.#step.abort(), patienceMs)
        await this.#inTurn((signal) => {
          clearTimeout(late)
          return this.#endHeld(held, signal)
        }).catch(() => undefined)
      },
    }
  }

  /** Takes note that the server has granted this page the session. */
  #keep(held: Held, serverClaim: SessionClaim): void {
    const { line } = this.#around
    held.serverClaim = serverClaim
    held.serverRow = serverClaim.row
    for (const intent of serverClaim.intents ?? []) held.sent.add(toKey(intent))
    const lose = (): void => held.lost.abort()
    serverClaim.lost.addEventListener('abort', lose, { once: true })
    if (serverClaim.lost.aborted) lose()
    const { leaseMs } = serverClaim
    if (leaseMs === undefined || !serverClaim.renew) return
    held.renewing = setInterval(() => {
      line
        .ask(async () => serverClaim.renew?.())
        .catch((error: unknown) => {
          if (isLost(error)) lose()
        })
    }, leaseMs / 3)
    unref(held.renewing)
  }

  async #sendHeld(held: Held, signal: AbortSignal): Promise<void> {
    const { local } = this.#around
    if (held.lost.signal.aborted) return
    if (!held.serverClaim) {
      const { createdAt: at } = held.localClaim.row
      const serverClaim = await this.#ownClaim(at, signal)
      if (!serverClaim || (await this.#isGone(serverClaim, held.point))) return
      held.point = claimedPoint(held.point, serverClaim.row)
      await notePoint(held.localClaim, held.point)
      this.#keep(held, serverClaim)
    }
    const localRow = await local.read(this.#id)
    const serverRow = await this.#serverRowOf(held, signal)
    if (!localRow || !serverRow) return
    const point = (held.point = sendingPoint(held.point, localRow))
    const { serverClaim, sent } = held
    const done = await exchange(this.#around, {
      localRow,
      serverRow,
      point,
      serverClaim,
      sent,
      isApplied: false,
      signal,
    }).catch((error: unknown) => {
      // Nobody knows what of it the server has stored.
      held.serverRow = undefined
      if (isLost(error)) held.lost.abort()
      throw error
    })
    held.point = done.point
    held.serverRow = done.serverRow
  }

  /** Returns the server's row. Reads it if a write has failed. */
  async #serverRowOf({ serverRow }: Held, signal: AbortSignal): Promise<SessionRow | undefined> {
    const { server, line } = this.#around
    return serverRow ?? line.ask(() => server.read(this.#id, { signal }), signal)
  }

  async #endHeld(held: Held, signal: AbortSignal): Promise<void> {
    const { local, line } = this.#around
    const { localClaim, serverClaim, point, sent, lost } = held
    const soon = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    clearInterval(held.renewing)
    let isWhole = false
    try {
      const localRow = await local.read(this.#id)
      if (!localRow) isWhole = true
      else if (serverClaim && !lost.signal.aborted && !line.isDown) {
        const serverRow = await this.#serverRowOf(held, soon)
        if (!serverRow) return
        const options = { localRow, serverRow, point, serverClaim, sent, signal: soon }
        await this.#apply(localClaim, await exchange(this.#around, options))
        isWhole = true
      }
    } finally {
      this.#held = undefined
      if (!isWhole) await notePoint(localClaim, held.point).catch(() => undefined)
      await localClaim.release()
      await releaseSoon(serverClaim)
      if (!isWhole && !line.isDown) this.syncSoon()
    }
  }

  /** Stores what has arrived on the device. Returns the device's row after it. */
  async #apply(localClaim: SessionClaim, done: ExchangeResult): Promise<CopyRow | undefined> {
    const { localRow, arrived, toDevice, serverRow, point } = done
    const isNewer = isArrived(done)
    if (!isNewer && isSame(point, localRow.synced)) return undefined
    const write = { at: serverRow.updatedAt, messages: arrived, session: toDevice }
    const row = await localClaim.write(withPoint(write, point))
    if (isNewer) this.#around.onArrived(row, isBranch(localRow, arrived))
    return row
  }

  /** Notes the calls that were started on another device, so that none runs twice. */
  async #takeIntents(localClaim: SessionClaim, intents: readonly Intent[] = []): Promise<void> {
    for (const intent of intents) {
      // It may be known here, and even be answered.
      await localClaim.write({ at: 0, intents: [intent] }).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error
      })
    }
  }

  /** Whether the session was deleted elsewhere, so that this claim has created it anew. */
  async #isGone(serverClaim: SessionClaim, { there, epoch }: SyncPoint): Promise<boolean> {
    const { line } = this.#around
    const { next, epoch: granted } = serverClaim.row
    if (next >= there && granted > epoch) return false
    // A claim that followed it has noted its own epoch, and what it has sent.
    if (!(await line.ask(() => serverClaim.holds()))) throw new AwayError()
    await releaseSoon(serverClaim)
    await this.#forget(serverClaim)
    await this.#drop()
    return true
  }

  /** Deletes a row of the server that a claim has created anew: other devices must not find it. */
  async #forget({ row }: SessionClaim): Promise<void> {
    const { server, line } = this.#around
    if (row.next === 0) await line.ask(() => server.delete(this.#id)).catch(() => undefined)
  }
}

/** Whether a row of the device is a note of the copy, not a session. */
export const isOwnRow = (id: string): boolean => id.startsWith('\u0000')

/** Stores a note of the copy in a row of its own, as its title. */
async function noteRow(local: AgentStorage, key: string, title: string): Promise<void> {
  const at = Date.now()
  const claim = await local.claim(key, { at })
  await claim?.write({ at, session: { title } })
  await claim?.release()
}

/** Returns a write that also stores a sync point, which is one more field of the row. */
function withPoint(write: SessionWrite, synced: SyncPoint): SessionWrite {
  const session: SessionChange & Pick<CopyRow, 'synced'> = { ...write.session, synced }
  return { ...write, session }
}

/** Stores a sync point alone, if it is not the one that the claim began with. */
async function notePoint(claim: SessionClaim, point: SyncPoint): Promise<CopyRow> {
  const row: CopyRow = claim.row
  return isSame(row.synced, point) ? row : claim.write(withPoint({ at: row.updatedAt }, point))
}

/** Whether a claim has just created a row. */
const isNew = (row: CopyRow): boolean => row.synced === undefined && !isUnsent(row)

/** Returns the text of a row, by which a change of it is noticed. A claim raises the epoch. */
const toText = (row: SessionRow): string => JSON.stringify({ ...row, epoch: 0 })

/** Whether the server has something that the device does not have. */
function isNews(localRow: CopyRow | undefined, serverRow: SessionRow): boolean {
  if (!localRow) return true
  const point = syncPointOf(localRow)
  if (serverRow.next !== point.there) return true
  const { toDevice, toServer } = mergeFields(localRow, serverRow, point)
  return !isEmpty(toDevice) || !isEmpty(toServer)
}

/** Whether a device has to send a title or a head alone, which needs no claim. */
function isName(localRow: CopyRow, serverRow: SessionRow): boolean {
  const point = syncPointOf(localRow)
  return (
    localRow.next === point.here && isNameOnly(mergeFields(localRow, serverRow, point).toServer)
  )
}

/** Whether messages were added to another place than the end of the device's open path. */
function isBranch({ head }: CopyRow, arrived: readonly Message[]): boolean {
  const ids = new Set<string | null>(arrived.map(({ id }) => id))
  return head !== null && arrived.some(({ parentId: at }) => at !== head && !ids.has(at))
}

const lostError = (): AgentError<'storage'> =>
  storageError('lost', 'Another device runs this conversation now.')

const gone = (): AgentError<'storage'> =>
  storageError('lost', 'The conversation was deleted on another device.')

/** Releases a claim of the server, whose lease ends by itself if it does not hear of it. */
async function releaseSoon(claim: SessionClaim | undefined): Promise<void> {
  if (!claim) return
  await orAborted(claim.release(), AbortSignal.timeout(patienceMs)).catch(() => undefined)
}
