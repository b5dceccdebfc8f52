// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { storageConformance } from '@ambit/testing/storage'
import { describe, it } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

/** The rules of what a secret encrypts. */
const sealed = /random|as they were written|title|intent/

// A claim lasts as long as its page, so there are no leases.
const without = ['leases', 'push'] as const

describe('indexedDbStorage', () => {
  const cases = storageConformance(({ store: name }) => indexedDbStorage({ name }), { without })
  it.each(cases)('$name', ({ run }) => run())
})

describe('indexedDbStorage with a secret', () => {
  const secret = (): string => 'open sesame'
  const cases = storageConformance(({ store: name }) => indexedDbStorage({ name, secret }), {
    without,
  })
  // Each page derives its key anew, which takes a while.
  const isWanted = process.env['AMBIT_LONG'] ? () => true : ({ name = '' }) => sealed.test(name)
  it.each(cases.filter(isWanted))('$name', ({ run }) => run())
})
