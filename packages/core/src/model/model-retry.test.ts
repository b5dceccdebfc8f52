import { inEnvironment } from '../environment.ts'
import { type Reply, call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { AgentError, ModelError } from '../index.ts'

const status = (statusCode: number, responseHeaders = {}): Reply => ({
  refuse: Object.assign(new Error('body with sk-secret'), { statusCode, responseHeaders }),
})

describe('a model call that fails', () => {
  it.each<[string, Reply]>([
    ...[408, 409, 429, 500, 502, 503, 529].map((code): [string, Reply] => [
      `${code}`,
      status(code),
    ]),
    ['Chromium’s network failure', { refuse: new TypeError('Failed to fetch') }],
    ['Firefox’s', { refuse: new TypeError('NetworkError when attempting to fetch resource.') }],
    ['Safari’s', { refuse: new TypeError('Load failed') }],
    ['a cut before the first content', { finishReason: null }],
    ['an overload in the stream', { error: { type: 'overloaded_error' } }],
    ['a stream that breaks at once', { breakWith: new TypeError('network error') }],
  ])('R25 with %s is tried again', async (_what, reply) => {
    const { agent, model, clock } = agentUnderTest([reply, 'fine'])
    const run = agent.chat('go')
    await clock.runAll()
    expect((await run).content).toBe('fine')
    expect(model.requests).toHaveLength(2)
    expect(run.events.filter(({ type }) => type === 'agent:request_retrying')).toMatchObject([
      { attempt: 1, delayMs: 500 },
    ])
  })

  it.each([400, 401, 403, 404, 413, 422])('R25 with %d is not', async (code) => {
    const { agent, model } = agentUnderTest([status(code), 'never'])
    const error = await failureOf(agent.chat('go'))
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject({ status: code, isRetryable: false })
    expect(error.message).not.toContain('sk-secret')
    expect(model.requests).toHaveLength(1)
  })

  it('R25 is tried three times more, after longer and longer waits', async () => {
    const { agent, model, clock } = agentUnderTest([], {}, { otherwise: status(503) })
    const run = agent.chat('go')
    const failed = failureOf(run)
    const waits: (number | undefined)[] = []
    for (let n = 0; n < 3; n++) {
      await flush()
      waits.push(clock.nextInMs)
      await clock.advance(clock.nextInMs ?? 0)
    }
    expect(await failed).toMatchObject({ status: 503, isRetryable: true })
    expect(waits).toEqual([500, 1_000, 2_000])
    expect(model.requests).toHaveLength(4)
    expect(clock.pending).toBe(0)
  })

  it('R25 never waits longer than `maxDelayMs`, and takes jitter off', async () => {
    const { agent, clock } = agentUnderTest(
      [],
      inEnvironment(
        { random: () => 1 },
        { request: { retry: { max: 6, delay: 500, maxDelay: 3_000 } } },
      ),
      { otherwise: status(503) },
    )
    const run = agent.chat('go')
    const failed = failureOf(run)
    await clock.runAll()
    await failed
    const delays = run.events.flatMap((event) =>
      event.type === 'agent:request_retrying' ? [event.delayMs] : [],
    )
    expect(delays).toEqual([375, 750, 1_500, 2_250, 2_250, 2_250])
  })

  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after-ms': '1234' }, 1_234],
    [{ 'retry-after': new Date(1_000_000 + 30_000).toUTCString() }, 30_000],
  ])('R25 waits as long as %j says', async (headers, delayMs) => {
    const { agent, clock } = agentUnderTest([status(429, headers), 'fine'])
    const run = agent.chat('go')
    await flush()
    expect(clock.nextInMs).toBe(delayMs)
    await clock.runAll()
    await run
  })

  it('R25 does not wait for minutes: the user is told instead', async () => {
    const { agent, model } = agentUnderTest([status(429, { 'retry-after': '3600' })])
    expect(await failureOf(agent.chat('go'))).toMatchObject({
      status: 429,
      retryAfterMs: 3_600_000,
    })
    expect(model.requests).toHaveLength(1)
  })

  it('R25 is not tried again once content was shown', async () => {
    for (const shown of [{ text: 'I' }, { reasoning: 'hm' }, calls(call('x'))]) {
      const { agent, model } = agentUnderTest(
        [{ ...shown, breakWith: new TypeError('network error') }, 'never'],
        { tools: [anyTool('x')] },
      )
      expect(await failureOf(agent.chat('go'))).toMatchObject({ kind: 'network' })
      expect(model.requests).toHaveLength(1)
    }
  })

  it('R25 never runs finished tools again', async () => {
    let ran = 0
    const { agent, model, clock } = agentUnderTest([calls(call('x')), status(503), 'done'], {
      tools: [anyTool('x', () => ran++)],
    })
    const run = agent.chat('go')
    await clock.runAll()
    expect((await run).content).toBe('done')
    expect(ran).toBe(1)
    expect(model.requests[2]?.prompt).toEqual(model.requests[1]?.prompt)
  })

  it('R25 is told apart by `retryableErrors`', async () => {
    const { agent, model, clock } = agentUnderTest([status(418), 'fine'], {
      request: { retry: { when: (error) => error.status === 418 } },
    })
    const run = agent.chat('go')
    await clock.runAll()
    expect((await run).content).toBe('fine')
    expect(model.requests).toHaveLength(2)
  })

  it('can be gone on from with `retry`, without saying anything again', async () => {
    const { agent, model } = agentUnderTest(
      [{ text: 'half', breakWith: new TypeError('network error') }, 'whole'],
      { request: { retry: { max: 0 } } },
    )
    await failureOf(agent.chat('go'))
    expect((await agent.resume()).content).toBe('whole')
    expect(agent.history.messages.map((m) => m.role !== 'tool' && m.content)).toEqual([
      'go',
      'whole',
    ])
    expect(model.requests[1]?.prompt).toEqual(model.requests[0]?.prompt)
  })

  it('has nothing to go on from when every message has its answer', async () => {
    const { agent, model } = agentUnderTest(['one'])
    expect(await failureOf(agent.resume())).toBeInstanceOf(AgentError)
    await agent.chat('1')
    expect((await failureOf(agent.resume())).message).toContain('nothing to go on from')
    expect(model.requests).toHaveLength(1)
    expect(agent.history.messages).toHaveLength(2)
  })
})
