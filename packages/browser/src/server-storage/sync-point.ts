import {
  hash,
  newSession,
  type SessionChange,
  type SessionRow,
  type WaitingMessage,
} from '@ambit/core/storage'
import { randomId } from '@ambit/protocol'

/** A value by which a later change of a field is noticed. */
type Mark = string | readonly string[] | undefined

/** The last state of a session that the device and the server had in common. */
export interface SyncPoint {
  /** The number of messages on the device, all of which are on the server. */
  readonly here: number
  /** The number of messages on the server, all of which are on the device. */
  readonly there: number
  /**
   * The epoch of the first claim of the server, noted before anything is sent. 1 for a session that
   * has come from another device, 0 before that. A claim whose epoch is not greater has created the
   * row anew: the session was deleted meanwhile. The epoch of a row that was only read is not
   * noted: another page of this device may just have claimed it.
   */
  readonly epoch: number
  /** The marks of the fields, by their names. Texts are hashes, because a row can be read. */
  readonly marks: Readonly<Record<string, Mark>>
  /** The mark of the run that this device, and no other, sent last. It may arrive late. */
  readonly sentRun?: Mark
  /** The id of the device's copy, under which the server has what the copy has spent. */
  readonly copy: string
  /** What other devices had spent, as it is in the device's row. */
  readonly foreign: Amounts
}

/** The usage and the cost of a session, which each device adds to. */
type Amounts = Readonly<Record<string, number>>

/** A row of the server, which also has what each copy has spent. */
interface ServerRow extends SessionRow {
  readonly spent?: Readonly<Record<string, Amounts>> | undefined
}

/** A row on the device, which also has the sync point. */
export interface CopyRow extends SessionRow {
  readonly synced?: SyncPoint | undefined
}

/** Returns the row without the sync point. */
export function toSession(row: SessionRow): SessionRow {
  const { synced: _synced, ...session }: CopyRow = row
  return session
}

/** Returns the sync point of a row. One that was never sent gets that of an empty session. */
export const syncPointOf = (row: CopyRow | undefined): SyncPoint =>
  row?.synced ?? {
    here: 0,
    there: 0,
    epoch: 0,
    marks: marksOf(fieldsOf(newSession('', 0))),
    copy: randomId(),
    foreign: {},
  }

type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of a row that are the same on every device. */
function fieldsOf(row: CopyRow & ServerRow): Fields {
  const {
    id: _id,
    createdAt: _createdAt,
    updatedAt: _at,
    epoch: _epoch,
    next: _next,
    synced: _synced,
    spent: _spent,
    refused,
    waiting,
    ...fields
  } = row
  return { ...fields, refused: toListed(refused), waiting: toListed(waiting) }
}

/** Returns a list of a row; undefined for what is not a list. */
const toListed = (list: unknown): readonly Listed[] | undefined =>
  Array.isArray(list) ? list.filter((one) => one !== null) : undefined

/** Returns a point with which the first claim of the server is noted. */
export const claimedPoint = (point: SyncPoint, server: SessionRow | undefined): SyncPoint =>
  point.epoch > 0 || !server ? point : { ...point, epoch: server.epoch }

/** Returns a point with the run that is about to be sent. */
export const sendingPoint = (point: SyncPoint, { run }: SessionRow): SyncPoint =>
  run ? { ...point, sentRun: markOf('run', run) } : point

/** Whether a device has something that was not sent. */
export function isUnsent(row: CopyRow): boolean {
  const { here, marks } = syncPointOf(row)
  const now = marksOf(fieldsOf(row))
  const names = new Set([...Object.keys(now), ...Object.keys(marks)])
  return row.next > here || [...names].some((name) => !isSame(now[name], marks[name]))
}

/** Whether the run of a row is the one that the server has. */
export const isRunSynced = (row: CopyRow): boolean =>
  isSame(markOf('run', row.run), syncPointOf(row).marks['run'])

/** The fields of both sides, and what each of them lacks. */
export interface MergedFields {
  /** The changes that make the device's row, and the server's row, the merged one. */
  readonly toDevice: SessionChange
  readonly toServer: SessionChange
  /**
   * Returns the point after the merged fields were stored on the sides that are true. `counts` is
   * absent if the sides do not have the same messages.
   */
  readonly pointAfter: (
    stored: { device: boolean; server: boolean },
    counts: Pick<SyncPoint, 'here' | 'there'> | undefined,
  ) => SyncPoint
}

/**
 * Merges the fields of a session. A field that only one side has changed is that side's. Of both,
 * the device's counts, except for a run: the one that was begun elsewhere may go on. Lists have
 * what either side has added. Amounts are added up: what others have spent, and what this device
 * has. The server has the device's part under the id of its copy, so nothing is counted twice.
 */
