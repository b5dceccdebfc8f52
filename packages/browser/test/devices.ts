import type { Message } from '@ambit/core'
import {
  type AgentStorage,
  memoryStorage,
  type SessionClaim,
  type StorageDegradation,
} from '@ambit/core/storage'
import { offlineStorage } from '../src/server-storage/offline-storage.ts'
import { type Network, ServerUnderTest } from './server-under-test.ts'

export const said = (id: string, parentId: string | null): Message => ({
  id,
  parentId,
  role: 'user',
  createdAt: 1,
  content: `I say ${id}.`,
})

/** A device: what it has stored outlives its pages. */
export class Device {
  readonly network: Network
  readonly local: AgentStorage = memoryStorage()
  readonly #server: AgentStorage
  storage: AgentStorage
  readonly problems: StorageDegradation[] = []

  constructor(under: ServerUnderTest) {
    const { server, network } = under.connect()
    this.network = network
    this.#server = server
    this.storage = this.open()
  }

  /** Opens another page, as a reload does. */
  open(): AgentStorage {
    this.storage = offlineStorage({ server: this.#server, local: this.local })
    this.storage.onDegraded((what) => this.problems.push(what))
    return this.storage
  }

  async claim(id = 's1'): Promise<SessionClaim> {
    const claim = await this.storage.claim(id, { at: 1 })
    if (!claim) throw new Error('The claim was not granted.')
    return claim
  }

  /** Adds messages, each below the one before. The first is below the head. */
  async say(ids: readonly string[], id = 's1'): Promise<void> {
    const claim = await this.claim(id)
    let { head } = claim.row
    for (const messageId of ids) {
      const messages = [said(messageId, head)]
      await claim.write({ at: 2, messages, session: { head: messageId } })
      head = messageId
    }
    await claim.release()
  }

  async has(id = 's1'): Promise<string[]> {
    return idsOf(this.storage, id)
  }
}

export const idsOf = async (storage: AgentStorage, id = 's1'): Promise<string[]> =>
  (await storage.readMessages(id, { from: 0 })).map(({ message }) => message.id)

/** Creates a source of random choices, the same for the same seed (mulberry32). */
function createPick(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** What two devices do at random, and what must come of it. */
export class Game {
  readonly under = new ServerUnderTest()
  readonly devices = [new Device(this.under), new Device(this.under)] as const
  readonly #pick: (below: number) => number
  /** The ids of the sessions. Each is created by one of the devices. */
  readonly #ids = ['0-a', '1-b', '0-c']
  readonly #deleted = new Set<string>()
  readonly said = new Map<string, string[]>()
  #count = 0

  constructor(seed: number) {
    this.#pick = createPick(seed)
    for (const { network } of this.devices) {
      network.wait = async () => {
        if (this.#pick(3) === 0) await new Promise((resolve) => setTimeout(resolve))
      }
    }
  }

  async play(): Promise<void> {
    const device = this.devices[this.#pick(2)] ?? this.devices[0]
    const at = this.#pick(this.#ids.length)
    const id = this.#ids[at] ?? ''
    const kind = this.#pick(20)
    if (kind < 9) await this.#say(device, id)
    else if (kind < 11) device.network.isOn = false
    else if (kind < 13) device.network.connect()
    else if (kind === 13) device.network.losesAnswers = !device.network.losesAnswers
    else if (kind === 14) await device.storage.update(id, { title: `t${++this.#count}` })
    else if (kind === 15) device.open().watch(id, () => undefined)
    else if (kind === 16) await device.storage.list()
    else if (kind === 17) device.network.loseClaims()
    else if (kind === 18 && this.#pick(4) === 0) {
      // A user deletes what a device shows.
      if (!(await device.storage.read(id))?.next) return
      await device.storage.delete(id)
      this.#deleted.add(id)
      this.#ids[at] = `${this.#pick(2)}-${++this.#count}`
    } else await device.storage.read(id)
  }

  async #say(device: Device, id: string): Promise<void> {
    const isOwn = this.devices[Number(id[0])] === device
    if (!isOwn && !(await device.storage.read(id))?.next) return
    const claim = await device.storage
      .claim(id, { at: ++this.#count, isWaiting: false })
      .catch(() => undefined)
    if (!claim) return
    let { head } = claim.row
    for (let left = this.#pick(3); left >= 0; left--) {
      const message = said(`m${++this.#count}`, head)
      const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
      const costUsd = (claim.row.costUsd ?? 0) + 1
      const session = { head: message.id, usage, ...(left === 0 && { costUsd }) }
      await claim.write({ at: this.#count, messages: [message], session })
      this.said.set(id, [...(this.said.get(id) ?? []), message.id])
      head = message.id
    }
    const releasing = claim.release()
    if (this.#pick(2) === 0) await releasing
  }

  /** Brings the network back, and opens the sessions in a new page of each device. */
  async end(): Promise<void> {
    for (const device of this.devices) {
      device.network.losesAnswers = false
      device.network.connect()
      await device.open().list()
      for (const id of this.said.keys()) device.storage.watch(id, () => undefined)
    }
  }

  /** Returns the messages that a session must have, and what the server and the devices have. */
  async look(id: string) {
    const places = [this.under.storage, ...this.devices.map(({ storage }) => storage)]
    const expected = this.#deleted.has(id) ? [] : (this.said.get(id) ?? []).toSorted()
    const rows = await Promise.all(places.map((storage) => storage.read(id)))
    const seen = await Promise.all(places.map((storage) => idsOf(storage, id)))
    const isDeleted = this.#deleted.has(id)
    return {
      expected: places.map(() => expected),
      seen: seen.map((ids) => ids.toSorted()),
      fields: isDeleted ? [] : rows.map((row) => [row?.title, row?.head, row?.costUsd]),
    }
  }
}
