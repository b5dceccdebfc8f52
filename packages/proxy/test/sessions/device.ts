import { setTimeout } from 'node:timers/promises'
import { serverStorage } from '@ambit/browser/server-storage'
import type {
  AgentStorage,
  MessageRow,
  SessionClaim,
  SessionNote,
  SessionWrite,
} from '@ambit/core/storage'
import { vi } from 'vitest'
import type { Fetch } from './session-servers.ts'

/** A message that a device was told is stored, under the claim of an epoch. */
interface Stored {
  readonly id: string
  readonly epoch: number
}

/** What the devices of a user know of one session. */
interface Known {
  readonly stored: Stored[]
  readonly files: Set<string>
  /** The messages that were stored when the user asked to delete the session. */
  deleting?: ReadonlySet<string>
  isDeleted?: boolean
}

/** A user with some sessions, whose ids are the same as those of everybody else. */
export class User {
  readonly name: string
  readonly sessions = new Map<string, Known>()
  /** What should never happen. */
  readonly faults: string[] = []
  #count = 0

  constructor(name: string) {
    this.name = name
  }

  /** The number of messages that were reported as stored. */
  get storedCount(): number {
    return Array.from(this.sessions.values(), ({ stored }) => stored.length).reduce(
      (sum, count) => sum + count,
      0,
    )
  }

  /** Returns the ids of the sessions that nobody has deleted, of which there are three. */
  open(): readonly string[] {
    const open = (): string[] =>
      [...this.sessions].flatMap(([id, { deleting }]) => (deleting ? [] : [id]))
    while (open().length < 3) {
      this.sessions.set(`s${++this.#count}`, { stored: [], files: new Set() })
    }
    return open()
  }

  newId(): string {
    return `${this.name}-${++this.#count}`
  }
}

interface Held {
  readonly claim: SessionClaim
  next: number
  /** The write of which nobody knows whether it is stored. It is sent again before any other. */
  unknown?: SessionWrite & { readonly messages: NonNullable<SessionWrite['messages']> }
}

/** A note of the test: who has sent it. */
interface TestNote {
  readonly type: 'test'
  readonly by: string
  readonly device: Device
}

const kindOf = (error: unknown): string | undefined =>
  (error as { details?: { kind?: string } }).details?.kind

/** Does some work again until the server has answered. */
async function untilAnswered(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (kindOf(error) !== 'unavailable') throw error
    }
    await setTimeout(20)
  }
}

/** A device of a user, which does one operation after another. */
export class Device {
  readonly #user: User
  readonly #storage: AgentStorage
  readonly #random: () => number
  readonly #held = new Map<string, Held>()
  readonly #watched = new Map<string, () => void>()
  readonly #name: string
  /** What is known once the server has the files that this device still sends; else undefined. */
  #late: (() => void)[] | undefined

