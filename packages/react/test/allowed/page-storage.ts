import type { AgentStorage, SessionClaim } from '@ambit/core/storage'

/** Returns a storage as one page sees it. After `die`, no write of the page reaches it. */
export function openStorage(storage: AgentStorage): [AgentStorage, () => Promise<void>] {
  let isDead = false
  const held = new Set<SessionClaim>()
  const never = new Promise<never>(() => undefined)
  const claim: AgentStorage['claim'] = async (...asked) => {
    if (isDead) return never
    const given = await storage.claim(...asked)
    if (!given) return undefined
    if (isDead) {
      await given.release()
      return never
    }
    held.add(given)
    return {
      ...given,
      write: (entry) => (isDead ? never : given.write(entry)),
      release: async () => {
        held.delete(given)
        await given.release()
      },
    }
  }
  const die = async (): Promise<void> => {
    isDead = true
    await Promise.all(Array.from(held, (given) => given.release()))
  }
  return [{ ...storage, claim }, die]
}
