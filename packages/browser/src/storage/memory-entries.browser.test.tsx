import { memory } from '@ambit/core/memory'
import { expect, it, onTestFinished } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

it('the memory of a page has what another one changes, and nothing after a wipe', async () => {
  const options = { name: `memory-${crypto.randomUUID()}`, user: 'ada', secret: () => 'horse' }
  const [here, there] = [indexedDbStorage(options), indexedDbStorage(options)]
  const seen: string[] = []
  const stop = there.memory.watch?.((entries) => {
    seen.push(entries.map(({ text }) => text).join())
  })
  onTestFinished(() => stop?.())
  await here.memory.put({ id: 'a', text: 'Likes tea', at: 1 })
  await expect.poll(() => seen.at(-1)).toBe('Likes tea')
  const known = memory({ store: here.memory })
  await expect.poll(() => known.getState().entries).toHaveLength(1)
  await known.edit('a', 'Likes cake')
  await expect.poll(() => seen.at(-1)).toBe('Likes cake')
  await here.wipe()
  await expect.poll(() => seen.at(-1)).toBe('')
  expect(await there.memory.list()).toEqual([])
  await there.wipe()
})
