import { AgentError, type Message } from '@ambit/core'
import {
  type AgentStorage,
  type Intent,
  type MessageRow,
  type SessionChange,
  type SessionClaim,
  type SessionRow,
  storageError,
} from '@ambit/core/storage'
import { randomId } from '@ambit/protocol'
import { AwayError, type ServerLine } from './server-line.ts'
import { type CopyRow, isSame, mergeFields, type SyncPoint } from './sync-point.ts'

/** The surroundings of the sessions of one storage. */
export interface Surroundings {
  readonly server: AgentStorage
  readonly local: AgentStorage
  readonly line: ServerLine
  /** Called when the device's row has changed, with its messages. */
  onArrived(row: SessionRow, isBranch: boolean): void
  /** Called when the session was deleted on another device. */
  onGone(id: string): void
  /** Called with words for people when the server does not take what is to be sent. */
  onRefused(message: string): void
}

/** The options of {@link exchange}. */
export interface ExchangeOptions {
  readonly localRow: CopyRow
  readonly serverRow: SessionRow
  readonly point: SyncPoint
  readonly serverClaim?: SessionClaim | undefined
  /** The intents that the server has, by `toKey`. Default: those of `serverClaim`. */
  readonly sent?: Set<string> | undefined
  /** Whether the caller stores what arrives on the device. Default true. */
  readonly isApplied?: boolean | undefined
  readonly signal: AbortSignal | undefined
}

/** The result of {@link exchange}. */
export interface ExchangeResult {
  readonly localRow: CopyRow
  readonly arrived: readonly Message[]
  readonly toDevice: SessionChange
  readonly serverRow: SessionRow
  readonly point: SyncPoint
}

/** The most messages of one write to the server. */
const atOnce = 50

/** Reads what each side lacks, and sends what the server lacks if there is a claim. */
export async function exchange(
  around: Surroundings,
  options: ExchangeOptions,
): Promise<ExchangeResult> {
  const { server, local, line } = around
  const { localRow, serverRow, point, serverClaim, isApplied = true, signal } = options
  const { id } = serverRow
  const [there, here] = await Promise.all([
    serverRow.next > point.there
      ? line.ask(() => server.readMessages(id, { from: point.there }, { signal }), signal)
      : [],
    localRow.next > point.here ? local.readMessages(id, { from: point.here }) : [],
  ])
  if (serverClaim && staysHere(around, localRow, here)) throw storageError('local', localText)
  // Both sides may have got more since their rows were read.
  const [thereNow, hereNow] = [below(there, serverRow.next), below(here, localRow.next)]
  const arrived = without(thereNow, hereNow)
  const unsent = without(hereNow, thereNow)
  const { toDevice, toServer, pointAfter } = mergeFields(localRow, serverRow, point)
  let row = serverRow
  let isSent = serverClaim !== undefined || isEmpty(toServer)
  if (serverClaim) row = await send(around, serverClaim, options, unsent, toServer)
  else if (!isSent && unsent.length === 0 && isNameOnly(toServer)) {
    await line.ask(() => server.update(id, toServer), signal)
    isSent = true
  }
  const isStored = isApplied || isEmpty(toDevice)
  const isEqual = (serverClaim || unsent.length === 0) && (isApplied || arrived.length === 0)
  const counts = isEqual ? { here: localRow.next + arrived.length, there: row.next } : undefined
  const after = pointAfter({ device: isStored, server: isSent }, counts)
  return { localRow, arrived, toDevice, serverRow: row, point: after }
}

/** Sends messages, intents and changes, with their files. Returns the server's row after it. */
async function send(
  around: Surroundings,
  serverClaim: SessionClaim,
  { localRow, serverRow, sent = new Set(serverClaim.intents?.map(toKey)), signal }: ExchangeOptions,
  unsent: readonly Message[],
  session: SessionChange,
): Promise<SessionRow> {
  const { local, line } = around
  const { id } = serverRow
  const intents = (await local.readIntents(id)).filter((intent) => !sent.has(toKey(intent)))
  let row = serverRow
  if (unsent.length + intents.length === 0 && isEmpty(session)) return row
  await sendFiles(around, id, [unsent, intents, session], signal)
  const { updatedAt: at } = localRow
  const parts: Part[] = [{ messages: unsent, intents, session }]
  for (let part = parts.shift(); part; part = parts.shift()) {
    if (part.messages.length > atOnce) {
      parts.unshift(...toSmaller(part))
      continue
    }
    const { isShort, ...rest } = part
    const write = { id: randomId(), at, next: row.next, ...rest }
    const attempt = (added: readonly Intent[]): Promise<SessionRow> =>
      line.ask(() => serverClaim.write({ ...write, intents: added }), signal)
    try {
      row = await attempt(part.intents).catch((error: unknown) => {
        if (isDuplicate(error)) return attempt([])
        throw error
      })
      if (isShort) around.onRefused(shortText)
    } catch (error) {
      const smaller = isTooLarge(error) ? toSmaller(part) : []
      parts.unshift(...smaller)
      if (smaller.length > 0) continue
      // After `lost`, all of it is sent anew: an earlier write may have arrived late.
      const isRefused = !(error instanceof AwayError) && !isLost(error)
      if (isRefused && !signal?.aborted) around.onRefused(refusedText)
      throw error
    }
  }
  for (const intent of intents) sent.add(toKey(intent))
  return row
}

