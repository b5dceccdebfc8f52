import type { AgentStorage, SessionClaim, SessionWrite } from '../src/features/keeping/index.ts'

/** The fate of one write: `stored` and told, its answer `lost` on the way, or `refused`. */
export type Fate = 'stored' | 'lost' | 'refused'

/**
 * Creates a storage behind a network that fails. `nextFate` decides about each write, and gets it.
 * A write whose answer is lost is stored. Every failure is what `fetch` throws.
 */
export function lossyStorage(
  storage: AgentStorage,
  nextFate: (write: SessionWrite) => Fate,
): AgentStorage {
  const failed = (): never => {
    throw new TypeError('Failed to fetch')
  }
  const write = async (claim: SessionClaim, entry: SessionWrite) => {
    const fate = nextFate(entry)
    if (fate === 'refused') return failed()
    // A server gets its own copy.
    const row = await claim.write(structuredClone(entry))
    return fate === 'lost' ? failed() : row
  }
  return {
    ...storage,
    claim: async (id, options) => {
      const claim = await storage.claim(id, options)
      return claim && { ...claim, write: (entry) => write(claim, entry) }
    },
  }
}
