import {
  type AgentStorage,
  type SessionNote,
  memoryStorage,
} from '../src/features/keeping/index.ts'
import { agentUnderTest } from './agent-under-test.ts'

/** A storage with two sessions, of which B was used last. */
export interface Stored {
  readonly storage: AgentStorage
  /** The ids of the sessions. */
  readonly a: string
  readonly b: string
}

/** Stores two sessions: A with "words of A", and B with "words of B". */
export async function seeded(): Promise<Stored> {
  const storage = memoryStorage()
  const { agent, clock } = agentUnderTest(['ok', 'ok'], { storage })
  await agent.chat('words of A')
  const a = agent.sessions.current
  await clock.advance(1)
  const b = await agent.sessions.create()
  await agent.chat('words of B')
  return { storage, a, b }
}

/** Makes a storage whose pages hear of a wipe, which deletes every session. */
export function shared(stored: Stored): Stored & { wipe(): void } {
  const listeners = new Set<(note: SessionNote) => void>()
  const { storage, a, b } = stored
  return {
    a,
    b,
    storage: {
      ...storage,
      watch: (_id, listener) => {
        const one = (note: SessionNote): void => listener(note)
        listeners.add(one)
        return () => listeners.delete(one)
      },
    },
    wipe: () => {
      for (const listener of listeners) listener({ type: 'gone' })
      for (const id of [a, b]) void storage.delete(id)
    },
  }
}

/**
 * Makes a storage whose every answer comes some turns of the event loop after the data was read.
 * Each seed is another order of the answers.
 */
export function anyOrder(storage: AgentStorage, seed: number): AgentStorage {
  let state = seed + 1
  const late =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      state = (state * 48_271) % 2_147_483_647
      const turns = state % 7
      const answer = await work(...args)
      for (let turn = 0; turn < turns; turn++) await new Promise((next) => setTimeout(next))
      return answer
    }
  return {
    ...storage,
    list: late(storage.list),
    read: late(storage.read),
    readMessages: late(storage.readMessages),
    readIntents: late(storage.readIntents),
    update: late(storage.update),
    delete: late(storage.delete),
    claim: late(storage.claim),
  }
}
