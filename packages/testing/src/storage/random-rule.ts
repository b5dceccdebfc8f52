import {
  changeSession,
  type AgentStorage,
  type Intent,
  newSession,
  type SessionClaim,
  type SessionRow,
  type SessionWrite,
} from '@ambit/core/storage'
import type { Message } from '@ambit/core'
import { refused, same } from './check.ts'
import type { Pages } from './pages.ts'
import type { Rule } from './rule.ts'
import { answered, checkpoint, intentOf, said } from './samples.ts'

/** The session that a storage must have. */
interface Model {
  row: SessionRow
  messages: Message[]
  intents: Map<string, Intent>
  /** The greatest attempt at each call, also after its answer. */
  attempts: Map<string, number>
}

const ids = ['s1', 's2', 's3']

/** Creates the rule whose operations are random, but the same for the same seed. */
export const randomRule = (seed: number, steps: number): Rule => ({
  name: `does what the contract says in ${steps} random operations (seed ${seed})`,
  advice: 'Find the same in one of the other rules first. The same seed repeats the operations.',
  async run(pages) {
    const random = randomNumbers(seed)
    const storages = await pages.openTwo()
    const game = new Game(pages, (below) => Math.floor(random() * below))
    const done: string[] = []
    for (let step = 0; step < steps; step++) {
      try {
        done.push(await game.play(storages))
        await game.compare(storages)
      } catch (error) {
        const seen = error instanceof Error ? error.message : String(error)
        throw new Error(`After ${done.slice(-8).join(', ')}: ${seen}`, { cause: error })
      }
    }
  },
})

class Game {
  readonly #pages: Pages
  readonly #pick: (below: number) => number
  readonly #models = new Map<string, Model>()
  readonly #claims = new Map<string, SessionClaim>()
  #last: { id: string; write: SessionWrite; row: SessionRow } | undefined
  #count = 0

  constructor(pages: Pages, pick: (below: number) => number) {
    this.#pages = pages
    this.#pick = pick
  }

  /** Does something, and returns what it was. */
  async play(storages: readonly AgentStorage[]): Promise<string> {
    const storage = storages[this.#pick(storages.length)] as AgentStorage
    const id = ids[this.#pick(ids.length)] as string
    const claim = this.#claims.get(id)
    const model = this.#models.get(id)
    const kind = this.#pick(10)
    if (!claim || !model) return this.#claim(storage, id)
    if (kind === 0) return this.#release(id, claim)
    if (kind === 1) return this.#delete(storage, id, claim)
    if (kind === 2) return this.#update(storage, id, model)
    if (kind === 3 && this.#last?.id === id) return this.#repeat(claim)
    if (kind === 4) return this.#refuse(id, claim, model)
    return this.#write(id, claim, model)
  }

  async compare(storages: readonly AgentStorage[]): Promise<void> {
    for (const storage of storages) {
      for (const id of ids) {
        const model = this.#models.get(id)
        same(await storage.read(id), model?.row, `read("${id}")`)
        const rows = await storage.readMessages(id, { from: 0 })
        const expected = model?.messages.map((message, seq) => ({ seq, message }))
        same(rows, expected ?? [], `The messages of "${id}"`)
        const attempts = (intents: Iterable<Intent>): Record<string, number> =>
          Object.fromEntries([...intents].map(({ call, attempt }) => [call.id, attempt]))
        const open = attempts(model?.intents.values() ?? [])
        same(attempts(await storage.readIntents(id)), open, `The intents of "${id}"`)
      }
    }
  }

  async #claim(storage: AgentStorage, id: string): Promise<string> {
    const claim = await this.#pages.claim(storage, id, ++this.#count)
    const row = this.#models.get(id)?.row ?? newSession(id, this.#count)
    same({ ...claim.row, epoch: 0 }, { ...row, epoch: 0 }, `The session of the claim on "${id}"`)
    const model = this.#models.get(id) ?? {
      row,
      messages: [],
      intents: new Map<string, Intent>(),
      attempts: new Map<string, number>(),
    }
    model.row = { ...row, epoch: claim.row.epoch }
    this.#models.set(id, model)
    this.#claims.set(id, claim)
    return `claim ${id}`
  }

  async #release(id: string, claim: SessionClaim): Promise<string> {
    this.#claims.delete(id)
    if (this.#last?.id === id) this.#last = undefined
    await claim.release()
    return `release ${id}`
  }

  async #delete(storage: AgentStorage, id: string, claim: SessionClaim): Promise<string> {
    this.#models.delete(id)
    await storage.delete(id)
    await refused(claim.write({ at: 1 }), 'A write after a deletion', 'lost')
    await this.#release(id, claim)
    return `delete ${id}`
  }

  async #update(storage: AgentStorage, id: string, model: Model): Promise<string> {
    const isRight = this.#pick(2) === 0
    const change = { title: `t${++this.#count}`, head: `h${this.#count}` }
    const ifHead = isRight ? model.row.head : 'another'
    same(await storage.update(id, change, { ifHead }), isRight, 'update() with `ifHead`')
    if (isRight) model.row = { ...model.row, ...change }
    if (this.#last?.id === id) this.#last = undefined
    return `update ${id}`
  }

  async #repeat(claim: SessionClaim): Promise<string> {
    if (!this.#last) return 'nothing'
    const { id, write, row } = this.#last
    same(await claim.write(write), row, 'The session of the same write')
    return `repeat ${id}`
  }

  async #refuse(id: string, claim: SessionClaim, model: Model): Promise<string> {
    const write = { id: `w${++this.#count}`, at: this.#count, messages: [said('never')] }
    const next = model.row.next + 1 + this.#pick(3)
    await refused(claim.write({ ...write, next }), 'A write with another `next`', 'lost')
    const [known] = model.attempts
    if (known) {
      const intents = [intentOf('never'), intentOf(known[0], known[1])]
      await refused(claim.write({ ...write, intents }), 'An intent of before', 'duplicate')
    }
    return `refused writes ${id}`
  }

  async #write(id: string, claim: SessionClaim, model: Model): Promise<string> {
    const nth = ++this.#count
    const messages = Array.from({ length: this.#pick(4) }, (_, at) => said(`m${nth}-${at}`))
    const [open] = model.intents.keys()
    if (open && this.#pick(2) === 0) messages.push(answered(open))
    const intents = Array.from({ length: this.#pick(3) }, () => {
      const callId = `c${this.#pick(6)}`
      const attempt = (model.attempts.get(callId) ?? 0) + 1
      model.attempts.set(callId, attempt)
      return intentOf(callId, attempt)
    })
    const session = [
      { head: messages.at(-1)?.id ?? model.row.head },
      { state: { nth }, costUsd: nth },
      { run: checkpoint, title: `T${nth}` },
      { run: null, waiting: [{ id: 'w', content: `${nth}` }] },
    ][this.#pick(4)]
    const write = { id: `w${nth}`, next: model.row.next, at: nth, messages, intents, session }
    model.row = changeSession(model.row, write)
    model.messages.push(...messages)
    for (const intent of intents) model.intents.set(intent.call.id, intent)
    for (const { role, id: callId } of messages) if (role === 'tool') model.intents.delete(callId)
    const row = await claim.write(write)
    same(row, model.row, 'The session of a write')
    this.#last = { id, write, row }
    return `write ${id} (${messages.length} messages, ${intents.length} intents)`
  }
}

/** Returns numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