/** Sends the files of a value. Tells of one that is too large, and goes on without it. */
async function sendFiles(
  around: Surroundings,
  id: string,
  value: unknown,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { server, local, line } = around
  for (const hash of hashesIn(value)) {
    const blob = await local.getBlob?.(id, hash)
    const put = line.ask(async () => blob && server.putBlob?.(id, hash, blob), signal)
    await put.catch((error: unknown) => {
      if (!isTooLarge(error)) throw error
      around.onRefused(fileText)
    })
  }
}

/** The data of one write to the server. */
interface Part {
  readonly messages: readonly Message[]
  readonly intents: readonly Intent[]
  readonly session: SessionChange
  /** True if the texts of its message are cut. */
  readonly isShort?: true
}

/** Returns the smaller writes that do what one does; none if it can be no smaller. */
function toSmaller({ messages, intents, session }: Part): Part[] {
  const [first] = messages
  if (!first) return []
  const half = messages.length >> 1
  if (half > 0) {
    return [
      { messages: messages.slice(0, half), intents, session: {} },
      { messages: messages.slice(half), intents: [], session },
    ]
  }
  const alone = { messages, intents, session: {} }
  if (!isEmpty(session)) return [alone, { messages: [], intents: [], session }]
  const short = shorten(first)
  return isSame(short, first) ? [] : [{ ...alone, messages: [short], isShort: true }]
}

/** The longest text of a message that is too large for the server, in characters. */
const maxText = 10_000

/** Returns a message with the beginnings of its long texts. */
function shorten(message: Message): Message {
  const cut = (_name: string, value: unknown): unknown => {
    if (typeof value !== 'string' || value.length <= maxText) return value
    return `${value.slice(0, maxText).replace(/[\uD800-\uDBFF]$/, '')}…`
  }
  return JSON.parse(JSON.stringify(message, cut)) as Message
}

const localText =
  'This conversation has something that must stay on this device, so it is not sent to the server.'
const refusedText =
  'The server does not take this conversation. What was added to it is kept on this device alone.'
const shortText =
  'A message is too large for the server. Other devices get its beginning, and all of it is kept on this device.'
const fileText =
  'A file is too large for the server. It is kept on this device, and other devices do not get it.'

/** Whether an exchange has brought anything for the device. */
export const isArrived = ({ arrived, toDevice }: ExchangeResult): boolean =>
  arrived.length > 0 || !isEmpty(toDevice)

/** Whether a row, or a message that was not sent, must not leave the device. Tells it. */
export function staysHere(
  around: Pick<Surroundings, 'onRefused'>,
  { waiting = [] }: SessionRow,
  unsent: readonly MessageRow[],
): boolean {
  const isLocal = [...waiting, ...unsent.map(({ message }) => message)].some(({ local }) => local)
  if (isLocal) around.onRefused(localText)
  return isLocal
}

/** Whether a change changes nothing. */
export const isEmpty = (change: SessionChange): boolean => Object.keys(change).length === 0

/** Whether a change needs no claim. */
export const isNameOnly = (
  change: SessionChange,
): change is Pick<SessionChange, 'title' | 'head'> =>
  Object.keys(change).every((name) => name === 'title' || name === 'head')

/** Returns the messages below a number. */
const below = (rows: readonly MessageRow[], next: number): Message[] =>
  rows.flatMap(({ seq, message }) => (seq < next ? [message] : []))

/** Returns the messages whose ids are not among the others. */
function without(messages: readonly Message[], others: readonly Message[]): Message[] {
  const known = new Set(others.map(({ id }) => id))
  return messages.filter(({ id }) => !known.has(id))
}

/** Returns the hashes of the files in a value. */
function hashesIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'blob' && typeof inner === 'string') found.add(inner)
    else hashesIn(inner, found)
  }
  return found
}

/** Returns a key of one attempt at a call. */
export const toKey = ({ call, attempt }: Intent): string => `${call.id}:${attempt}`

/** Whether an error is a refusal of a storage of some kind. */
const isKind = (error: unknown, kind: string): boolean =>
  AgentError.is(error, 'storage') && error.details.kind === kind

export const isLost = (error: unknown): boolean => isKind(error, 'lost')

/** Whether the server takes no write as large. */
const isTooLarge = (error: unknown): boolean => isKind(error, 'quota')

export const isDuplicate = (error: unknown): boolean => isKind(error, 'duplicate')
