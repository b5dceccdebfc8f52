import type { Agent, SessionExport } from '@ambit/core'

/** A stored session with its id. */
export type StoredSession = SessionExport & { readonly id: string }

/** The actions of a page on its sessions. `at` selects one of the stored ones. */
export interface StorySessions {
  /** Says something that names the session in which it is said. */
  say(nth: number): void
  /** Begins a new session, and does not wait for it. */
  create(): void
  /** Opens a session, and does not wait for that. */
  open(at: number | string): Promise<void>
  /** Deletes a session. Resolves with its id. */
  delete(at: number): Promise<string | undefined>
  /** Imports a conversation with an open call. Resolves with its id. */
  import(nth: number): Promise<string>
  /** Resolves with every stored session. */
  readAll(): Promise<StoredSession[]>
}

/** Creates the actions of one page. */
export function storySessions(agent: Agent, page: string): StorySessions {
  const { sessions } = agent
  /** The session that is about to be opened, by its mark. */
  let coming: string | undefined
  let created = 0
  const switchTo = (mark: string, switching: Promise<unknown>): void => {
    coming = mark
    const end = (): void => {
      if (coming === mark) coming = undefined
    }
    switching.then(end, end)
  }
  const pick = async (at: number): Promise<string | undefined> => {
    const ids = (await sessions.list()).map(({ id }) => id).toSorted()
    return ids[at % (ids.length || 1)]
  }
  return {
    say: (nth) =>
      void agent.chat(`Go ${nth} in ${coming ?? sessions.current}.`).catch(() => undefined),
    create: () => switchTo(`new-${page}-${++created}`, sessions.create()),
    open: async (at) => {
      const id = typeof at === 'string' ? at : await pick(at)
      if (id !== undefined) switchTo(id, sessions.open(id))
    },
    delete: async (at) => {
      const id = await pick(at)
      if (id !== undefined) await sessions.delete(id)
      return id
    },
    import: (nth) =>
      sessions.import([
        { role: 'user', content: `imported ${nth}` },
        {
          role: 'assistant',
          content: '',
          calls: [{ id: `i${nth}`, name: 'write', arguments: {} }],
        },
      ]),
    readAll: async () => {
      const all: StoredSession[] = []
      for (const { id } of await sessions.list()) all.push({ id, ...(await sessions.export(id)) })
      return all
    },
  }
}

/** Returns the marks of sessions in what was said. */
export const marksIn = (said: unknown): string[] => [
  ...new Set(
    Array.from(JSON.stringify(said).matchAll(/Go \d+ in ([\w-]+)\./g), ([, mark = '']) => mark),
  ),
]
