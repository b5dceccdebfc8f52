import 'fake-indexeddb/auto'
import { storageConformance } from '@ambit/testing/storage'
import { describe, it } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

// A claim lasts as long as its page, so there are no leases.
const without = ['leases', 'push'] as const

describe.each([
  ['indexedDbStorage', undefined],
  ['indexedDbStorage with a secret', () => 'open sesame'],
])('%s', (_name, secret) => {
  const cases = storageConformance(({ store: name }) => indexedDbStorage({ name, secret }), {
    without,
  })
  it.each(cases)('$name', ({ run }) => run())
})