export function mergeFields(device: CopyRow, server: SessionRow, base: SyncPoint): MergedFields {
  const ours = fieldsOf(device)
  const theirs = fieldsOf(server)
  const { marks, copy, foreign, sentRun } = base
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  const merged: Record<string, unknown> = {}
  for (const name of names) {
    const isOwn =
      name === 'run' && sentRun !== undefined && isSame(markOf(name, theirs[name]), sentRun)
    merged[name] = isOwn ? ours[name] : mergeField(name, ours[name], theirs[name], marks[name])
  }
  const { spent = {} }: ServerRow = server
  const [mine, all] = [amountsOf(device), amountsOf(server)]
  const own = sum(mine, foreign, -1)
  const others = sum(all, spent[copy] ?? {}, -1)
  const { costUsd, ...usage } = closest(sum(own, others, 1), mine, all)
  merged['usage'] = { ...server.usage, ...device.usage, ...usage }
  merged['costUsd'] = costUsd
  const toServer = changeTo(merged, theirs)
  const isSpent = 'usage' in toServer || 'costUsd' in toServer
  return {
    toDevice: changeTo(merged, ours),
    toServer: { ...toServer, ...(isSpent && { spent: { ...spent, [copy]: own } }) },
    pointAfter: (stored, counts) => ({
      ...base,
      ...counts,
      epoch: base.epoch || Math.min(1, server.next),
      ...(stored.device && { marks: marksOf(theirs), foreign: others }),
      ...(stored.server && { marks: marksOf(stored.device ? merged : ours) }),
    }),
  }
}

function mergeField(name: string, ours: unknown, theirs: unknown, mark: Mark): unknown {
  if (name === 'refused' || name === 'waiting') {
    return mergeLists(ours as Listed[], theirs as Listed[], mark as readonly string[])
  }
  const isOurs = !isSame(markOf(name, ours), mark)
  const isTheirs = !isSame(markOf(name, theirs), mark)
  return isOurs && !(isTheirs && name === 'run') ? ours : theirs
}

function amountsOf({ usage, costUsd }: SessionRow): Amounts {
  const all = Object.entries({ ...usage, costUsd })
  return Object.fromEntries(
    all.filter((one): one is [string, number] => typeof one[1] === 'number'),
  )
}

/** Adds the amounts of the second, `times` times, to those of the first. */
function sum(one: Amounts, other: Amounts, times: 1 | -1): Amounts {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(
    names.map((name) => [name, (one[name] ?? 0) + times * (other[name] ?? 0)]),
  )
}

/** Returns amounts as the first list has them that is that near: sums are not exact. */
function closest(amounts: Amounts, ...lists: readonly Amounts[]): Amounts {
  const near = (name: string, amount: number): number =>
    lists.map((list) => list[name] ?? NaN).find((it) => Math.abs(it - amount) < 1e-9) ?? amount
  return Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, near(name, amount)]),
  )
}

type Listed = string | WaitingMessage
const idOf = (one: Listed): string => (typeof one === 'string' ? one : one.id)
/** Returns the mark of one of a list. A message that waits can be changed. */
const listedMark = (one: Listed): string => (typeof one === 'string' ? one : toMark(one))

/** Returns the first 32 bits of a hash, which tell a change and not what was written. */
const toMark = (value: unknown): string => hash(JSON.stringify(value)).slice(0, 8)

/** Merges lists: without what one side has removed, and with what it has added. */
function mergeLists(
  ours: readonly Listed[] = [],
  theirs: readonly Listed[] = [],
  before: readonly string[] = [],
): readonly Listed[] | undefined {
  const [mine, other] = [ours, theirs].map((list) => new Set(list.map(listedMark)))
  const isNew = (one: Listed): boolean => !before.includes(listedMark(one))
  const added = ours.filter((one) => !other?.has(listedMark(one)) && isNew(one))
  const changed = new Set(added.map(idOf))
  const left = theirs.filter(
    (one) => (mine?.has(listedMark(one)) || isNew(one)) && !changed.has(idOf(one)),
  )
  const all = [...left, ...added]
  return all.length > 0 ? all : undefined
}

/** Returns the change that makes fields others. */
function changeTo(wanted: Fields, now: Fields): SessionChange {
  const ends: Fields = { run: null, waiting: [], refused: [] }
  const changed = Object.keys(wanted).flatMap((name) => {
    const value = wanted[name] ?? ends[name]
    const isStored = isSame(wanted[name], now[name]) || value === undefined
    return isStored ? [] : [[name, value] as const]
  })
  return Object.fromEntries(changed) as SessionChange
}

function marksOf(fields: Fields): SyncPoint['marks'] {
  return Object.fromEntries(Object.entries(fields).map(([name, it]) => [name, markOf(name, it)]))
}

function markOf(name: string, value: unknown): Mark {
  if (value === undefined) return undefined
  if (name === 'refused' || name === 'waiting') return (value as Listed[]).map(listedMark)
  return toMark(value)
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
