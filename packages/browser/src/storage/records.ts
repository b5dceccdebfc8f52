import {
  type Audit,
  type AuditFilter,
  type AuditRedact,
  type AuditRow,
  completeAudit,
  formatAudit,
  matchesAudit,
} from '@ambit/core/audit'
import { type Ledger, type LedgerRow } from '@ambit/core/budget'
import type { TabChannel } from '../tabs/tab-channel.ts'
import type { Connection } from './connection.ts'
import type { StoredRecord } from './stored.ts'
import { toStorageError, toText } from './storage-error.ts'

/** A filter of ledger rows. A field that is left out matches any row. */
export type LedgerFilter = Pick<
  AuditFilter,
  'runId' | 'rootRunId' | 'sessionId' | 'userId' | 'tenantId' | 'from' | 'to'
>

/** A ledger that can be queried. */
export interface StoredLedger extends Ledger {
  /** Returns the rows in the order in which they were appended. */
  query(filter?: LedgerFilter): Promise<readonly LedgerRow[]>
}

/** The time of the last deletion of everything. */
type Wipes = Pick<TabChannel, 'wipedAt'>

/** The fields that have an index, the narrowest first. */
const indexes = [
  ['runId', 'run'],
  ['sessionId', 'session'],
  ['userId', 'user'],
  ['tenantId', 'tenant'],
] as const

/** Creates the ledger of a database. */
export const createLedger = (connection: Connection, wipes: Wipes): StoredLedger => ({
  append: (row) => append(connection, wipes, 'ledger', row, row.at - row.durationMs),
  query: async (filter = {}) => {
    const rows = await query<LedgerRow>(connection, 'ledger', filter)
    return rows.filter((row) => matchesAudit(row as unknown as AuditRow, filter))
  },
})

/** Creates the audit of a database. */
export function createAudit(
  connection: Connection,
  wipes: Wipes,
  redact: AuditRedact | undefined,
): Audit {
  const find = async (filter: AuditFilter = {}): Promise<readonly AuditRow[]> => {
    const rows = await query<AuditRow>(connection, 'audit', filter)
    return completeAudit(rows).filter((row) => matchesAudit(row, filter))
  }
  return {
    redact,
    append: (row) => append(connection, wipes, 'audit', row, row.startedAt),
    query: find,
    export: async (format, filter) => formatAudit(await find(filter), format),
  }
}

async function append(
  connection: Connection,
  wipes: Wipes,
  kind: StoredRecord['kind'],
  row: LedgerRow | AuditRow,
  startedAt: number,
): Promise<void> {
  const { at, sessionId, runId, userId, tenantId } = row
  const text = toText(row)
  await connection
    .use(async ({ database, cipher }) => {
      const body = await cipher.encrypt(text, kind)
      // A call that was running when its user signed out ends after the deletion. Or the row waited
      // for the database while everything was deleted. The deletion takes more than the millisecond
      // in which it began.
      if (startedAt <= wipes.wipedAt) return
      await database.add('records', {
        kind,
        at,
        sessionId,
        runId,
        body,
        ...(userId !== undefined && { userId }),
        ...(tenantId !== undefined && { tenantId }),
      })
    })
    .catch((error: unknown) => {
      throw toStorageError(error)
    })
}

/** Reads the rows that may match, in order. Leaves out rows that cannot be read. */
async function query<Row>(
  connection: Connection,
  kind: StoredRecord['kind'],
  filter: LedgerFilter,
): Promise<Row[]> {
  const [field, index] = indexes.find(([name]) => filter[name] !== undefined) ?? [
    undefined,
    'session' as const,
  ]
  const range =
    field === undefined
      ? IDBKeyRange.bound([kind], [kind, []])
      : IDBKeyRange.only([kind, filter[field]])
  return connection.use(async ({ database, cipher }) => {
    const stored = await database.getAllFromIndex('records', index, range)
    stored.sort((a, b) => (a.id ?? 0) - (b.id ?? 0))
    const rows = await Promise.all(
      stored.map(async ({ body }): Promise<Row | undefined> => {
        try {
          return JSON.parse(await cipher.decrypt(body, kind)) as Row
        } catch {
          return undefined
        }
      }),
    )
    return rows.filter((row) => row !== undefined)
  })
}
