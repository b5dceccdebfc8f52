// isolated: a module is mocked.
import 'fake-indexeddb/auto'
import { AgentError, createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

/** Lets the code for the database be missing, as without a network. Returns the end of that. */
function loseCode(): () => void {
  vi.doMock('./database-storage.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const findCode = (): void => {
    vi.doUnmock('./database-storage.ts')
  }
  onTestFinished(findCode)
  return findCode
}

/** Returns a storage of a page in which nothing was used before. */
async function freshStorage(name: string): Promise<ReturnType<typeof indexedDbStorage>> {
  const { indexedDbStorage } = await import('./indexed-db-storage.ts')
  return indexedDbStorage({ name })
}

beforeEach(() => {
  vi.resetModules()
})

describe('a storage whose code cannot be fetched', () => {
  it('refuses a wrong option at once', () => {
    loseCode()
    expect(() => indexedDbStorage({ ttlMs: -1 })).toThrow('Give a positive number')
    expect(() => indexedDbStorage({ user: '' })).toThrow('empty')
    expect(() => indexedDbStorage({ evct: true } as object)).toThrow('evct')
  })

  it('rejects with the code `load`, and works with the next use', async () => {
    const findCode = loseCode()
    const storage = await freshStorage('next-use')
    for (const use of [
      () => storage.list(),
      () => storage.memory.list(),
      () => storage.ledger.query(),
      () => storage.wipe(),
    ]) {
      await expect(use()).rejects.toMatchObject({ code: 'load' })
    }
    findCode()
    expect(await storage.list()).toEqual([])
  })

  it('tells a listener from before of what is heard once the code is there', async () => {
    const findCode = loseCode()
    const storage = await freshStorage('listeners')
    const heard: unknown[] = []
    const stop = storage.memory.watch?.((entries) => heard.push(entries))
    const unheard = vi.fn<() => void>()
    storage.memory.watch?.(unheard)()
    await expect(storage.list()).rejects.toThrow('could not be loaded')
    findCode()
    await storage.memory.put({ id: 'a', text: 'Honey', at: 1 } as never)
    await storage.wipe()
    expect(heard).toEqual([[]])
    expect(unheard).not.toHaveBeenCalled()
    stop?.()
  })

  it('fails the run of an agent saying so, and the agent reads its sessions again', async () => {
    const findCode = loseCode()
    const storage = await freshStorage('agent')
    const agent = createAgent({ model: scriptedModel(['Hello']), storage })
    await expect(agent.sessions.opening).rejects.toMatchObject({ code: 'load' })
    const failure: unknown = await agent.chat('Hi').catch((error: unknown) => error)
    expect(AgentError.is(failure, 'load')).toBe(true)
    findCode()
    await agent.sessions.opening
    expect(await agent.chat('Hi again')).toMatchObject({ content: 'Hello' })
    expect(await storage.list()).toHaveLength(1)
  })
})
