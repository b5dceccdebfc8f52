import type { Message } from '@ambit/core'
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
import { isEmpty, isKind } from './pieces.ts'
import { AwayError, type ServerLine } from './server-line.ts'
import { type CopyRow, mergeFields, type SyncPoint } from './sync-point.ts'

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
  /** Called when the server has taken what was sent. */
  onTaken(): void
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
  if (serverClaim || (isSent && unsent.length === 0)) around.onTaken()
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
  const write = { id: randomId(), at, next: row.next, messages: unsent, session }
  const attempt = (added: readonly Intent[]): Promise<SessionRow> =>
    line.ask(() => serverClaim.write({ ...write, intents: added }), signal)
  try {
    row = await attempt(intents).catch((error: unknown) => {
      if (isDuplicate(error)) return attempt([])
      throw error
    })
  } catch (error) {
    // After `lost`, all of it is sent anew: an earlier write may have arrived late.
    const isRefused = !(error instanceof AwayError) && !isLost(error)
    if (isRefused && !signal?.aborted) around.onRefused(refusedText)
    throw error
  }
  for (const intent of intents) sent.add(toKey(intent))
  return row
}

/** Sends the files of a value. */
async function sendFiles(
  { server, local, line }: Surroundings,
  id: string,
  value: unknown,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const hash of hashesIn(value)) {
    const blob = await local.getBlob?.(id, hash)
    await line.ask(async () => blob && server.putBlob?.(id, hash, blob), signal)
  }
}

const localText =
  'This conversation has something that must stay on this device, so it is not sent to the server.'
const refusedText =
  'The server does not take this conversation. What was added to it is kept on this device alone.'

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

export const isLost = (error: unknown): boolean => isKind(error, 'lost')

export const isDuplicate = (error: unknown): boolean => isKind(error, 'duplicate')
