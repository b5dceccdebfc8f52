import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../test/agent-under-test.ts'
import { type CancelReason, CancellationError } from './index.ts'

const never = (): Promise<never> => new Promise(() => undefined)
const user: CancelReason = { kind: 'user', tag: 'stop' }

const circular: Record<string, unknown> = {}
circular['self'] = circular

const odd: Readonly<Record<string, unknown>> = {
  null: null,
  'a number': 0,
  'a bigint': 5n,
  'a symbol': Symbol('stop'),
  'a function': () => 1,
  'an empty object': {},
  'a kind that is no text': { kind: 5 },
  'a message that is no text': { kind: 'user', message: {} },
  'a kind that does not exist': { kind: 'bogus' },
  'a tag that is not text': { kind: 'user', tag: 5n },
  'a member that has no JSON': { kind: 'user', at: 5n },
  'an error': new Error('boom'),
  'an event': { type: 'click', target: circular },
  'a getter that throws': {
    get kind(): never {
      throw new Error('unreadable')
    },
  },
}

describe('cancelling a run', () => {
  it.each(Object.keys(odd))('R76 with %s as its reason is a cancel all the same', async (name) => {
    const reason = odd[name] as CancelReason
    for (const how of ['run', 'ctx', 'signal', 'agent'] as const) {
      const controller = new AbortController()
      const tool = anyTool('slow', async (_, ctx) => {
        if (how === 'ctx') ctx.run.cancel(reason)
        await never()
      })
      const { agent } = agentUnderTest([calls(call('slow')), 'Then'], { tools: [tool] })
      const run = agent.chat('go', { signal: controller.signal })
      await flush()
      if (how === 'run') run.cancel(reason)
      if (how === 'signal') controller.abort(reason)
      if (how === 'agent') agent.cancel(reason)
      expect(await failureOf(run)).toBeInstanceOf(CancellationError)
      expect(run.status).toBe('cancelled')
      expect(run.events.filter(({ type }) => type.endsWith('cancelled')).length).toBe(2)
      expect(() => JSON.stringify(run.events)).not.toThrow()
      expect(answersIn(agent.history.messages)).toMatchObject([{ status: 'interrupted' }])
      expect((await agent.chat('again')).status).toBe('completed')
    }
  })

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
      'interrupted',
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
          ctx.run.cancel(reason)
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
    agent.cancel({ kind: 'manual' })
    expect(await failureOf(run)).toMatchObject({ reason: user })
    run.cancel({ kind: 'timeout' })
    expect(run.events.filter(({ type }) => type === 'agent:cancelled')).toMatchObject([
      { reason: user },
    ])
  })

  it('R28 in the last iteration is a CancellationError, not a budget error', async () => {
    const { agent } = agentUnderTest([calls(call('slow'))], {
      tools: [anyTool('slow', never)],
      limits: { iterations: 1, tokens: 1_000, calls: 1 },
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
    const { agent } = agentUnderTest([{ hang: true }])
    const run = agent.chat('go', { signal: controller.signal })
    await flush()
    controller.abort(cause)
    expect(await failureOf(run)).toMatchObject({ reason: { kind } })
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
