// isolated: a lock that another file leaves held would hold back its claims
import { hash } from '@ambit/core/storage'
import { afterEach, expect, it, vi } from 'vitest'
import { databaseName } from './indexed-db-storage.ts'
import { indexedDbStorage } from './indexed-db-storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

it('is the name alone where there are no users', () => {
  expect(databaseName({})).toBe('ambit')
  expect(databaseName({ name: 'orders' })).toBe('orders')
})

it('holds no id of a user', () => {
  const name = databaseName({ name: 'orders', user: 'ada@example.com' })
  expect(name).toBe(`orders:${hash('ada@example.com')}`)
  expect(name).not.toContain('ada')
})

it('A17 is the same for no two users', () => {
  const names = [
    { name: 'a', user: 'b:c' },
    { name: 'a:b', user: 'c' },
    { name: 'a%3Ab', user: 'c' },
    { name: 'a', user: 'b' },
    { name: 'a:b' },
    { name: `a:${hash('b')}` },
    { name: 'a', user: 'B' },
    { name: 'a', user: 'null' },
    { name: 'a' },
  ].map(databaseName)
  expect(new Set(names).size).toBe(names.length)
})

it.each([null, '', '  ', 7, {}])('refuses %j as a user, and says why', (user) => {
  expect(() => indexedDbStorage({ user: user as string })).toThrow(
    'Create the storage after sign-in',
  )
})

it.each([null, ''])('refuses %j as a name', (name) => {
  expect(() => indexedDbStorage({ name: name as unknown as string })).toThrow('`name`')
})

it('warns once, in development, of a user that is not known yet', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubEnv('NODE_ENV', 'production')
  databaseName({ user: undefined })
  vi.stubEnv('NODE_ENV', 'development')
  databaseName({})
  expect(warn).not.toHaveBeenCalled()
  expect(databaseName({ user: undefined })).toBe('ambit')
  databaseName({ user: undefined })
  expect(warn).toHaveBeenCalledOnce()
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('shares these conversations'))
})
