/**
 * A place for refresh tokens that outlive the page. A script that runs in the page can read it, so
 * keep tokens only where no foreign script runs.
 */
export interface McpTokenStorage {
  /** Returns the text that was kept. Undefined if there is none. */
  get: (key: string) => Promise<string | undefined>
  set: (key: string, text: string) => Promise<void>
  delete: (key: string) => Promise<void>
}

/** Creates a storage in IndexedDB, for the option `storage` of `mcpOAuth`. */
export function indexedDbTokens(name: string = 'ambit-mcp-tokens'): McpTokenStorage {
  const store = 'tokens'
  const run = async <T>(
    mode: IDBTransactionMode,
    work: (tokens: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const opening = indexedDB.open(name, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store))
    const database = await settle(opening)
    try {
      return await settle(work(database.transaction(store, mode).objectStore(store)))
    } finally {
      database.close()
    }
  }
  return {
    async get(key) {
      const text: unknown = await run('readonly', (tokens) => tokens.get(key))
      return typeof text === 'string' ? text : undefined
    },
    set: async (key, text) => void (await run('readwrite', (tokens) => tokens.put(text, key))),
    delete: (key) => run('readwrite', (tokens) => tokens.delete(key)),
  }
}

const settle = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed.')))
  })
