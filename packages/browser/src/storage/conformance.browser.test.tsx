import { storageConformance } from '@ambit/testing/storage'
import { describe, test } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

describe('indexedDbStorage in Chromium', () => {
  const cases = storageConformance(
    ({ store: name, onClose }) => {
      const storage = indexedDbStorage({ name })
      onClose(() => storage.wipe())
      return storage
    },
    { without: ['leases', 'push'] },
  )
  for (const { name, run } of cases) test(name, run)
})
