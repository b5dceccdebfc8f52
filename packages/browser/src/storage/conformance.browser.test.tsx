import { storageConformance } from '@ambit/testing/storage'
import { describe, it } from 'vitest'
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
  it.each(cases)('$name', ({ run }) => run())
})
