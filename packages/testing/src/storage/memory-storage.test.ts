import { type AgentStorage, memoryStorage } from '@ambit/core/storage'
import { describe, it } from 'vitest'
import { storageConformance } from './index.ts'

describe('memoryStorage', () => {
  const without = ['pages', 'notes', 'leases', 'push', 'blobs', 'search', 'signals'] as const
  const cases = storageConformance((): AgentStorage => memoryStorage(), {
    without,
    timeoutMs: 2_000,
  })
  it.each(cases)('$name', ({ run }) => run())
})
