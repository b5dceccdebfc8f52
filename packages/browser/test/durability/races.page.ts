import { type Agent, createAgent } from '@ambit/core'
import { type ScriptedModel, scriptedModel } from '@ambit/testing'
import { checkSessions } from '../../../core/test/session-property.ts'
import { type IndexedDbStorage, indexedDbStorage } from '../../src/storage/indexed-db-storage.ts'

/** The messages of the conversation A: 50 of 2 kB, 50 of 40 kB, or 10 photos of 2 MB. */
export type Length = 'texts' | 'long texts' | 'photos'

/** The steps of a page with the stored conversations A, used last, and B. */
export type Pattern = keyof typeof patterns

/** One round of a pattern. */
export interface Round {
  /** The database of this round alone. */
  readonly database: string
  readonly pattern: Pattern
  /** The milliseconds between two steps. Undefined: the second follows at once. */
  readonly delayMs: number | undefined
}

/** The conversation that was open at the end, and the words that it showed and sent. */
export interface Outcome {
  readonly open: 'A' | 'B' | 'new'
  readonly shown: readonly string[]
  readonly sent: readonly string[]
}

/** The number of stored messages of a conversation, and their words. */
export interface Stored {
  readonly messages: number
  readonly words: readonly string[]
}

declare global {
  interface Window {
    races?: {
      fill(database: string, length: Length): Promise<void>
      act(round: Round): Promise<Outcome>
      /** Opens every stored conversation in an agent of its own. */
      read(database: string): Promise<{ A?: Stored; B?: Stored; others: Stored[] }>
      /** Deletes a database, to make room. */
      wipe(database: string): Promise<void>
      checkSessions(numRuns: number, seed: number): Promise<void>
    }
  }
}

/** A page just loaded. */
interface Page {
  readonly agent: Agent
  readonly storage: IndexedDbStorage
  readonly ids: { readonly A: string; readonly B: string }
  /** Lets the time of the round pass. */
  pause(): Promise<void>
}

async function openTwo({ agent, ids, pause }: Page): Promise<void> {
  await agent.sessions.create()
  void agent.sessions.open(ids.A).catch(() => undefined)
  await pause()
  await agent.sessions.open(ids.B)
}

const patterns = {
  'create at once': ({ agent, pause }: Page) => pause().then(() => agent.sessions.create()),
  'open at once': ({ agent, ids, pause }: Page) => pause().then(() => agent.sessions.open(ids.B)),
  'open, then create': async ({ agent, ids, pause }: Page) => {
    await agent.sessions.create()
    void agent.sessions.open(ids.A).catch(() => undefined)
    await pause()
    await agent.sessions.create()
  },
  'open two': openTwo,
  'open two in silence': openTwo,
  wipe: ({ storage, pause }: Page) => pause().then(() => storage.wipe()),
} satisfies Record<string, (page: Page) => Promise<unknown>>

const lengths = {
  texts: { count: 50, characters: 2_000 },
  'long texts': { count: 50, characters: 40_000 },
  photos: { count: 10, characters: 2_000_000 },
} as const

const allWords = ['words of A', 'words of B', 'more']

const wordsIn = (value: unknown): string[] => {
  const text = JSON.stringify(value)
  return allWords.filter((words) => text.includes(words))
}

const idsOf = (database: string): Page['ids'] =>
  JSON.parse(localStorage.getItem(`ids of ${database}`) ?? '{}') as Page['ids']

function begin(
  database: string,
  session?: string,
): { agent: Agent; storage: IndexedDbStorage; model: ScriptedModel } {
  const storage = indexedDbStorage({ name: database })
  const model = scriptedModel([], { otherwise: () => 'ok' })
  return { agent: createAgent({ model, storage, session }), storage, model }
}

function conversationOf(words: string, length: Length): object[] {
  const { count, characters } = lengths[length]
  return Array.from({ length: count }, (_, nth) => {
    if (length !== 'photos') {
      return { role: nth % 2 ? 'assistant' : 'user', content: `${words} `.padEnd(characters, '.') }
    }
    const photo = { type: 'file', mediaType: 'image/jpeg', data: 'A'.repeat(characters) }
    return { role: 'user', content: [{ type: 'text', text: words }, photo] }
  })
}

window.races = {
  fill: async (database, length) => {
    const { agent } = begin(database, 'new')
    const B = await agent.sessions.import(conversationOf('words of B', 'texts').slice(0, 2))
    const before = Date.now()
    while (Date.now() === before) await new Promise((resolve) => setTimeout(resolve))
    const A = await agent.sessions.import(conversationOf('words of A', length))
    localStorage.setItem(`ids of ${database}`, JSON.stringify({ A, B }))
    agent.sessions.close()
  },
  act: async ({ database, pattern, delayMs }) => {
    const ids = idsOf(database)
    const { agent, storage, model } = begin(database)
    const shown = new Set<string>()
    await patterns[pattern]({
      agent,
      storage,
      ids,
      pause: () =>
        delayMs === undefined
          ? Promise.resolve()
          : new Promise((resolve) => setTimeout(resolve, delayMs)),
    })
    const look = (): void => wordsIn(agent.history.messages).forEach((words) => shown.add(words))
    agent.history.subscribe(look)
    if (pattern !== 'open two in silence') await agent.chat('more')
    look()
    const { current } = agent.sessions
    const open = current === ids.A ? 'A' : current === ids.B ? 'B' : 'new'
    return { open, shown: [...shown].toSorted(), sent: wordsIn(model.requests).toSorted() }
  },
  read: async (database) => {
    const ids = idsOf(database)
    const { storage } = begin(database, 'new')
    const found: { A?: Stored; B?: Stored; others: Stored[] } = { others: [] }
    for (const { id } of await storage.list()) {
      const { agent } = begin(database, id)
      await agent.sessions.opening
      while (agent.sessions.getState().hasOlder) await agent.sessions.loadOlder()
      const { messages } = agent.history
      const stored = { messages: messages.length, words: wordsIn(messages).toSorted() }
      if (id === ids.A) found.A = stored
      else if (id === ids.B) found.B = stored
      else found.others.push(stored)
      agent.sessions.close()
    }
    return found
  },
  wipe: async (database) => {
    localStorage.removeItem(`ids of ${database}`)
    await indexedDbStorage({ name: database }).wipe()
  },
  checkSessions,
}
