import type { FakeClock } from '@ambit/testing'
import type { AgentStorage } from '../src/features/keeping/index.ts'

/** Creates a storage that answers late. `nextDelay` returns the milliseconds of the next answer. */
export function lateStorage(
  storage: AgentStorage,
  clock: FakeClock,
  nextDelay: () => number | undefined,
): AgentStorage {
  const late =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const ms = nextDelay()
      if (ms) await new Promise<void>((resolve) => void clock.setTimeout(resolve, ms))
      return work(...args)
    }
  return {
    ...storage,
    list: late(storage.list),
    read: late(storage.read),
    readMessages: late(storage.readMessages),
    readIntents: late(storage.readIntents),
    update: late(storage.update),
    delete: late(storage.delete),
    claim: late(async (id, options) => {
      const claim = await storage.claim(id, options)
      return claim && { ...claim, write: late(claim.write), release: late(claim.release) }
    }),
  }
}
