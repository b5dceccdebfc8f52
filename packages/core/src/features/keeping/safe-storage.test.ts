import { systemClock } from '../../environment.ts'
import { describe, expect, it } from 'vitest'
import { type AgentStorage, memoryStorage } from './index.ts'
import { toSafeStorage } from './safe-storage.ts'

const fail = async (): Promise<never> => {
  throw new TypeError('My salary is 100')
}

const cases: readonly [keyof AgentStorage, string, (storage: AgentStorage) => Promise<unknown>][] =
  [
    ['list', 'could not be listed', ({ list }) => list()],
    ['read', 'could not be read', ({ read }) => read('s1')],
    ['readMessages', 'could not be read', (storage) => storage.readMessages('s1', { from: 0 })],
    ['readIntents', 'could not be read', ({ readIntents }) => readIntents('s1')],
    ['claim', 'kept in this page alone', ({ claim }) => claim('s1', { at: 1 })],
    ['update', 'change of the conversation was not stored', ({ update }) => update('s1', {})],
    ['delete', 'may still be stored', (storage) => storage.delete('s1')],
  ]

const ignore = (): void => undefined

describe('the error of a storage that failed', () => {
  it.each(cases)('R68 says of `%s` what it means', async (method, meaning, use) => {
    const ports = { clock: systemClock, createId: () => 'page' }
    const storage = toSafeStorage(
      { ...memoryStorage(), [method]: fail },
      { ports, options: {} },
      ignore,
      ignore,
    )
    const error = await use(storage).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'storage', details: { kind: 'unavailable' } })
    expect(String(error)).toContain(meaning)
    expect(String(error)).not.toContain('salary')
  })
})
