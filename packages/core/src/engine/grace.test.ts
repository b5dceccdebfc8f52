import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { BudgetExceededError } from '../index.ts'
import { inputGuardrail } from '../features/answers/index.ts'

const never = (): Promise<never> => new Promise(() => undefined)

describe('withGrace', () => {
  it('R27 ends a cancelled run within 50 ms, if the `run` of a plug-in never returns', async () => {
    const { agent, clock } = agentUnderTest([{ hang: true }])
    agent.use({ name: 'waiting', run: (_at, next) => next().catch(never) })
    const run = agent.chat('go')
    await flush()
    run.cancel({ kind: 'user' })
    const failure = failureOf(run)
    await clock.advance(49)
    expect(run.status).toBe('running')
    await clock.advance(1)
    expect(await failure).toMatchObject({ reason: { kind: 'user' } })
    expect(clock.pending).toBe(0)
  })

  it('R27 waits for the `run` of a plug-in after a failure, until the run is cancelled', async () => {
    const { agent, clock } = agentUnderTest([{ refuse: new Error('no') }])
    agent.use({ name: 'waiting', run: (_at, next) => next().catch(never) })
    const run = agent.chat('go')
    await clock.advance(50)
    expect(run.status).toBe('running')
    run.cancel({ kind: 'user' })
    const failure = failureOf(run)
    await clock.advance(50)
    expect(await failure).toMatchObject({ reason: { kind: 'user' } })
    expect(clock.pending).toBe(0)
  })

  it('R27 R31 ends a cancelled run whose clean-up never returns within 50 ms', async () => {
    const { agent, clock } = agentUnderTest([calls(call('x'))], {
      tools: [
        anyTool('x', (_args, ctx) => {
          ctx.defer(never)
          ctx.run.cancel({ kind: 'user' })
          return never()
        }),
      ],
    })
    const failure = failureOf(agent.chat('go'))
    await clock.advance(50)
    expect(await failure).toMatchObject({ reason: { kind: 'user' } })
    expect(clock.pending).toBe(0)
  })
})

describe('a model stream that stays open behind its finish part', () => {
  /** Starts a run whose model leaves the stream open. Returns it, and the stream's controls. */
  function runWithOpenStream() {
    const { promise: opened, resolve: open } =
      Promise.withResolvers<ReadableStreamDefaultController<LanguageModelV4StreamPart>>()
    let isCut = false
    const { agent, clock, model } = agentUnderTest(['Done.'])
    const whole = model.doStream.bind(model)
    model.doStream = async (options) => {
      const answer = await whole(options)
      const reader = answer.stream.getReader()
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        async start(controller) {
          for (;;) {
            const { done, value } = await reader.read()
            if (done) break
            controller.enqueue(value)
          }
          open(controller)
        },
        cancel: () => void (isCut = true),
      })
      return { ...answer, stream }
    }
    return { run: agent.chat('go'), clock, opened, isCut: () => isCut }
  }

  it('R23 does not hold up the run for more than 50 ms: its answer is whole', async () => {
    const { run, clock, opened, isCut } = runWithOpenStream()
    const stream = await opened
    await clock.advance(50)
    expect(await run).toMatchObject({ content: 'Done.', finishReason: 'stop' })
    // A request that is cut shows as failed in the browser, though nothing is missing.
    expect(isCut()).toBe(false)
    stream.close()
    await expect.poll(() => clock.pending).toBe(0)
    expect(isCut()).toBe(false)
  })

  it('is closed after 5 seconds', async () => {
    const { run, clock, opened, isCut } = runWithOpenStream()
    await opened
    await clock.advance(50)
    await run
    await clock.advance(4949)
    expect(isCut()).toBe(false)
    await clock.advance(1)
    expect(isCut()).toBe(true)
    await expect.poll(() => clock.pending).toBe(0)
  })
})

describe('model calls of extras', () => {
  const judge = inputGuardrail('judge', async (text, run) => {
    await run?.ask(text)
    return true as const
  })

  it('R18 are under the limits of the run', async () => {
    const { agent, model } = agentUnderTest(
      [{ text: 'fine', usage: { prompt: 90, completion: 20 } }, 'never asked for'],
      { use: [judge], limits: { tokens: 100 } },
    )
    const error = await failureOf(agent.chat('go'))
    expect(error).toBeInstanceOf(BudgetExceededError)
    expect(error).toMatchObject({ budgetKey: 'tokens', limit: 100, spent: 110 })
    expect(model.requests).toHaveLength(1)
  })

  it('R18 are not made when nothing is left', async () => {
    const { agent, model } = agentUnderTest(['x'], { use: [judge], limits: { tokens: 0 } })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'tokens' })
    expect(model.requests).toHaveLength(0)
  })
})

describe('on', () => {
  it('is over with its signal, or with the function that it returned', async () => {
    const { agent } = agentUnderTest(['x', 'y'])
    const heard: string[] = []
    const over = new AbortController()
    const { signal } = over
    agent.on('agent:completed', () => heard.push('signal'), { signal })
    agent.on('agent:started', () => heard.push('once'), { once: true, signal })
    const stop = agent.on('agent:completed', () => heard.push('stopped'), { signal })
    stop()
    await agent.chat('go')
    expect(heard).toEqual(['once', 'signal'])
    over.abort()
    agent.on('agent:completed', () => heard.push('late'), { signal })
    stop()
    await agent.chat('go')
    expect(heard).toHaveLength(2)
  })
})
