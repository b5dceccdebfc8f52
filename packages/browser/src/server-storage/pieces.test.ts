import { type AgentStorage, memoryStorage, storageError } from '@ambit/core/storage'
import { expect, it, vi } from 'vitest'
import { inPieces } from './pieces.ts'

it('gives a file that its server has not taken yet, and sends it later', async () => {
  vi.useFakeTimers()
  let isAway = true
  const server = memoryStorage()
  const storage: AgentStorage = inPieces<AgentStorage>({
    ...server,
    putBlob: async (id, hash, blob) => {
      if (isAway) throw storageError('unavailable', 'The bucket does not answer.')
      await server.putBlob?.(id, hash, blob)
    },
  })
  const told = vi.fn()
  storage.onDegraded(told)
  await storage.claim('s1', { at: 1 })
  await storage.putBlob?.('s1', 'one', new Blob(['first']))
  await storage.putBlob?.('s1', 'two', new Blob(['second']))
  const textOf = async (from: AgentStorage, hash: string): Promise<string | undefined> =>
    (await from.getBlob?.('s1', hash))?.text()
  expect([await textOf(storage, 'one'), await textOf(storage, 'two')]).toEqual(['first', 'second'])
  expect(await textOf(server, 'one')).toBeUndefined()
  expect(told.mock.calls).toMatchObject([[{ reason: 'unavailable' }]])
  isAway = false
  await vi.advanceTimersByTimeAsync(120_000)
  expect([await textOf(server, 'one'), await textOf(server, 'two')]).toEqual(['first', 'second'])
  expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ isOver: true }))
})
