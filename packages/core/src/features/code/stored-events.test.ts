import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { AgentError, BudgetExceededError, CancellationError, ModelError } from '../../index.ts'
import { errorOf, renderTree, replay, runAgent } from '../code/index.ts'

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** Throws an error as applications have them, with data that no log should hold. */
function failAsAnApp(): never {
  throw Object.assign(
    new TypeError('no such order', { cause: new RangeError('42 is too large') }),
    {
      code: 'E_ORDER',
      token: 'secret',
      request: { headers: { authorization: 'secret' } },
    },
  )
}

describe('errors as JSON', () => {
  it('R76 keep what tells why, and nothing that should not be stored', () => {
    const cause = Object.assign(new Error('bad gateway'), { responseBody: 'secret' })
    const error = new ModelError('The provider failed.', {
      kind: 'upstream_error',
      isRetryable: true,
      status: 502,
      cause,
    })
    expect(copyOf(error)).toEqual({
      name: 'ModelError',
      message: 'The provider failed.',
      brand: 'ambit.error',
      code: 'model',
      kind: 'upstream_error',
      isRetryable: true,
      status: 502,
      cause: { name: 'Error', message: 'bad gateway' },
    })
    const reason = { kind: 'user', tag: 'stop', cause: new DOMException('gone', 'AbortError') }
    expect(copyOf(new CancellationError({ ...reason, kind: 'user' }))).toMatchObject({
      name: 'CancellationError',
      reason: { kind: 'user', tag: 'stop', cause: { name: 'AbortError', message: 'gone' } },
    })
  })

  it('R76 are errors again with `errorOf`, of their own class', () => {
    const excess = { budgetKey: 'tokens', limit: 5, spent: 8, attempted: 4, unit: 'tokens' }
    const budget = errorOf(copyOf(new BudgetExceededError(excess)))
    expect(AgentError.is(budget, 'limit')).toBe(true)
    expect(budget).toBeInstanceOf(BudgetExceededError)
    expect(budget).toMatchObject({ name: 'BudgetExceededError', ...excess })
    class OwnError extends AgentError {
      override get name(): string {
        return 'OwnError'
      }
    }
    const own = errorOf(copyOf(new OwnError('mine')))
    expect(AgentError.is(own)).toBe(true)
    expect(own).toMatchObject({ name: 'OwnError', message: 'mine' })
    const foreign = errorOf({ name: 'TimeoutError', message: 'late', code: 23 })
    expect(AgentError.is(foreign)).toBe(false)
    expect(foreign).toMatchObject({ name: 'TimeoutError', message: 'late', code: 23 })
    const error = new Error('as it is')
    expect(errorOf(error)).toBe(error)
    expect(errorOf('a text')).toMatchObject({ name: 'Error', message: 'a text' })
    expect(errorOf(null)).toBeInstanceOf(Error)
  })

  it('R76 whatever was thrown', () => {
    const unreadable = new Proxy(new Error('x'), {
      get: () => {
        throw new Error('no')
      },
    })
    const cancelled = new CancellationError({ kind: 'manual', cause: unreadable })
    expect(copyOf(cancelled)).toMatchObject({ name: expect.any(String) })
    const plain = new CancellationError({ kind: 'manual', cause: 'a text' })
    expect(copyOf(plain)).toMatchObject({ reason: { kind: 'manual', cause: 'a text' } })
  })

  it('R76 of an app are the app’s own objects in live events, and named in stored ones', async () => {
    let thrown: unknown
    const run = runAgent((agent) =>
      agent.tool('find', {}, () => {
        try {
          failAsAnApp()
        } catch (error) {
          thrown = error
          throw error
        }
      }),
    )
    const rejected: unknown = await run.catch((error: unknown) => error)
    const [, , failed, ended] = run.events
    expect(rejected).toBe(thrown)
    expect(failed && 'error' in failed && (failed.error as Error).cause).toBe(thrown)
    expect(copyOf(failed)).toMatchObject({
      error: {
        name: 'AgentError',
        code: 'handler',
        message: 'TypeError: no such order',
        cause: { name: 'TypeError', message: 'no such order' },
      },
    })
    expect(ended && 'error' in ended && ended.error).toBe(thrown)
    expect(copyOf(ended)).toMatchObject({
      error: {
        name: 'TypeError',
        message: 'no such order',
        code: 'E_ORDER',
        cause: { name: 'RangeError', message: '42 is too large' },
      },
    })
    expect(copyOf(rejected)).toMatchObject({ name: 'TypeError', message: 'no such order' })
    expect(JSON.stringify([run.events, run.report, rejected])).not.toContain('secret')
    expect(structuredClone(ended)).toMatchObject({ type: 'agent:failed' })
  })
})

describe('events as JSON', () => {
  it('R76 replay as they did: of code, with values that JSON does not have', async () => {
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    const run = runAgent(
      async (agent, ctx) => {
        await agent.tool('map', new Map([['a', 1n]]), () => new Map([['found', 1n]]))
        await agent.tool('circular', circular, () => circular)
        await agent.tool('nan', { n: Number.NaN }, () => undefined)
        await agent.tool('app', {}, failAsAnApp).catch(() => undefined)
        await agent
          .tool('dom', {}, () => Promise.reject(new DOMException('late', 'TimeoutError')))
          .catch(() => undefined)
        await agent.tool('text', {}, () => Promise.reject('a text' as never)).catch(() => undefined)
        ctx.run.emit('note', { at: new Map() })
        await agent.tool('late', {}, () => 1)
      },
      { limits: { calls: 6 } },
    )
    await failureOf(run)
    const stored = copyOf(run.events)
    const [live, read] = [replay(run.events), replay(stored)]
    expect(read.trace).toEqual(live.trace)
    expect(live.trace).toMatchObject([
      { arguments: { a: '1' }, result: { found: '1' } },
      { arguments: { self: '[Circular]' } },
      { arguments: { n: null }, result: null },
      { error: { code: 'handler', message: 'TypeError: no such order' } },
      { error: { code: 'handler', message: 'TimeoutError: late' } },
      { error: { message: 'a text' } },
      { error: { name: 'BudgetExceededError', budgetKey: 'calls' } },
    ])
    expect(read.status).toBe('failed')
    expect(read.error).toBeInstanceOf(BudgetExceededError)
    expect(copyOf(read.error)).toEqual(copyOf(live.error))
    expect(renderTree(copyOf(run.report) ?? run)).toBe(renderTree(run))
  })

  it.each([
    ['completed', [calls(call('x'), call('bad'), call('nope')), 'done']],
    ['failed', [calls(call('x')), { refuse: 'no' }]],
    ['cancelled', [calls(call('bad'), call('slow'), call('x'))]],
  ] as const)('R76 replay as they did: of a chat that %s', async (status, replies) => {
    const { agent } = agentUnderTest([...replies], {
      tools: [
        anyTool('x', () => ({ n: 1n })),
        anyTool('bad', failAsAnApp),
        anyTool('slow', () => new Promise(() => undefined)),
      ],
      request: { retry: { max: 0 } },
    })
    const run = agent.chat('go')
    await flush()
    run.cancel({ kind: 'user', cause: new DOMException('gone', 'AbortError') })
    await run.catch(() => undefined)
    const [live, read] = [replay(run.events), replay(copyOf(run.events))]
    const { history, error, ...rest } = read
    expect(live).toMatchObject({ ...rest, status })
    expect(history.messages).toEqual(live.history.messages)
    expect(copyOf({ error })).toEqual(copyOf({ error: live.error }))
    expect(error instanceof Error).toBe(status !== 'completed')
  })
})
