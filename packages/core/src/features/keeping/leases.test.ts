import { calls, createFakeClock, type FakeClock, flush } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { type AgentStorage, memoryStorage, type SessionClaim, storageError } from './index.ts'
import { keepLease } from './safe-storage.ts'

const leaseMs = 90_000

/** Creates a claim with a lease. `renew` says how each renewal ends. */
async function leased(renew: () => Promise<void>): Promise<{
  readonly claim: SessionClaim
  readonly clock: FakeClock
  readonly lost: AbortController
}> {
  const clock = createFakeClock()
  const lost = new AbortController()
  const granted = await memoryStorage().claim('s', { at: 0 })
  if (!granted) throw new Error('There is no claim.')
  const claim = keepLease({ ...granted, leaseMs, renew, lost: lost.signal }, clock)
  return { claim, clock, lost }
}

const offline = storageError('unavailable', 'offline')

describe('a claim with a lease', () => {
  it('is renewed every third of it, until it is released', async () => {
    const renew = vi.fn(async () => undefined)
    const { claim, clock } = await leased(renew)
    await clock.advance(leaseMs * 2)
    expect(renew).toHaveBeenCalledTimes(6)
    await claim.release()
    expect(clock.pending).toBe(0)
    await clock.advance(leaseMs)
    expect(renew).toHaveBeenCalledTimes(6)
    expect(claim.lost.aborted).toBe(false)
  })

  it('is renewed one at a time', async () => {
    let going = 0
    let most = 0
    const { clock, claim } = await leased(async () => {
      most = Math.max(most, ++going)
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, 40_000))
      going--
    })
    await clock.advance(leaseMs * 3)
    expect(most).toBe(1)
    expect(claim.lost.aborted).toBe(false)
  })

  it('is lost when a renewal says so', async () => {
    const { claim, clock } = await leased(async () => {
      throw storageError('lost', 'Another page has it.')
    })
    await clock.advance(leaseMs / 3)
    expect(claim.lost.aborted).toBe(true)
    expect(clock.pending).toBe(0)
  })

  it('is lost when its storage says so, and is not renewed after that', async () => {
    const renew = vi.fn(async () => undefined)
    const { claim, clock, lost } = await leased(renew)
    lost.abort()
    expect(claim.lost.aborted).toBe(true)
    await clock.advance(leaseMs)
    expect(renew).not.toHaveBeenCalled()
    expect(clock.pending).toBe(0)
  })

  it('survives renewals that fail, and is lost when the lease is over', async () => {
    let isOffline = true
    const renew = vi.fn(async () => {
      if (isOffline) throw offline
    })
    const { claim, clock } = await leased(renew)
    await clock.advance(leaseMs - 1)
    expect(renew.mock.calls.length).toBeGreaterThan(3)
    isOffline = false
    await clock.advance(1)
    expect(claim.lost.aborted).toBe(false)
    isOffline = true
    await clock.advance(leaseMs - 1)
    expect(claim.lost.aborted).toBe(false)
    await clock.advance(1)
    expect(claim.lost.aborted).toBe(true)
    expect(clock.pending).toBe(0)
  })

  it('is lost when a renewal hangs until the lease is over', async () => {
    const renew = vi.fn(() => new Promise<never>(() => undefined))
    const { claim, clock } = await leased(renew)
    await clock.advance(leaseMs - 1)
    expect(claim.lost.aborted).toBe(false)
    await clock.advance(1)
    expect(claim.lost.aborted).toBe(true)
    expect(renew).toHaveBeenCalledTimes(1)
  })

  it('is kept after a sleep, if the storage has given it to nobody', async () => {
    const renew = vi.fn(async () => undefined)
    const { claim, clock } = await leased(renew)
    clock.setNow(clock.now() + leaseMs * 10)
    await clock.advance(leaseMs / 3)
    expect(claim.lost.aborted).toBe(false)
    await clock.advance(leaseMs)
    expect(renew).toHaveBeenCalledTimes(4)
  })

  it('waits for a release for two seconds', async () => {
    const clock = createFakeClock()
    const granted = await memoryStorage().claim('s', { at: 0 })
    const hanging = {
      ...(granted as SessionClaim),
      release: () => new Promise<never>(() => undefined),
    }
    const released = vi.fn()
    void keepLease(hanging, clock).release().then(released)
    await clock.advance(1_999)
    expect(released).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(released).toHaveBeenCalled()
  })
})

/** Returns a storage whose claims are changed, and the options they were asked for with. */
function changed(change: (claim: SessionClaim) => Partial<SessionClaim>): {
  readonly storage: AgentStorage
  readonly holders: (string | undefined)[]
} {
  const memory = memoryStorage()
  const holders: (string | undefined)[] = []
  const claim: AgentStorage['claim'] = async (id, options) => {
    holders.push(options.holder)
    const granted = await memory.claim(id, options)
    return granted && { ...granted, ...change(granted) }
  }
  return { storage: { ...memory, claim }, holders }
}

describe('a run under a lease', () => {
  it.each([
    ['another page has the session', async () => Promise.reject(storageError('lost', 'Gone.'))],
    ['the storage cannot be reached', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is cancelled when it ends because %s', async (_, renew) => {
    const { storage } = changed(() => ({ leaseMs, renew }))
    const hang = anyTool('hang', () => new Promise<never>(() => undefined))
    const { agent, clock } = agentUnderTest([calls({ name: 'hang' })], { storage, tools: [hang] })
    const run = agent.chat('hi')
    await flush()
    await clock.advance(leaseMs + 1_000)
    expect(await failureOf(run)).toMatchObject({
      name: 'CancellationError',
      reason: { kind: 'race_lost' },
    })
    await clock.advance(10_000)
    expect(clock.pending).toBe(0)
  })

  it.each([
    ['rejects', async () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'throws',
      () => {
        throw new TypeError('Failed to fetch')
      },
    ],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('ends though the release %s', async (_, release) => {
    const { storage } = changed(() => ({ release }))
    const { agent, clock } = agentUnderTest(['Hello'], { storage })
    const run = agent.chat('hi')
    await flush()
    await clock.advance(2_000)
    expect((await run).status).toBe('completed')
  })

  it('claims with the id of its page', async () => {
    const { storage, holders } = changed(() => ({}))
    const [first, second] = [0, 1].map(() => agentUnderTest(['1', '2'], { storage }).agent)
    await first?.chat('a')
    await first?.chat('b')
    await second?.chat('c')
    const [one, two, three] = holders
    expect(one).toEqual(expect.any(String))
    expect(two).toBe(one)
    expect(three).not.toBe(one)
  })
})
