import { type Agent, type Clock, type JsonObject, systemClock } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { type Reply, scriptedModel, testAgent } from '@ambit/testing'
import type { ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import {
  type HandlerRun,
  type PageData,
  renderPage,
  type Tell,
  type ToolName,
  toolNames,
} from './page.tsx'
import { User } from './user.ts'
import { openStorage } from './page-storage.ts'
import { createRandom, type Random } from './random.ts'

const customers = ['Ann', 'Bob', 'Cem']
const rowIds = ['a', 'b', 'c']

/** A page in a browser, its agent and the user in front of it, who do random things. */
export class RandomPage {
  readonly runs: HandlerRun[] = []
  readonly user: User
  /** The number of requests that took the place of others. */
  replaced = 0
  /** The number of approvals that did not hold, because something had changed. */
  refused = 0
  readonly #random: Random
  readonly #storage = memoryStorage()
  #calls = 0
  #sleptMs = 0
  /** A clock whose timers do not notice that the computer slept. */
  readonly #clock: Clock = { ...systemClock, now: () => Date.now() + this.#sleptMs }
  /** The data that the page has; the screen may show what was there before. */
  #data: PageData
  #onScreen: PageData
  #agent: Agent
  #root: Root
  #die: () => Promise<void>

  constructor(seed: number) {
    this.#random = createRandom(seed)
    this.user = new User(this.#random, () => this.#clock.now())
    this.#data = {
      customer: 'Ann',
      version: 1,
      rows: rowIds.map((id) => ({ id, customer: `Ann ${id}` })),
      mounts: { page: 0, list: 0 },
      isOther: false,
      description: 'Keeps the customer.',
    }
    this.#onScreen = this.#data
    ;[this.#agent, this.#root, this.#die] = this.#load()
  }

  /** Does one random thing. */
  async step(): Promise<void> {
    const random = this.#random
    const data = this.#data
    const { mounts } = data
    switch (random.upTo(20)) {
      case 0:
      case 1:
      case 2:
        return this.#ask()
      case 3:
      case 4:
      case 5:
        return this.#showOther()
      case 6:
        return this.#show({ rows: data.rows.toReversed() })
      case 7:
        return this.#show({ rows: addOrRemove(data.rows) })
      case 8:
        return this.#show({ mounts: { ...mounts, page: mounts.page + 1 } })
      case 9:
        return this.#show({ mounts: { ...mounts, list: mounts.list + 1 } })
      case 10:
        return this.#show({ isOther: !data.isOther })
      case 11:
        return this.#show({
          description: random.pick(['Keeps the customer.', 'Keeps them.']) ?? '',
        })
      case 12:
        return this.#changeSession()
      case 13:
        if (random.isIn(0.3)) await this.#reload()
        return
      case 14:
        if (random.isIn(0.2)) this.user.revoke(this.#agent)
        if (random.isIn(0.2)) this.#sleptMs += 40 * 60_000
        return
      case 15:
        await turn()
        return this.user.look(this.#agent, this.#onScreen)
      default:
        if (random.isIn(0.6)) {
          await turn()
          this.user.look(this.#agent, this.#onScreen)
        }
        if (random.isIn(0.4)) this.#showOther()
        return this.user.press(this.#agent, this.#onScreen)
    }
  }

  /** Waits for a random number of tasks. */
  async pause(): Promise<void> {
    for (let tasks = this.#random.upTo(8); tasks > 0; tasks--) await turn()
  }

  /** Ends everything that waits. */
  async end(): Promise<void> {
    this.#agent.cancel()
    await this.#die()
    this.#root.unmount()
    await turn()
  }

  /** The number of times that the agent asked a user. */
  asked = 0

  #load(): [Agent, Root, () => Promise<void>] {
    const [storage, die] = openStorage(this.#storage)
    const agent = testAgent({
      clock: this.#clock,
      model: scriptedModel([], { otherwise: replyTo }),
      storage,
      settle: this.#random.isIn(0.5) ? false : 100,
    })
    agent.pending.attach('approval')
    agent.on('agent:pending_added', ({ pending }) => {
      this.asked++
      if ('replaces' in pending) this.replaced++
    })
    agent.on('agent:pending_resolved', (event) => {
      if (event.kind === 'approval' && event.by === 'changed') this.refused++
    })
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    flushSync(() => root.render(this.#render(agent)))
    return [agent, root, die]
  }

  readonly #tell: Tell = (tool, did, { callId, run: { sessionId } }, key) => {
    const run = { tool, did, callId, sessionId, key }
    this.runs.push(run)
    this.user.judge(run, this.#onScreen)
  }

  /** Renders the page with other data: at once, or when React comes to it. */
  #show(change: Partial<PageData>): void {
    this.#data = { ...this.#data, ...change }
    const page = this.#render(this.#agent)
    if (this.#random.isIn(0.7)) flushSync(() => this.#root.render(page))
    else this.#root.render(page)
  }

  /** Shows another customer, another version of it, or others in the rows. */
  #showOther(): void {
    const { pick, upTo } = this.#random
    const { rows } = this.#data
    const which = upTo(3)
    if (which === 0) this.#show({ customer: pick(customers) ?? '' })
    else if (which === 1) this.#show({ version: upTo(3) })
    else this.#show({ rows: rows.map((row) => this.#change(row)) })
  }

  #render(agent: Agent): ReactElement {
    const onCommit = (data: PageData): void => void (this.#onScreen = data)
    return renderPage({ agent, data: this.#data, tell: this.#tell, onCommit })
  }

  #change(row: PageData['rows'][number]): PageData['rows'][number] {
    const { pick, isIn } = this.#random
    return isIn(0.3) ? row : { ...row, customer: `${pick(customers)} ${row.id}` }
  }

  #ask(): void {
    const { upTo, pick, isIn } = this.#random
    const made = Array.from({ length: 1 + upTo(2) }, () => {
      const name = (isIn(0.3) ? pick(['keep', 'transfer'] as const) : pick(toolNames)) ?? 'note'
      return { name, arguments: this.#argsOf(name), id: `call_${++this.#calls}` }
    })
    this.#agent.chat(`do ${JSON.stringify(made)}`, { onBusy: 'queue' }).catch(ignore)
  }

  #argsOf(name: ToolName): JsonObject {
    const { pick, isIn } = this.#random
    const to = pick(customers) ?? ''
    switch (name) {
      case 'row':
      case 'bound_row':
        return { instance: pick(rowIds) ?? '' }
      case 'transfer':
        return { to, 'Note of the bank': 'Nothing moves' }
      case 'pay':
        return { to, ...(isIn(0.5) && { options: {} }), ...(isIn(0.3) && { amount: 7, secret: 1 }) }
      default:
        return {}
    }
  }

  async #changeSession(): Promise<void> {
    const { pick, isIn } = this.#random
    const { sessions } = this.#agent
    if (isIn(0.5)) return void sessions.create().catch(ignore)
    const stored = await this.#storage.list()
    const id = pick(stored.map((info) => info.id).toSorted())
    if (id !== undefined) void sessions.open(id).catch(ignore)
  }

  async #reload(): Promise<void> {
    const before = this.#root
    await this.#die()
    before.unmount()
    this.user.reload()
    ;[this.#agent, this.#root, this.#die] = this.#load()
  }
}

/** Removes the first row, or puts a missing one at the end. */
function addOrRemove(rows: PageData['rows']): PageData['rows'] {
  const missing = rowIds.find((id) => rows.every((row) => row.id !== id))
  return missing === undefined ? rows.slice(1) : [...rows, { id: missing, customer: 'Ann' }]
}

/** Resolves in the next task. A timer would wait for 4 ms. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })

const ignore = (): void => undefined

/** Makes the calls that the user's last message names. Answers everything else with words. */
const replyTo: Reply = ({ prompt }) => {
  const texts = prompt.map((message) => {
    if (message.role !== 'user') return message.role === 'system' ? undefined : ''
    const said = message.content.find((part) => part.type === 'text')?.text
    // What the page says of its tools, at the end.
    return said?.startsWith('<') ? undefined : said
  })
  const asked = /do (\[.*\])/.exec(texts.findLast((text) => text !== undefined) ?? '')?.[1]
  return asked === undefined ? 'Done' : { calls: JSON.parse(asked) }
}
