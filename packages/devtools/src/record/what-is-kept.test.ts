import { createAgent, type AgentOptions, Tool } from '@ambit/core'
import { call, calls, flush, type Reply, scriptedModel } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { readRecording, record, recordingOf, type RecordOptions, writeRecording } from './index.ts'

const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = { type: 'image', data: png, mediaType: 'image/png' } as const

const createApp = (replies: readonly Reply[], options: Partial<AgentOptions> = {}) =>
  createAgent({ model: scriptedModel(replies), ...options })

const one = (handler: Tool['handler'], rest: object = {}): Partial<AgentOptions> => ({
  tools: [new Tool({ name: 't', description: 'Test.', handler, ...rest } as never)],
})

/** Records what `act` does, and checks that the file can be written and read. */
async function recordOf(
  agent: ReturnType<typeof createApp>,
  act: () => unknown,
  options: RecordOptions = {},
) {
  errors.mockClear()
  const recorder = record(agent, options)
  await act()
  const { recording } = recorder
  expect(errors).not.toHaveBeenCalled()
  return readRecording(writeRecording(recording))
}

describe('a recording keeps', () => {
  it('4 a result that was cut, as text', async () => {
    const agent = createApp(
      [calls(call('t')), 'Ok.'],
      one(() => ({ rows: 'x'.repeat(200_000) })),
    )
    const recording = await recordOf(agent, () => agent.chat('x'))
    const [recorded] = recording.runs[0]?.calls ?? []
    expect(recorded).toMatchObject({
      status: 'ok',
      result: expect.stringMatching(/truncated; full result \d+ bytes/),
      ms: expect.any(Number),
    })
    const { messages, head } = agent.history
    const session = { format: 'ambit-session', version: 1, createdAt: 5, head, messages, state: {} }
    expect(recordingOf(session as never).runs[0]?.calls[0]?.result).toBe(recorded?.result)
    const run = createApp(
      [calls(call('t')), 'Ok.'],
      one(() => 'y'.repeat(200_000)),
    ).chat('x')
    await run
    expect(recordingOf(run).runs[0]?.calls[0]?.status).toBe('ok')
  })

  it('19 a run of `execute`, inside a call and by the page', async () => {
    const agent: ReturnType<typeof createApp> = createApp(
      [calls(call('t')), 'inside', 'done', 'top'],
      one(async (_, context) => (await context.execute('inner', { agent })).content),
    )
    const recording = await recordOf(agent, async () => {
      await agent.chat('x')
      await agent.execute('hi')
    })
    expect(recording.runs.map(({ kind, input, content }) => [kind, input, content])).toEqual([
      ['chat', 'x', 'done'],
      ['execute', 'inner', 'inside'],
      ['execute', 'hi', 'top'],
    ])
    expect(recording.runs.map(({ requests }) => requests.map(({ reply }) => !!reply))).toEqual([
      [true, true],
      [true],
      [true],
    ])
    expect(recording.runs[1]?.parent).toBe(recording.runs[0]?.id)
    expect(recording.runs[1]?.isGuess).toBeUndefined()
  })

  it('20 an answer that is not JSON, or holds itself', async () => {
    const loop: Record<string, unknown> = { a: 1 }
    loop['self'] = loop
    for (const [answer, kept] of [
      [5n, '5'],
      [loop, { a: 1, self: '[Circular]' }],
    ] as const) {
      const agent = createApp(
        [calls(call('t')), 'Ok.'],
        one(async (_, { ask }) => typeof (await ask({ message: 'n', schema: z.any() }))),
      )
      agent.pending.attach('question')
      agent.pending.subscribe(({ items }) =>
        items.forEach(({ id }) => queueMicrotask(() => void agent.pending.answer(id, answer))),
      )
      const { runs } = await recordOf(agent, () => agent.chat('x'))
      expect(runs[0]?.calls[0]?.questions).toMatchObject([{ outcome: 'answered', answer: kept }])
    }
  })

  it('20 the other runs if one cannot be written, and counts it', async () => {
    vi.useFakeTimers()
    try {
      const agent = createApp(
        [calls(call('t')), 'Ok.', 'Two.'],
        one(async (_, { ask }) => typeof (await ask({ message: 'n', schema: z.any() }))),
      )
      agent.pending.attach('question')
      const bad = {
        toJSON: () => {
          throw new Error('no')
        },
      }
      agent.pending.subscribe(({ items }) =>
        items.forEach(({ id }) => queueMicrotask(() => void agent.pending.answer(id, bad))),
      )
      const recorder = record(agent)
      await agent.chat('x')
      await agent.chat('y')
      // The timer of the recorder must not throw.
      await vi.advanceTimersByTimeAsync(1_000)
      const { runs, dropped } = recorder.recording
      expect(runs.map(({ input }) => input)).toEqual(['y'])
      expect(dropped).toEqual({ runs: 1, events: 0 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('24 only files of messages as files', async () => {
    const seen: unknown[] = []
    const item = { type: 'profile image', data: 'Ada' }
    const file = { type: 'image', data: 'Bob' }
    const agent = createApp(
      [calls(call('t', { item, file })), 'Ok.', 'Two.', 'Three.'],
      one(
        (args) => {
          seen.push(args)
          return { file }
        },
        { parameters: z.object({ item: z.any(), file: z.any() }) },
      ),
    )
    const recording = await recordOf(
      agent,
      () => agent.chat([{ type: 'text', text: 'see' }, image]),
      { requests: 'full' },
    )
    const [run] = recording.runs
    expect(run?.calls[0]).toMatchObject({ args: { item, file }, result: { file } })
    expect(run?.requests[0]?.reply?.parts).toMatchObject([{ input: { item, file } }])
    expect(Object.values(recording.files)).toEqual([png])
    const [id = ''] = Object.keys(recording.files)
    expect(run?.input).toMatchObject([{ type: 'text' }, { ...image, data: `recording:${id}` }])
    expect(JSON.stringify(recording.runs)).not.toContain(png)

    const later = await recordOf(agent, () => agent.chat('more'))
    expect(Object.values(later.files)).toEqual([png])
    expect(later.before?.[0]?.content).toMatchObject([
      { type: 'text' },
      { data: `recording:${id}` },
    ])
  })

  it('10 a run larger than the limit only as a number', async () => {
    const agent = createApp(['Nice.'])
    const recording = await recordOf(
      agent,
      () => agent.chat([{ ...image, data: 'A'.repeat(9_000) }]),
      { maxBytes: 8_000 },
    )
    expect(recording.runs).toEqual([])
    expect(recording.dropped).toEqual({ runs: 1, events: 0 })
  })

  it('30 in `before` no message of the run that goes on', async () => {
    let go = (): void => undefined
    const gate = new Promise<void>((resolve) => (go = resolve))
    const agent = createApp(
      ['One.', calls(call('t')), 'Two.'],
      one(() => gate),
    )
    await agent.chat('first')
    const run = agent.chat('second')
    await vi.waitFor(() => expect(agent.calls.getState()).toHaveLength(1))
    await flush()
    const recorder = record(agent)
    go()
    await run
    const { before, runs } = recorder.recording
    expect(before?.map(({ content }) => content)).toEqual(['first', 'One.'])
    expect(runs).toMatchObject([{ late: true, input: 'second', messageId: expect.any(String) }])

    const retried = createApp(
      [{ refuse: { statusCode: 400 } }, calls(call('t')), 'Ok.'],
      one(() => gate),
    )
    await retried.chat('x').catch(() => undefined)
    const retry = retried.resume()
    await retry
    expect(record(retried).recording.before?.length).toBe(retried.history.messages.length)
  })

  it('5 whether the parent of a run is a guess', async () => {
    const tool = (name: string, handler: Tool['handler']): Tool =>
      new Tool({ name, description: name, handler } as never)
    const agent: ReturnType<typeof createApp> = createApp([calls(call('a'), call('b')), 'Ok.'], {
      tools: [
        tool('a', (_, context) => context.runTool('c', {}, { agent })),
        tool('b', () => agent.runTool('c', {})),
        tool('c', () => 'c'),
      ],
    })
    const { runs } = await recordOf(agent, () => agent.chat('x'))
    const inner = runs.slice(1).map(({ parent, isGuess }) => [parent === runs[0]?.id, isGuess])
    expect(inner).toContainEqual([true, undefined])
    expect(inner).toContainEqual([true, true])
  })

  it('12 what the model got in place of the result, and the preview of an approval', async () => {
    const agent = createApp(
      [calls(call('t')), 'Ok.'],
      one(() => ({ n: 1 }), {
        approval: { when: true, preview: () => 'Refund 5' },
        result: { toModel: () => 'the order is open' },
      }),
    )
    agent.pending.attach('approval')
    agent.pending.subscribe(({ items }) =>
      items.forEach(({ id }) => queueMicrotask(() => agent.pending.approve(id))),
    )
    const { runs } = await recordOf(agent, () => agent.chat('x'))
    const [call1] = runs[0]?.calls ?? []
    // A recording is for others too, and `toModel` left this out.
    expect(call1).not.toHaveProperty('result')
    expect(call1).toMatchObject({
      output: 'the order is open',
      approval: { decision: 'approved', preview: 'Refund 5' },
    })
  })
})
