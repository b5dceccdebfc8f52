import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../agent-under-test.ts'
import { CancellationError, type CancelReason } from '../index.ts'

const never = (): Promise<never> => new Promise(() => undefined)
const user: CancelReason = { kind: 'user', tag: 'stop' }

describe('cancelling a run', () => {
  it('R27 before it starts makes no model call', async () => {
    const { agent, model } = agentUnderTest(['never'])
    const run = agent.chat('go', { signal: AbortSignal.abort(user) })
    expect(await failureOf(run)).toMatchObject({ reason: user })
    expect(model.requests).toHaveLength(0)
    expect(run.status).toBe('cancelled')
    expect(run.events.map(({ type }) => type)).toEqual(['agent:started', 'agent:cancelled'])
  })

  it('R27 in the model call aborts its fetch within one task, and keeps what was shown', async () => {
    const { agent, model } = agentUnderTest([{ text: 'So far', hang: true }])
    const run = agent.chat('go')
    await flush()
    const signal = model.requests[0]?.abortSignal
    expect(signal?.aborted).toBe(false)
    run.cancel(user)
    expect(signal?.aborted).toBe(true)
    expect(signal?.reason).toBe(user)
    expect(await failureOf(run)).toMatchObject({ reason: user, content: 'So far' })
    expect(model.open).toBe(0)
    expect(agent.history.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'So far' })
  })

  it('R27 ends the wait for a model that ignores its signal', async () => {
    for (const reply of [{ text: 'a', hang: true }, { gate: never() }, () => never()]) {
      const { agent } = agentUnderTest([reply], {}, { ignoreAbort: true })
      const run = agent.chat('go')
      await flush()
      run.cancel(user)
      expect(await failureOf(run)).toBeInstanceOf(CancellationError)
    }
  })

  it('R27 hangs up on a model that answers after the cancel', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent, model } = agentUnderTest([() => gate.promise], {}, { ignoreAbort: true })
    const run = agent.chat('go')
    await flush()
    run.cancel(user)
    await run.catch(() => undefined)
    gate.resolve('too late')
    await flush()
    expect(model.open).toBe(0)
    expect(JSON.stringify(agent.history.messages)).not.toContain('too late')
  })

  it('R27 in a tool aborts its signal with the reason, and no further call runs', async () => {
    let signal: AbortSignal | undefined
    let ran = 0
    const { agent, model, clock } = agentUnderTest([calls(call('slow'), call('x')), 'never'], {
      tools: [
        anyTool('slow', (_args, ctx) => {
          signal = ctx.signal
          return never()
        }),
        anyTool('x', () => ran++),
      ],
    })
    const run = agent.chat('go')
    await flush()
    run.cancel(user)
    expect(signal?.reason).toBe(user)
    const failed = failureOf(run)
    await clock.advance(50)
    expect(await failed).toMatchObject({ reason: user })
    expect(ran).toBe(0)
    expect(model.requests).toHaveLength(1)
    expect(answersIn(agent.history.messages).map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
    ])
  })

  it('R27 in a tool: its late result changes nothing', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([calls(call('slow'))], {
      tools: [anyTool('slow', () => gate.promise)],
    })
    const run = agent.chat('go')
    await flush()
    run.cancel(user)
    await run.catch(() => undefined)
    const before = { messages: agent.history.messages, events: run.events.length }
    gate.resolve('too late')
    await flush()
    expect({ messages: agent.history.messages, events: run.events.length }).toEqual(before)
  })

  it('R27 a late rejection of a cancelled tool is nobody’s unhandled one', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([calls(call('slow'))], {
      tools: [anyTool('slow', () => gate.promise)],
    })
    const run = agent.chat('go')
    await flush()
    run.cancel(user)
    await run.catch(() => undefined)
    gate.reject(new Error('too late'))
    await flush()
    expect(run.status).toBe('cancelled')
  })

  it('R36 from within a tool ends the run with that reason', async () => {
    const reason: CancelReason = { kind: 'manual', tag: 'user-stop' }
    const { agent, model } = agentUnderTest([calls(call('stop')), 'never'], {
      tools: [
        anyTool('stop', (_args, ctx) => {
          ctx.cancel(reason)
          expect(ctx.signal.reason).toBe(reason)
        }),
      ],
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ reason })
    expect(model.requests).toHaveLength(1)
  })

  it('R28 keeps the first reason and ignores what comes later', async () => {
    const { agent } = agentUnderTest([{ hang: true }])
    const run = agent.chat('go')
    await flush()
    run.cancel(user)
    run.cancel({ kind: 'deadline' })
    agent.cancelAll({ kind: 'manual' })
    expect(await failureOf(run)).toMatchObject({ reason: user })
    run.cancel({ kind: 'timeout' })
    expect(run.events.filter(({ type }) => type === 'agent:cancelled')).toMatchObject([
      { reason: user },
    ])
  })

  it('R28 in the last iteration is a CancellationError, not a budget error', async () => {
    const { agent } = agentUnderTest([calls(call('slow'))], {
      tools: [anyTool('slow', never)],
      limits: { iterations: 1, tokens: 1_000, toolCalls: 1 },
    })
    const run = agent.chat('go')
    await flush()
    run.cancel(user)
    expect(await failureOf(run)).toBeInstanceOf(CancellationError)
  })

  it.each([
    [new DOMException('x', 'TimeoutError'), 'deadline'],
    [new DOMException('x', 'AbortError'), 'manual'],
    ['gone', 'manual'],
    [{ kind: 'race_lost' }, 'race_lost'],
  ])('R28 by a signal of the platform keeps its reason: %s', async (cause, kind) => {
    const controller = new AbortController()
    const { agent } = agentUnderTest([{ hang: true }], { signal: controller.signal })
    const run = agent.chat('go')
    await flush()
    controller.abort(cause)
    expect(await failureOf(run)).toMatchObject({ reason: { kind } })
  })

  it('R29 ends a backoff at once, and leaves no timer', async () => {
    const { agent, clock } = agentUnderTest([{ refuse: { statusCode: 503 } }])
    const run = agent.chat('go')
    await flush()
    expect(clock.pending).toBe(1)
    run.cancel(user)
    expect(await failureOf(run)).toMatchObject({ reason: user })
    expect(clock.pending).toBe(0)
  })

  it('R29 ends the wait for the page at once', async () => {
    for (const settler of [
      { baseline: () => undefined, beforeTool: async () => undefined, settle: never },
      { baseline: () => undefined, beforeTool: never, settle: never },
    ]) {
      const { agent } = agentUnderTest([calls(call('x')), 'never'], { tools: [anyTool('x')] })
      agent.addSettler(settler)
      const run = agent.chat('go')
      await flush()
      run.cancel(user)
      expect(await failureOf(run)).toMatchObject({ reason: user })
      expect(answersIn(agent.history.messages)).toHaveLength(1)
    }
  })

  it('R29 ends the wait for a hook, for instructions and for the conversation sink', async () => {
    for (const name of [
      'onRunStart',
      'preRequest',
      'onResponse',
      'onMessage',
      'preToolCall',
    ] as const) {
      const { agent } = agentUnderTest([calls(call('x')), 'never'], { tools: [anyTool('x')] })
      agent.addHook(name, never)
      await stops(agent.chat('go'))
    }
    for (const name of ['onToolCallResult', 'onIterationEnd', 'onRunDone'] as const) {
      const { agent } = agentUnderTest([{ text: 'a' }], { tools: [anyTool('x')] })
      agent.addHook(name === 'onToolCallResult' ? 'onResponse' : name, never)
      await stops(agent.chat('go'))
    }
    await stops(agentUnderTest(['x'], { instructions: never }).agent.chat('go'))
    await stops(agentUnderTest(['x'], { conversation: { append: never } }).agent.chat('go'))
  })

  async function stops(run: PromiseLike<unknown> & { cancel(reason: CancelReason): void }) {
    await flush()
    run.cancel(user)
    expect(await failureOf(run)).toMatchObject({ reason: user })
  }

  it('R29 1,000 runs on one shared signal leave no listener and no timer', async () => {
    const controller = new AbortController()
    let listeners = 0
    const { signal } = controller
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++
      addEventListener.apply(signal, args)
    }
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--
      removeEventListener.apply(signal, args)
    }
    const { agent, clock } = agentUnderTest(
      [],
      {
        signal,
        limits: { wallMs: 1_000 },
        tools: [anyTool('x', (_args, ctx) => void ctx.signal, { timeout: '1s' })],
      },
      {
        otherwise: ({ prompt }) => (prompt.at(-1)?.role === 'tool' ? 'done' : calls(call('x'))),
      },
    )
    for (let n = 0; n < 1_000; n++) await agent.execute('go')
    expect(listeners).toBe(0)
    expect(clock.pending).toBe(0)
  })

  it('R32 cancelAll ends streams, tools and timers of every run, waiting ones too', async () => {
    const { agent, model, clock } = agentUnderTest(
      [{ hang: true }, calls(call('slow')), { refuse: { statusCode: 503 } }],
      { tools: [anyTool('slow', never, { timeout: '1m' })] },
    )
    const runs = [
      agent.chat('1'),
      agent.execute('2'),
      agent.execute('3'),
      agent.chat('4', { onBusy: 'queue' }),
    ]
    await flush()
    expect(agent.queue.getState().waiting).toHaveLength(1)
    agent.cancelAll(user)
    await Promise.allSettled(runs)
    expect(runs.map(({ status }) => status)).toEqual(Array(4).fill('cancelled'))
    expect(model.open).toBe(0)
    expect(clock.pending).toBe(0)
    expect(agent.queue.getState().waiting).toEqual([])
    expect(agent.activity.getState().status).toBe('idle')
  })

  it('R27 disposing a run cancels it and waits for its end', async () => {
    const { agent } = agentUnderTest([{ hang: true }])
    const run = agent.chat('go')
    await flush()
    await run[Symbol.asyncDispose]()
    expect(run.status).toBe('cancelled')
    await expect(run).rejects.toMatchObject({ reason: { kind: 'scope_ended' } })
  })

  it('an ignored run that fails is no unhandled rejection', async () => {
    const { agent } = agentUnderTest([{ refuse: { statusCode: 400 } }])
    const run = agent.chat('go')
    await flush()
    expect(run.status).toBe('failed')
  })
})
