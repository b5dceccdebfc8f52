import type { AgentStorage, SessionClaim } from '../src/storage.ts'

type Write = SessionClaim['write']

/** Returns a storage whose claims write by `write`, which gets the write of `storage` as well. */
export const withWrite = (
  storage: AgentStorage,
  write: (entry: Parameters<Write>[0], store: Write) => ReturnType<Write>,
): AgentStorage => ({
  ...storage,
  claim: async (id, options) => {
    const claim = await storage.claim(id, options)
    return claim && { ...claim, write: (entry) => write(entry, claim.write) }
  },
})
