// isolated: a module is mocked.
import { createAgent } from '@ambit/core'
import '@ambit/testing'
import { expect, it, vi } from 'vitest'
import { createDemoModel } from './index.ts'

it('fails the run if its rules cannot be fetched, and answers once they can', async () => {
  vi.doMock('./answer.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const agent = createAgent({ model: createDemoModel({ chunkDelayMs: 0 }), request: { retry: 0 } })
  await expect(agent.chat('Hello')).rejects.toMatchObject({
    code: 'model',
    cause: { code: 'load', message: expect.stringContaining('could not be loaded') as string },
  })
  vi.doUnmock('./answer.ts')
  expect(await agent.resume()).toMatchObject({ status: 'completed' })
  expect(agent.history.messages).toHaveLength(2)
})

it('fetches its rules ahead with `preload` of the agent', async () => {
  vi.resetModules()
  const isAnswering = vi.fn<() => void>()
  vi.doMock('./answer.ts', async (load) => {
    isAnswering()
    return load()
  })
  const { createDemoModel } = await import('./index.ts')
  const agent = createAgent({ model: createDemoModel({ chunkDelayMs: 0 }) })
  expect(isAnswering).not.toHaveBeenCalled()
  await agent.preload()
  expect(isAnswering).toHaveBeenCalledOnce()
})
