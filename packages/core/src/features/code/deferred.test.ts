import { inEnvironment } from '../../environment.ts'
import { createFakeClock, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../test/agent-under-test.ts'
import { AgentError, CancellationError } from '../../index.ts'
import { endOf, never } from '../../../test/code-runs.ts'
import { runAgent } from '../code/index.ts'

describe('the clean-ups that a body deferred', () => {
  it.each([true, false])('R75 all run although one throws; succeeds: %s', async (succeeds) => {
    const log: string[] = []
    const run = runAgent((_agent, ctx) => {
      ctx.defer(() => log.push('first'))
      ctx.defer(() => {
        throw new Error('close failed')
      })
      ctx.defer(() => Promise.reject(new Error('again')))
      ctx.defer(() => log.push('last'))
      if (!succeeds) throw new AgentError('the body failed')
      return 'good'
    })
    if (succeeds) expect((await run).result).toBe('good')
    else expect((await failureOf(run)).message).toBe('the body failed')
    expect(log).toEqual(['last', 'first'])
    expect(run.events.filter(({ type }) => type === 'agent:warning')).toMatchObject([
      { code: 'defer_threw', message: expect.stringContaining('again') },
    ])
  })

  it('R75 are waited for, but not after a cancel', async () => {
    const clock = createFakeClock()
    const slow = Promise.withResolvers<void>()
    const run = runAgent(
      (_agent, ctx) => ctx.defer(() => slow.promise),
      inEnvironment({ clock }, {}),
    )
    await flush()
    await clock.advance(1_000)
    expect(run.status).toBe('running')
    slow.resolve()
    await run
    const cut = runAgent((_agent, ctx) => ctx.defer(never), inEnvironment({ clock }, {}))
    await flush()
    cut.cancel()
    expect(await endOf(cut, clock)).toBeInstanceOf(CancellationError)
  })
})
