import type { StoreNames } from 'idb'
import type { Database, Schema } from './database.ts'

/** The rows of a range. Where they cannot be had at once, those that can one by one: a single value that is gone from the disk fails the reading of them all. */
export async function readRows<Name extends StoreNames<Schema>>(
  database: Database,
  store: Name,
  range?: IDBKeyRange,
): Promise<Schema[Name]['value'][]> {
  try {
    return await database.getAll(store, range)
  } catch {
    const keys = await database.getAllKeys(store, range)
    const rows = await Promise.all(
      keys.map((key) => database.get(store, key).catch(() => undefined)),
    )
    return rows.filter((row) => row !== undefined)
  }
}