  constructor(user: User, name: string, fetch: Fetch, random: () => number) {
    this.#user = user
    this.#name = name
    this.#random = random
    this.#storage = serverStorage({
      baseURL: 'http://server/api/agent',
      fetch,
      retryMs: 4,
      pollMs: 20,
    })
    this.#storage.onDegraded(({ reason, isOver }) => {
      if (reason !== 'unavailable') this.#fault(`a file was refused: ${reason}`)
      const late = this.#late ?? []
      this.#late = isOver ? undefined : late
      if (isOver) for (const add of late) add()
    })
  }

  /** Does a random operation. An answer that is missing is not a fault. */
  async act(): Promise<void> {
    const choice = this.#random()
    const open = this.#user.open()
    const id = open[Math.floor(this.#random() * open.length)] ?? ''
    try {
      if (choice < 0.5) await this.#write(id)
      else if (choice < 0.65) await this.check(id)
      else if (choice < 0.72) await this.#checkList()
      else if (choice < 0.8) await this.#storage.update(id, { title: this.#user.newId() })
      else if (choice < 0.87) this.#note(id)
      else if (choice < 0.92) await this.#release(id)
      else if (choice < 0.96) await this.#putFile(id)
      // A page that is gone releases nothing.
      else if (choice < 0.985) this.#held.delete(id)
      else await this.#delete(id)
    } catch (error) {
      if (kindOf(error) !== 'unavailable') this.#fault(`${id}: ${String(error)}`)
    }
  }

  /** Holds a session against what the devices were told of it. */
  async check(id: string): Promise<void> {
    const known = this.#knownOf(id)
    const stored = [...known.stored]
    const files = [...known.files]
    const wasDeleted = known.isDeleted === true
    const rows = await this.#storage.readMessages(id, { from: 0 })
    const file = files.at(-1)
    const kept = file === undefined ? undefined : await this.#storage.getBlob?.(id, file)
    const ids = rows.map(({ message }) => message.id)
    if (new Set(ids).size < ids.length) this.#fault(`${id} has a message twice: ${ids.join()}`)
    if (rows.some(({ seq }, nth) => seq !== nth)) this.#fault(`${id} has a gap`)
    if (ids.some((each) => !each.startsWith(`${this.#user.name}-`))) {
      this.#fault(`${id} has a message of somebody else: ${ids.join()}`)
    }
    const writers = rows.map(writerOf)
    const epochs = writers.map(({ epoch }) => epoch)
    if (epochs.some((epoch, nth) => epoch < (epochs[nth - 1] ?? 0))) {
      this.#fault(`${id} has a write of an earlier claim: ${epochs.join()}`)
    }
    if (new Set(writers.map(({ by }) => by)).size > new Set(epochs).size) {
      this.#fault(`two devices have run ${id} at once`)
    }
    if (wasDeleted && ids.some((each) => known.deleting?.has(each))) {
      this.#fault(`${id} was deleted, and is there again`)
    }
    if (known.deleting) return
    const told = stored.toSorted((a, b) => a.epoch - b.epoch).map((each) => each.id)
    const found = ids.filter((each) => told.includes(each))
    if (found.join() !== told.join()) {
      this.#fault(`${id} was told to have ${told.join()}, and has ${ids.join()}`)
    }
    if (file !== undefined && (await kept?.text()) !== file) this.#fault(`${id} has no ${file}`)
  }

  /** Waits for the files that are still sent, reads everything that the user has, and leaves. */
  async end(): Promise<void> {
    for (const stop of this.#watched.values()) stop()
    for (const { claim } of this.#held.values()) await claim.release()
    await vi.waitUntil(() => this.#late === undefined, { timeout: 120_000 })
    for (const id of this.#user.sessions.keys()) await untilAnswered(() => this.check(id))
    await untilAnswered(() => this.#checkList())
  }

  async #write(id: string): Promise<void> {
    this.#watch(id)
    const held = this.#held.get(id) ?? (await this.#claim(id))
    if (!held) return
    const { claim } = held
    const { epoch } = claim.row
    const content = JSON.stringify({ epoch, by: this.#name })
    const count = 1 + Math.floor(this.#random() * 3)
    const write: NonNullable<Held['unknown']> = held.unknown ?? {
      at: Date.now(),
      id: crypto.randomUUID(),
      next: held.next,
      messages: Array.from({ length: count }, () => ({
        id: this.#user.newId(),
        role: 'user',
        content,
        parentId: null,
        createdAt: 1,
      })),
    }
    held.unknown = write
    try {
      const row = await claim.write(write)
      delete held.unknown
      held.next += write.messages.length
      if (row.next !== held.next) this.#fault(`${id} has ${row.next} and not ${held.next}`)
      this.#knownOf(id).stored.push(...write.messages.map((message) => ({ id: message.id, epoch })))
    } catch (error) {
      if (kindOf(error) !== 'lost') throw error
      this.#held.delete(id)
      if (await claim.holds()) this.#fault(`${id} refused a write under its own claim`)
    }
  }

  async #claim(id: string): Promise<Held | undefined> {
    const isWaiting = this.#random() < 0.3
    const claim = await this.#storage.claim(id, { at: Date.now(), isWaiting })
    const held = claim && { claim, next: claim.row.next }
    if (held) this.#held.set(id, held)
    return held
  }

  async #release(id: string): Promise<void> {
    const held = this.#held.get(id)
    this.#held.delete(id)
    await held?.claim.release()
  }

  async #putFile(id: string): Promise<void> {
    if (!this.#held.has(id)) return
    const known = this.#knownOf(id)
    if (known.deleting) return
    const file = this.#user.newId()
    await this.#storage.putBlob?.(id, file, new Blob([file]))
    const add = (): void => void known.files.add(file)
    if (!this.#late) return add()
    this.#late.push(add)
    const kept = await this.#storage.getBlob?.(id, file)
    if (!known.deleting && (await kept?.text()) !== file) this.#fault(`${id} lost ${file}`)
  }

  async #delete(id: string): Promise<void> {
    const known = this.#knownOf(id)
    known.deleting = new Set(known.stored.map((each) => each.id))
    this.#held.delete(id)
    await this.#storage.delete(id)
    known.isDeleted = true
  }

  async #checkList(): Promise<void> {
    const expected = [...this.#user.sessions].filter(([, { stored }]) => stored.length > 0)
    const listed = await this.#storage.list()
    for (const { id, title } of listed) {
      const isOwn = title === undefined || title.startsWith(`${this.#user.name}-`)
      if (!this.#user.sessions.has(id) || !isOwn) this.#fault(`${id} is not theirs: ${title}`)
    }
    const ids = new Set(listed.map(({ id }) => id))
    const missing = expected.filter(([id, { deleting }]) => !deleting && !ids.has(id))
    for (const [id] of missing) this.#fault(`${id} is not in the list`)
  }

  #note(id: string): void {
    const note = { type: 'test', by: this.#user.name, device: this.#name }
    this.#storage.send(id, note as unknown as SessionNote)
  }

  #watch(id: string): void {
    if (this.#watched.has(id)) return
    const stop = this.#storage.watch(id, (note) => {
      const { type, by, device } = note as unknown as TestNote
      if ((type as string) !== 'test') return
      if (by !== this.#user.name) this.#fault(`${id} heard a note of ${by}`)
      if (String(device) === this.#name) this.#fault(`${id} heard its own note`)
    })
    this.#watched.set(id, stop)
  }

  #knownOf(id: string): Known {
    const known = this.#user.sessions.get(id)
    if (!known) throw new Error(`There is no session ${id}.`)
    return known
  }

  #fault(what: string): void {
    this.#user.faults.push(`${this.#name}: ${what}`)
  }
}

function writerOf({ message }: MessageRow): { epoch: number; by: string } {
  return JSON.parse(String((message as { content: unknown }).content)) as {
    epoch: number
    by: string
  }
}
