import type { ToolMessage } from '@ambit/core'
import { type Change, type RecordId, records, type Texts, textsOf, type Values } from './value.ts'

/** A text as it was at some time. It is undefined while it is not there. */
interface Entry {
  readonly text: string | undefined
  readonly by: 'start' | 'user' | 'undo' | 'agent'
  /** The call that wrote it. */
  readonly call?: AskedCall | undefined
  readonly at: number
}

/** What a request showed, and what its calls may act on. */
interface SeenRequest {
  readonly at: number
  readonly record: RecordId
  readonly texts: Texts
  /** The record that a call may act on now: the agent itself may have opened another one. */
  allowed: RecordId
  /** The record before that one, until the page has settled. */
  former: RecordId | undefined
  /** Whether a call has opened another record. */
  isMoved: boolean
  /** The time of the request, or that at which its calls went on after a reload. */
  since: number
}

/** A call of the model, in the words of the script. */
interface AskedCall {
  readonly id: string
  readonly tool: string
  readonly changes: ReadonlyMap<string, string | undefined>
  /** What earlier calls have changed, and this one asks for again, as it gives the whole list. */
  readonly again: ReadonlyMap<string, string | undefined>
  /** The record that the call opens. */
  readonly opens?: RecordId | undefined
  readonly request: SeenRequest
  state: 'asked' | 'started' | 'ended'
  endedAt: number
  wasDenied: boolean
}

/** What the user did. */
interface Act {
  readonly at: number
  readonly what: 'edit' | 'open' | 'press' | 'undo' | 'reload'
  readonly name?: string | undefined
}

/** How often hands met without touching the same thing. */
export interface Beside {
  /** The number of calls while which the user has changed other things. */
  beside: number
  /** The number of those that were refused. */
  stale: number
}

/**
 * Knows by itself what may become of each text. It sees what the page has, what the user does, what
 * each request showed and what each call asked for. Every text is written once, so it tells who
 * wrote it.
 */
export class Oracle {
  readonly faults: string[] = []
  /** What happened, in words for those who look for the reason of a fault. */
  readonly log: string[] = []
  readonly #calls = new Map<string, AskedCall>()
  readonly #texts: Record<RecordId, Map<string, Entry[]>>
  readonly #acts: Act[] = []
  readonly #undoing = new Set<AskedCall>()
  /** The calls whose handlers have begun, of those that tell it. */
  readonly #began = new Set<string>()
  #now = 0

  constructor(values: Values) {
    this.#texts = { a: new Map(), b: new Map(), c: new Map() }
    this.#all(values, (record, name, text) => this.#note(record, name, { text, by: 'start' }))
  }

  fault(text: string): void {
    this.faults.push(text)
    this.log.push(`FAULT ${text}`)
  }

  /** Returns the time. */
  tick(): number {
    return ++this.#now
  }

  /** Takes note of what a request shows that was built at a time. */
  request(at: number, record: RecordId, texts: Texts): SeenRequest {
    this.log.push(`request of ${at} shows ${record} ${JSON.stringify([...texts])}`)
    return { at, record, texts, allowed: record, former: undefined, isMoved: false, since: at }
  }

  asked(call: Omit<AskedCall, 'state' | 'endedAt' | 'wasDenied'>): void {
    const own = { ...call, state: 'asked', endedAt: Infinity, wasDenied: false } as const
    this.#calls.set(call.id, own)
    this.log.push(
      `asked ${call.id} ${call.tool} ${JSON.stringify([...call.changes])} ${call.opens}`,
    )
  }

