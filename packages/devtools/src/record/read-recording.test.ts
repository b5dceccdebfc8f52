import { createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { readRecording, record, recordingOf, type Recording, writeRecording } from './index.ts'

const key = `ghp_${'a1B2'.repeat(10)}`

async function createRecording(): Promise<Recording> {
  const agent = createApp()
  const { recording } = record(agent)
  const recorder = record(agent)
  await agent.chat('pay')
  expect(recording.runs).toEqual([])
  return recorder.recording
}

const createApp = () =>
  createAgent({
    model: scriptedModel([calls(call('pay', { to: 'Ann' })), 'Paid.']),
    tools: [new Tool({ name: 'pay', description: 'Pay.', handler: () => ({ paid: 1 }) })],
  })

describe('readRecording', () => {
  it('6.14 reads a recording and its text, and refuses another version', async () => {
    const recording = await createRecording()
    expect(readRecording(recording)).toBe(recording)
    expect(readRecording(writeRecording(recording))).toEqual(recording)
    expect(() => readRecording({ ...recording, version: 1 })).toThrow(
      'The recording has version 1, and this release reads version 2.',
    )
  })

  it('says what is not a recording', () => {
    for (const other of [null, [], {}, 3, { ambit: 'session' }]) {
      expect(() => readRecording(other)).toThrow('This is not a recording of Ambit')
    }
  })

  it('says where a file was cut', async () => {
    const recording = await createRecording()
    const text = writeRecording(recording)
    expect(() => readRecording(text.slice(0, -40))).toThrow('may have been cut')
    const { runs: _, ...rest } = recording
    expect(() => readRecording(rest)).toThrow('its `runs` are missing')
    const [run] = recording.runs
    const { calls: __, ...cut } = run ?? {}
    expect(() => readRecording({ ...recording, runs: [run, cut] })).toThrow('run 2 has no `calls`')
  })

  it('22 says which call is not whole', async () => {
    const recording = await createRecording()
    const [run] = recording.runs
    const read = (calls: unknown): unknown =>
      readRecording({ ...recording, runs: [{ ...run, calls }] })
    const { questions: _, ...call } = run?.calls[0] ?? {}
    expect(() => read([null])).toThrow(
      'The recording is not whole: run 1, call 1 is not an object.',
    )
    expect(() => read([call])).toThrow('run 1, call 1 has no `questions`')
    expect(() => read([run?.calls[0], { ...call, questions: [1] }])).toThrow(
      'run 1, call 2, question 1 is not an object',
    )
    expect(() => read([{ ...call, tool: undefined }])).toThrow('run 1, call 1 has no `tool`')
    const lists = { ...recording, runs: [{ ...run, undone: [3] }] }
    expect(() => readRecording(lists)).toThrow('run 1, undone 1 is not an object')
    const reply = { ...run?.requests[0]?.reply, usage: undefined }
    const requests = [{ ...run?.requests[0], reply }]
    expect(() => readRecording({ ...recording, runs: [{ ...run, requests }] })).toThrow(
      'the reply of run 1, request 1 has no `usage`',
    )
  })

  it('says which request has no reply', async () => {
    const recording = await createRecording()
    const [run] = recording.runs
    const [first, second] = run?.requests ?? []
    const { reply: _, ...asked } = second ?? {}
    const runs = [{ ...run, requests: [first, asked] }]
    expect(() => readRecording({ ...recording, runs })).toThrow(
      'In the recording, run 1, request 2 has no reply',
    )
  })
})

describe('writeRecording', () => {
  it('6.13 writes nothing with the form of a secret, and says where it is', async () => {
    const recording = await createRecording()
    const [run] = recording.runs
    const [first] = run?.requests ?? []
    const reply = { ...first?.reply, parts: [{ type: 'text', text: `It is ${key}` }] }
    const runs = [run, { ...run, requests: [{ ...first, reply }] }]
    const write = (): string => writeRecording({ ...recording, runs })
    expect(write).toThrow('at run 2, request 1 (reply.parts.0.text), so nothing was written')
    expect(write).not.toThrow(key)
    const inCall = [{ ...run, calls: [{ ...run?.calls[0], args: { to: key } }] }]
    expect(() => writeRecording({ ...recording, runs: inCall })).toThrow('run 1, call 1 (args.to)')
  })
})

describe('recordingOf', () => {
  it('6.16 makes a recording of a stored session, and says what it lacks', async () => {
    const agent = createApp()
    await agent.chat('pay')
    const { messages, head } = agent.history
    const session = {
      format: 'ambit-session',
      version: 2,
      createdAt: 5,
      head,
      state: {},
      usage: { promptTokens: 1, completionTokens: 1, totalTokens: 2 },
      messages: [...messages, { ...messages[0], id: 'other branch' }],
    } as const
    const recording = recordingOf(session as never)
    expect(readRecording(JSON.stringify(recording))).toMatchObject({
      source: 'session',
      startedAt: 5,
      lacks: [
        expect.stringContaining('which tools were on or off'),
        expect.anything(),
        expect.anything(),
        expect.stringContaining('no `redaction`'),
      ],
      runs: [
        {
          kind: 'chat',
          input: 'pay',
          content: 'Paid.',
          calls: [{ tool: 'pay', args: { to: 'Ann' }, status: 'ok', result: { paid: 1 } }],
        },
      ],
    })
    expect(recording.runs[0]?.requests).toHaveLength(2)
  })

  it('6.16 makes a recording of a run', async () => {
    const run = createApp().chat('pay')
    await run
    expect(recordingOf(run)).toMatchObject({
      source: 'run',
      runs: [{ kind: 'chat', calls: [{ tool: 'pay', status: 'ok' }], status: 'completed' }],
    })
  })
})
