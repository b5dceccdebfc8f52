import { afterEach, describe, expect, it, vi } from 'vitest'
import { lockSession } from './session-lock.ts'
import type { TabChannel } from './tab-channel.ts'

type Granted = (lock: Lock | null) => unknown
const channel = {
  listen: () => () => undefined,
  ping: () => undefined,
  pong: () => undefined,
} as Partial<TabChannel> as TabChannel
const request = { sid: 's', lockName: 'ambit:test:s', channel, takeoverMs: 10_000 }

/**
 * Simulates a browser that answers requests for a lock with these errors, one after the other, and
 * then grants the lock.
 */
function browserOf(...answers: Error[]): { readonly asked: LockOptions[] } {
  const asked: LockOptions[] = []
  const locks = {
    request: async (name: string, options: LockOptions, granted: Granted) => {
      asked.push(options)
      const error = answers.shift()
      if (error) throw error
      return granted({ name, mode: 'exclusive' })
    },
    query: async () => ({ held: [], pending: [] }),
  }
  vi.stubGlobal('navigator', { locks })
  return { asked }
}

/** Creates the error of Chromium for a page in the back-forward cache whose turn has come. */
const skipped = (): Error => new Error('The provided callback is no longer runnable.')

afterEach(() => vi.unstubAllGlobals())

describe('lockSession', () => {
  it('waits once more when its page stood still as its turn came', async () => {
    const { asked } = browserOf(skipped(), skipped())
    const held = await lockSession({ ...request, isWaiting: true })
    expect(asked).toHaveLength(3)
    expect(held?.lost.aborted).toBe(false)
    held?.release()
  })

  it('is not available to a page that stood still, where it does not wait', async () => {
    browserOf(skipped())
    expect(await lockSession({ ...request, isWaiting: false })).toBeUndefined()
  })

  it.each([true, false])('tells of any other refusal (waiting: %s)', async (isWaiting) => {
    browserOf(new DOMException('Not here.', 'SecurityError'))
    const refused = lockSession({ ...request, isWaiting })
    await expect(refused).rejects.toMatchObject({ name: 'SecurityError' })
  })
})
