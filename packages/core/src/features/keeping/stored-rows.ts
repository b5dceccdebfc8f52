import { noUsage } from '../../model/usage.ts'
import { Slices } from '../../slices.ts'
import type {
  AgentStorage,
  Intent,
  MessageRow,
  RunCheckpoint,
  SessionRow,
  StorageDegradation,
} from '../../storage.ts'
import {
  amount,
  fields,
  isMessage,
  isStored,
  maybe,
  object,
  type Rule,
  storedContent,
  text,
  usageRule,
} from './session-rules.ts'

/** Returns a storage that also tells what `report` is called with: each message once. */
export function reporting(
  storage: AgentStorage,
): Pick<AgentStorage, 'onDegraded'> & { readonly report: (what: StorageDegradation) => void } {
  const listeners = new Set<(what: StorageDegradation) => void>()
  const reported = new Map<string, StorageDegradation>()
  return {
    report: (what) => {
      if (reported.has(what.message)) return
      reported.set(what.message, what)
      for (const listener of listeners) listener(what)
    },
    onDegraded: (listener) => {
      listeners.add(listener)
      const stop = storage.onDegraded(listener)
      for (const what of reported.values()) listener(what)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}

/**
 * Returns the storage without what no version of Ambit writes, and tells of it. It would end a
 * conversation for good, because each page reads it again. What is left out stays in the storage.
 */
export function leaveOutWrong(storage: AgentStorage): AgentStorage {
  const { report, ...reports } = reporting(storage)
  const onWrong = (): void =>
    report({ reason: 'rows_damaged', message: 'Could not be read: parts of stored conversations.' })
  const toRow = (row: SessionRow): SessionRow => readRow({ ...missing, ...row }, onWrong)
  const toIntents = (id: string, intents: readonly Intent[]): Intent[] =>
    intents.flatMap((intent) => readIntent(id, intent, onWrong))
  return {
    ...storage,
    list: async (query) => (await storage.list(query)).map((info) => readRow(info, onWrong)),
    read: async (id, options) => {
      const row = await storage.read(id, options)
      return row && toRow(row)
    },
    readMessages: async (id, range, options) => {
      const rows = await storage.readMessages(id, range, options)
      const right = await leaveOut(rows)
      if (right.length < rows.length) onWrong()
      return right
    },
    readIntents: async (id, options) => toIntents(id, await storage.readIntents(id, options)),
    claim: async (id, options) => {
      const claim = await storage.claim(id, options)
      if (!claim) return undefined
      const { intents } = claim
      return {
        ...claim,
        row: toRow(claim.row),
        ...(intents && { intents: toIntents(id, intents) }),
        write: async (write) => toRow(await claim.write(write)),
      }
    },
    ...reports,
  }
}

/** The number of messages that are checked at once: few enough for one slice. */
const atOnce = 500

async function leaveOut(rows: readonly MessageRow[]): Promise<readonly MessageRow[]> {
  const slices = new Slices()
  const right: MessageRow[] = []
  for (let at = 0; at < rows.length; at += atOnce) {
    const pause = at > 0 && slices.pause()
    if (pause) await pause
    right.push(...rows.slice(at, at + atOnce).filter(({ message }) => isStored(message)))
  }
  return right
}

/** The fields that a row always has. */
const missing = { head: null, state: {}, usage: noUsage }

/** A run that was cut short, of which nothing more is known. */
const unknownRun: RunCheckpoint = { runId: '', iterations: 0, usage: noUsage, charged: {} }

const recordOf =
  (each: Rule): Rule =>
  (value) =>
    object(value) ??
    Object.values(value as object)
      .map(each)
      .find(Boolean)

const runRule = fields({
  runId: text,
  iterations: amount,
  usage: usageRule,
  costUsd: maybe(amount),
  charged: recordOf(amount),
  pages: maybe(recordOf(text)),
})

/** The rules for the fields of a row, each with what takes the place of a wrong one. */
const rowRules: Readonly<Record<string, readonly [find: Rule, instead?: unknown]>> = {
  title: [maybe(text)],
  // That of no message: the newest one is then shown.
  head: [(value) => (value === null ? undefined : maybe(text)(value)), ''],
  state: [maybe(object), {}],
  usage: [maybe(usageRule), noUsage],
  costUsd: [maybe(amount)],
  run: [maybe(runRule), unknownRun],
}

/** The rules for the items of the lists of a row. Wrong ones are left out. */
const itemRules: Readonly<Record<string, Rule>> = {
  refused: text,
  waiting: fields({
    id: text,
    content: storedContent,
  }),
}

/** Returns a row, or the facts of one, without what is wrong. Calls `onWrong` if anything is. */
function readRow<Row extends object>(row: Row, onWrong: () => void): Row {
  const read = { ...row } as Record<string, unknown>
  for (const [name, [find, instead]] of Object.entries(rowRules)) {
    if (!find(read[name])) continue
    read[name] = instead
    onWrong()
  }
  for (const [name, find] of Object.entries(itemRules)) {
    const list = read[name]
    if (list === undefined) continue
    const items: readonly unknown[] = Array.isArray(list) ? list : []
    const right = items.filter((item) => find(item) === undefined)
    if (Array.isArray(list) && right.length === items.length) continue
    read[name] = right
    onWrong()
  }
  return read as Row
}

const intentRule = fields({
  call: fields({ id: text, name: text, arguments: object }),
  effect: text,
  key: text,
  runId: text,
  startedAt: amount,
  attempt: amount,
  answer: maybe((value) => (isMessage(value) ? undefined : ' is no answer')),
  source: maybe(text),
  taint: maybe(text),
})

/**
 * Returns an intent. Of a wrong one, returns the id of its call alone: the call was started.
 * Without an id, returns nothing.
 */
function readIntent(sessionId: string, intent: Intent, onWrong: () => void): readonly Intent[] {
  if (!intentRule(intent)) return [intent]
  onWrong()
  const { call, attempt } = Object(intent) as Partial<Intent>
  const { id } = Object(call) as Partial<Intent['call']>
  if (typeof id !== 'string') return []
  const started = { effect: 'write', key: `${sessionId}:${id}`, runId: '', startedAt: 0 }
  const nth = typeof attempt === 'number' ? attempt : 1
  return [{ ...started, call: { id, name: '', arguments: {} }, attempt: nth }]
}
