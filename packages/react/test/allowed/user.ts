import type { Agent, PendingApproval, JsonObject } from '@ambit/core'
import { type HandlerRun, type PageData, type ToolName, wordsOf } from './page.tsx'
import type { Random } from './random.ts'

/** A card as a user saw it: the request, and what it would do in the words on the screen. */
interface SeenCard {
  readonly request: PendingApproval
  readonly words: string
}

/** A press of Allow that the agent took. */
interface Press {
  readonly requestId: string
  readonly callId: string
  /** The words that the user had seen, or the arguments that they entered. */
  readonly words: string
  isUsed: boolean
}

/** An answer that was to be remembered. */
interface Remembered {
  readonly callId: string
  readonly tool: string
  readonly sessionId: string
  readonly description: string
  readonly key: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly until: number
}

const hourMs = 3_600_000

/**
 * A user who looks at the cards at some time and presses later, maybe on a card that has gone.
 * Tells of each handler that ran for something else than they saw and allowed.
 */
export class User {
  readonly faults: string[] = []
  /** The number of handlers that ran because of a press. */
  allowed = 0
  /** The number of handlers that ran because an answer was remembered. */
  remembered = 0
  /** The number of presses that came too late. */
  late = 0
  readonly #cards = new Map<string, SeenCard>()
  /** The ids of the cards that were on the screen at the latest look. */
  #latest: readonly string[] = []
  readonly #presses: Press[] = []
  #remembered: Remembered[] = []
  readonly #random: Random
  readonly #now: () => number

  constructor(random: Random, now: () => number) {
    this.#random = random
    this.#now = now
  }

  /** Takes note of the cards that are on the screen, and of what the page shows beside them. */
  look(agent: Agent, data: PageData): void {
    this.#latest = agent.pending.list('approval').map(({ id }) => id)
    for (const request of agent.pending.list('approval')) {
      this.#cards.set(request.id, { request, words: wordsOn(request, data) })
    }
  }

  /** Presses something on a card that was seen before; most often on one of the latest. */
  press(agent: Agent, { description }: PageData): void {
    const random = this.#random
    const id = random.pick(random.isIn(0.8) ? this.#latest : [...this.#cards.keys()])
    const card = id !== undefined && this.#cards.get(id)
    if (!card) return
    const { request } = card
    const { callId, tool, sessionId, rememberKey: key } = request
    const how = random.upTo(10)
    if (how === 0) return this.#deny(agent, card)
    const args = how < 3 && tool === 'pay' ? this.#edit(request.args) : undefined
    const remember = how > 5 && request.canRemember
    const press: Press = {
      requestId: id,
      callId,
      words: args ? toWords(args) : card.words,
      isUsed: false,
    }
    if (!agent.pending.approve(id, { args, remember })) return void this.late++
    this.#presses.push(press)
    const until = this.#now() + hourMs
    if (remember) this.#remembered.push({ callId, tool, sessionId, description, key, until })
    // A second press of the same button, before the first one has its effect.
    if (how === 4) agent.pending.approve(id)
    if (how === 5) this.#deny(agent, card)
  }

  /** Takes back everything that was remembered. */
  revoke(agent: Agent): void {
    for (const { id } of agent.pending.getState().remembered) agent.pending.revoke(id)
    // What is pressed and not yet decided is remembered afterwards.
    const open = new Set(this.#presses.filter(({ isUsed }) => !isUsed).map(({ callId }) => callId))
    this.#remembered = this.#remembered.filter(({ callId }) => open.has(callId))
  }

  /** Forgets what was remembered: the page was loaded again. */
  reload(): void {
    this.#remembered = []
  }

  /** Compares a handler that ran with what was seen and allowed. */
  judge({ tool, callId, sessionId, did, key }: HandlerRun, { description }: PageData): void {
    if (tool === 'note') return
    // A press for what has changed is taken, and the user is asked anew: the latest one counts.
    const presses = this.#presses.filter((press) => press.callId === callId && !press.isUsed)
    const press = presses.at(-1)
    if (press) {
      for (const used of presses) used.isUsed = true
      this.allowed++
      if (press.words === did) return
      this.faults.push(`${tool}: shown and allowed was "${press.words}", but it did "${did}"`)
      return
    }
    const isRemembered = this.#remembered.some(
      (rule) =>
        rule.tool === tool &&
        rule.sessionId === sessionId &&
        rule.description === description &&
        rule.key === key &&
        this.#now() < rule.until,
    )
    if (isRemembered) this.remembered++
    else this.faults.push(`${tool}: nobody allowed it, but it did "${did}"`)
  }

  /** Says no. What was pressed before counts no more, if the agent takes the answer. */
  #deny(agent: Agent, { request: { id, callId } }: SeenCard): void {
    if (!agent.pending.deny(id, 'No')) return
    for (const press of this.#presses) press.isUsed ||= press.callId === callId
  }

  #edit(args: JsonObject): JsonObject {
    return { ...args, amount: this.#random.upTo(100) }
  }
}

/** Returns the words on the screen about what a call would do. */
function wordsOn({ tool, preview, args }: PendingApproval, data: PageData): string {
  switch (tool as ToolName) {
    case 'pay':
      return toWords(args)
    case 'transfer':
      return `Transfers to ${String(args['to'])}`
    case 'bound':
      return wordsOf.bound(data)
    case 'bound_row':
      return wordsOf.bound_row(data, args['instance'])
    default:
      return String(preview)
  }
}

/** Returns the text of a payment, in the order of its schema. */
function toWords({ to, amount, options }: JsonObject): string {
  return JSON.stringify({ to, amount, ...(options !== undefined && { options }) })
}