  started(id: string): void {
    const call = this.#calls.get(id)
    if (call?.state !== 'asked') return
    call.state = 'started'
    if (call.request.since === Infinity) call.request.since = ++this.#now
    // The page has settled. If the user has acted before that, the agent has opened nothing.
    if (!this.#actsSince(call.request.since).length) call.request.former = undefined
    this.log.push(`started ${id}`)
  }

  /** Takes note of a handler that began. */
  began(id: string): void {
    this.#began.add(id)
    this.log.push(`began ${id}`)
  }

  /** Whether a call has started, and not ended. After a reload, that is on the new page. */
  isRunning(id: string): boolean {
    return this.#calls.get(id)?.state === 'started'
  }

  /** Takes note of the end of a call. What it opened is then what the calls after it are for. */
  ended(id: string, isOk: boolean): void {
    const call = this.#calls.get(id)
    if (!call || call.state === 'ended') return
    call.state = 'ended'
    call.endedAt = ++this.#now
    this.log.push(`ended ${id} ${isOk}`)
    if (call.opens) call.request.isMoved = true
    if (!isOk || !call.opens || this.#actsSince(call.request.since).length) return
    call.request.former = call.request.allowed
    call.request.allowed = call.opens
  }

  denied(id: string): void {
    const call = this.#calls.get(id)
    if (call) call.wasDenied = true
    this.log.push(`denied ${id}`)
  }

  /** Judges a handler that ran for a record. */
  ran(id: string, record: RecordId): void {
    this.began(id)
    const call = this.#calls.get(id)
    if (!call) return this.fault(`${id} ran, and nobody asked for it`)
    if (call.wasDenied) this.fault(`${id} ran, and was denied`)
    if (!mayBe(call.request, record))
      this.fault(`${id} ran on ${record}, and ${call.request.allowed} was shown`)
  }

  /** Judges the texts with which a call submitted a form. */
  submitted(id: string, record: RecordId, texts: Texts, wasSeen: boolean): void {
    this.ran(id, record)
    const call = this.#calls.get(id)
    for (const [name, text] of wasSeen ? [] : texts) {
      const entry = this.#texts[record].get(name)?.at(-1)
      const isOwn = entry?.by === 'agent' || call?.request.texts.get(name) === text
      if (!isOwn) this.fault(`${id} submitted "${text}" as ${name}, which nobody had seen`)
    }
  }

  /** Takes note of something that the user does. `change` is what becomes of one text. */
  acted(what: Act['what'], record?: RecordId, change?: Change): void {
    this.#acts.push({ at: ++this.#now, what, name: change?.[0] })
    this.log.push(`user ${what} ${record} ${change?.join(' = ')}`)
    if (record && change) this.#note(record, change[0], { text: change[1], by: 'user' })
  }

  undoing(ids: readonly string[]): void {
    this.acted('undo')
    this.#undoing.clear()
    for (const id of ids) {
      const call = this.#calls.get(id)
      if (call) this.#undoing.add(call)
      this.log.push(`undo of ${id}`)
    }
  }

  /** Returns what is left of calls that are told as undone. */
  leftOf(ids: readonly string[]): string[] {
    return records.flatMap((record) =>
      [...this.#texts[record]].flatMap(([name, entries]) => {
        const { by, call, text } = entries.at(-1) ?? {}
        const isLeft = by === 'agent' && call !== undefined && ids.includes(call.id)
        return isLeft ? [`${record} ${name} "${text}" of ${call.id}`] : []
      }),
    )
  }

  /** Judges an undo that is over: a call that is undone has left nothing. */
  undone(ids: readonly string[]): void {
    for (const left of this.leftOf(ids)) this.fault(`the undo has left ${left}`)
  }

  /** Compares the page with the last look. Each change needs somebody who may make it. */
  look(values: Values): void {
    this.#all(values, (record, name, text) => {
      const last = this.#texts[record].get(name)?.at(-1)
      if (last?.text !== text) this.#judge(record, name, last, text)
    })
  }

  /** Takes over what a page has after a reload. Calls without a stored answer begin anew. */
  reloaded(values: Values, answered: ReadonlySet<string>): void {
    for (const call of this.#calls.values()) {
      if (answered.has(call.id)) continue
      call.request.since = Infinity
      Object.assign(call, { state: 'asked', endedAt: Infinity, wasDenied: false })
    }
    this.#all(values, (record, name, text) => {
      const last = this.#texts[record].get(name)?.at(-1)
      if (last?.text !== text) this.fault(`${record} ${name} did not survive the reload`)
    })
  }

  /** Judges the answers of a conversation that is over. Returns how often hands met. */
  judge(messages: readonly ToolMessage[], open: readonly string[]): Beside {
    const met = { beside: 0, stale: 0 }
    for (const id of open) this.fault(`${id} has no answer`)
    for (const message of messages) {
      const call = this.#calls.get(message.id)
      this.log.push(`${message.id} ${message.name}: ${message.status} ${message.content}`)
      if (!call) continue
      if (messages.filter(({ id }) => id === call.id).length > 1)
        this.fault(`${call.id} has two answers`)
      this.#judgeAnswer(call, message)
      if (!this.#isBeside(call)) continue
      met.beside++
      if (message.status !== 'stale') continue
      met.stale++
      this.log.push(`${message.id} is stale, though the user has changed other things`)
    }
    return met
  }

  #judgeAnswer(call: AskedCall, { status, content }: ToolMessage): void {
    const { id, wasDenied } = call
    const isDenied = status === 'denied' || (wasDenied && status === 'cancelled')
    if (wasDenied !== isDenied) this.fault(`${id} is ${status}, denied: ${wasDenied}: ${content}`)
    const acts = this.#actsSince(call.request.at)
    const isReloaded = acts.some(({ what }) => what === 'reload')
    const isQuiet = !wasDenied && !isReloaded && !acts.some(({ at }) => at < call.endedAt)
    // A note may fail, and is tried again.
    const isBusy = status === 'error' && content.includes('The server is busy.')
    if (isQuiet && !call.request.isMoved && !isBusy && status !== 'ok')
      this.fault(`${id} is ${status}, and nobody has done anything: ${content}`)
    const isDone = status === 'ok' || /may have taken effect/.test(content)
    const tells = /^(add_note|open_record|drop_item)$/.test(call.tool)
    const hasRun = this.#began.has(id)
    if (hasRun && !isDone && status !== 'error')
      this.fault(`${id} is ${status}, and has run: ${content}`)
    if (tells && status === 'ok' && !this.#began.has(id)) this.fault(`${id} is ok, and has not run`)
    for (const [name, text] of call.changes) {
      const entries = records.flatMap((record) => this.#texts[record].get(name) ?? [])
      const own = entries.some((entry) => entry.call === call && entry.text === text)
      if (own && !isDone) this.fault(`${id} is ${status}, and has changed ${name}: ${content}`)
      const isLeft = content.includes('notFilled') && content.includes(`"${name}":"The user`)
      if (!own && status === 'ok' && !isLeft && !this.#isAlready(call, name, text))
        this.fault(`${id} is ok, and has not changed ${name}: ${content}`)
    }
  }

  /** Whether a text was already what a call made of it, or the user has changed it again. */
  #isAlready(call: AskedCall, name: string, text: string | undefined): boolean {
    // The user may have changed it before the page has shown it.
    const acts = this.#actsSince(call.request.at, call.endedAt + 2)
    const entries = this.#texts[call.request.allowed].get(name)
    const last = entries?.findLast(({ at }) => at < call.endedAt)
    // Once the user has acted, what another tool adds to a list counts as somebody else's.
    const isKept = text === undefined && last?.by === 'agent' && acts.length > 0
    return last?.text === text || isKept || acts.some((act) => act.name === name)
  }

  /** Whether the user has changed other things than a call, and done nothing else. */
  #isBeside({ request, changes, again, endedAt, wasDenied, tool }: AskedCall): boolean {
    const acts = this.#actsSince(request.at, endedAt)
    const isOther = acts.every(
      ({ what, name = '' }) =>
        what === 'press' || (what === 'edit' && !changes.has(name) && !again.has(name)),
    )
    const isEdited = acts.some(({ what }) => what === 'edit')
    // A form is submitted as a whole.
    return isEdited && isOther && !request.isMoved && !wasDenied && !tool.startsWith('submit')
  }

  #actsSince(at: number, until = Infinity): Act[] {
    return this.#acts.filter((act) => act.at > at && act.at < until)
  }

  #judge(record: RecordId, name: string, last: Entry | undefined, text: string | undefined): void {
    const was = last?.text
    const asks = (changes: AskedCall['changes']): boolean =>
      changes.has(name) && changes.get(name) === text
    const asked = [...this.#calls.values()].filter(
      ({ state, changes, again }) => state !== 'asked' && (asks(changes) || asks(again)),
    )
    // Things go without a text of their own, so the latest call is meant, or an undo after it.
    const undoneAt = this.#acts.findLast(({ what }) => what === 'undo')?.at ?? 0
    const running = asked.findLast(
      ({ state, endedAt }) => state === 'started' || endedAt > undoneAt,
    )
    if (!running && this.#restored(record, name, last).includes(text))
      return this.#note(record, name, { text, by: 'undo' })
    const call = running ?? asked.at(-1)
    this.#note(record, name, { text, by: 'agent', call })
    const at = `${record} ${name} "${was}" → "${text}"`
    if (!call) return this.fault(`nobody asked for ${at}`)
    const { request, id } = call
    if (!mayBe(request, record)) this.fault(`${id} changed ${at}, and ${request.allowed} was shown`)
    const wasSeen = request.texts.get(name) === was && request.record === record
    const isOld = (last?.at ?? 0) < request.at && request.record !== record
    if (last && last.by !== 'agent' && !wasSeen && !isOld)
      this.fault(`${id} changed ${at}, which it was not shown`)
  }

  /** Returns what the calls that are being undone may leave of a text. */
  #restored(record: RecordId, name: string, last: Entry | undefined): (string | undefined)[] {
    const entries = this.#texts[record].get(name) ?? []
    const texts: (string | undefined)[] = []
    let text = last?.text
    for (let end = entries.length; end > 0;) {
      const at = entries.findLastIndex((one, at) => at < end && one.text === text)
      const { by, call } = entries[at] ?? {}
      // What an undo has put back is that of an earlier entry.
      if (by === 'undo') end = at
      else if (by !== 'agent' || !call || !this.#undoing.has(call)) return texts
      else {
        text = entries[at - 1]?.text
        texts.push(text)
        end = at
      }
    }
    return texts
  }

  #note(record: RecordId, name: string, entry: Omit<Entry, 'at'>): void {
    const entries = this.#texts[record].get(name) ?? []
    if (entry.by !== 'start')
      this.log.push(`  ${record} ${name} = ${entry.text} by ${entry.by} ${entry.call?.id}`)
    entries.push({ ...entry, at: ++this.#now })
    this.#texts[record].set(name, entries)
  }

  #all(
    values: Values,
    each: (record: RecordId, name: string, text: string | undefined) => void,
  ): void {
    for (const record of records) {
      const texts = textsOf(values[record])
      const names = new Set([...texts.keys(), ...this.#texts[record].keys()])
      for (const name of names) each(record, name, texts.get(name))
    }
  }
}

/** Whether a call of a request may act on a record. */
const mayBe = ({ allowed, former }: SeenRequest, record: RecordId): boolean =>
  record === allowed || record === former
