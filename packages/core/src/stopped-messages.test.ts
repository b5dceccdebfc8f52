import { calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../test/agent-under-test.ts'
import { inputGuardrail } from './features/answers/index.ts'
import { type AgentStorage, memoryStorage } from './features/keeping/index.ts'
import type { Agent } from './index.ts'

const hang = (): Promise<never> => new Promise(() => undefined)

const textsOf = ({ history }: Agent): unknown[] =>
  history.messages.flatMap((message) => (message.role === 'user' ? [message.content] : []))

const unsentOf = ({ sessions }: Agent): unknown[] =>
  sessions.getState().unsent.map(({ content }) => content)

const waitingOf = ({ queue }: Agent): unknown[] =>
  queue.getState().waiting.map(({ input }) => input)

/** Creates a storage that gives no claim until `open` is called. */
function slowStorage(): { storage: AgentStorage; kept: AgentStorage; open: () => void } {
  const kept = memoryStorage()
  const gate = Promise.withResolvers<void>()
  const storage: AgentStorage = {
    ...kept,
    claim: async (...claim) => {
      await gate.promise
      return kept.claim(...claim)
    },
  }
  return { storage, kept, open: gate.resolve }
}

/** Creates a file whose bytes come when `open` is called. */
function slowFile(name: string): { file: File; open: () => void } {
  const gate = Promise.withResolvers<void>()
  const file = new File(['abc'], name, { type: 'text/plain' })
  const read = file.arrayBuffer.bind(file)
  file.arrayBuffer = async () => {
    await gate.promise
    return read()
  }
  return { file, open: gate.resolve }
}

describe('a message whose run is stopped before it has begun', () => {
  it('is in the conversation at once', async () => {
    const { agent, model } = agentUnderTest(['ok'])
    const run = agent.chat('my words')
    agent.cancel({ kind: 'user' })
    expect((await failureOf(run)).code).toBe('cancelled')
    expect(textsOf(agent)).toEqual(['my words'])
    await agent.chat('and now?')
    expect(textsOf(agent)).toEqual(['my words', 'and now?'])
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('my words')
  })

  it('is in the conversation while the storage gives no claim, and is stored', async () => {
    const { storage, kept, open } = slowStorage()
    const { agent } = agentUnderTest(['ok'], { storage })
    await agent.sessions.opening
    const run = agent.chat('my words')
    await vi.waitFor(() => expect(waitingOf(agent)).toEqual(['my words']))
    agent.cancel({ kind: 'user' })
    expect(waitingOf(agent)).toEqual(['my words'])
    open()
    expect((await failureOf(run)).code).toBe('cancelled')
    expect(textsOf(agent)).toEqual(['my words'])
    expect(waitingOf(agent)).toEqual([])
    const { current } = agent.sessions
    await vi.waitFor(async () => {
      const rows = await kept.readMessages(current, { from: 0 })
      expect(rows.map(({ message }) => message)).toMatchObject([{ content: 'my words' }])
    })
    expect((await kept.read(current))?.waiting).toBeUndefined()
    expect(unsentOf(agent)).toEqual([])
  })

  it('takes the place of the message that it was to replace', async () => {
    const { storage, open } = slowStorage()
    open()
    const { agent } = agentUnderTest(['one', 'two'], { storage })
    await agent.chat('first')
    const [first] = agent.history.messages
    const run = agent.chat('better', { replaces: first?.id ?? '' })
    agent.cancel({ kind: 'user' })
    await failureOf(run)
    expect(textsOf(agent)).toEqual(['better'])
    expect(agent.history.branches(agent.history.messages[0]?.id ?? '')).toHaveLength(2)
  })

  it.each([false, true])('is unsent while a file of it is read (storage: %s)', async (isStored) => {
    const { file, open } = slowFile('a.txt')
    const { agent } = agentUnderTest(['ok'], isStored ? { storage: memoryStorage() } : {})
    await agent.sessions.opening
    const run = agent.chat([
      { type: 'text', text: 'see' },
      { type: 'file', data: file },
    ])
    await vi.waitFor(() => expect(waitingOf(agent)).toHaveLength(1))
    agent.cancel({ kind: 'user' })
    await failureOf(run)
    expect(textsOf(agent)).toEqual([])
    open()
    await vi.waitFor(() =>
      expect(unsentOf(agent)).toMatchObject([
        [
          { type: 'text', text: 'see' },
          { type: 'file', data: 'YWJj', filename: 'a.txt' },
        ],
      ]),
    )
    expect(await agent.sessions.takeUnsent()).toHaveLength(1)
    expect(unsentOf(agent)).toEqual([])
  })

  it('has what was said to its run', async () => {
    const { storage, open } = slowStorage()
    const { agent } = agentUnderTest(['ok'], { storage })
    await agent.sessions.opening
    const run = agent.chat('my words')
    run.result.catch(() => undefined)
    const joined = agent.chat('by the way', { onBusy: 'steer' })
    joined.result.catch(() => undefined)
    await vi.waitFor(() => expect(waitingOf(agent)).toContain('my words'))
    agent.cancel({ kind: 'user' })
    open()
    await failureOf(run)
    await vi.waitFor(() =>
      expect([...textsOf(agent), ...unsentOf(agent)]).toEqual(['my words', 'by the way']),
    )
  })

  it('is gone if the user withdraws it', async () => {
    const { storage, open } = slowStorage()
    const { agent } = agentUnderTest(['ok'], { storage })
    await agent.sessions.opening
    const run = agent.chat('my words')
    await vi.waitFor(() => expect(waitingOf(agent)).toEqual(['my words']))
    agent.queue.getState().waiting[0]?.cancel()
    open()
    await failureOf(run)
    expect([...textsOf(agent), ...unsentOf(agent), ...waitingOf(agent)]).toEqual([])
  })
})

describe('a message that waits when all runs are stopped', () => {
  it.each([false, true])('is unsent (storage: %s)', async (isStored) => {
    const { agent } = agentUnderTest([hang], isStored ? { storage: memoryStorage() } : {})
    void agent.chat('first')
    const second = agent.chat('second', { onBusy: 'queue' })
    const third = agent.chat('third', { onBusy: 'queue' })
    const withdrawn = agent.chat('withdrawn', { onBusy: 'queue' })
    await vi.waitFor(() => expect(textsOf(agent)).toEqual(['first']))
    agent.queue.getState().waiting[2]?.cancel()
    await failureOf(withdrawn)
    agent.cancel({ kind: 'user' })
    await Promise.all([failureOf(second), failureOf(third)])
    await vi.waitFor(() => expect(unsentOf(agent)).toEqual(['second', 'third']))
    expect(textsOf(agent)).toEqual(['first'])
    const taken = await agent.sessions.takeUnsent()
    expect(taken.map(({ content }) => content)).toEqual(['second', 'third'])
    expect(unsentOf(agent)).toEqual([])
  })

  it('is unsent where another message replaces all runs', async () => {
    const { agent } = agentUnderTest([hang, 'ok'])
    void agent.chat('first')
    const second = agent.chat('second', { onBusy: 'queue' })
    await vi.waitFor(() => expect(textsOf(agent)).toEqual(['first']))
    await agent.chat('instead', { onBusy: 'interrupt' })
    await failureOf(second)
    expect(unsentOf(agent)).toEqual(['second'])
  })
})

describe('a message that a check had not accepted yet', () => {
  it('is refused by a stop, and is not unsent too', async () => {
    const check = vi.fn(hang)
    const { agent } = agentUnderTest(['ok'], {
      storage: memoryStorage(),
      use: [inputGuardrail('slow', check)],
    })
    const run = agent.chat('my words')
    await vi.waitFor(() => expect(check).toHaveBeenCalled())
    expect(waitingOf(agent)).toEqual(['my words'])
    const warnings: unknown[] = []
    agent.on('agent:warning', ({ error }) => warnings.push(error))
    agent.cancel({ kind: 'user' })
    await failureOf(run)
    expect(warnings).toMatchObject([
      { code: 'guardrail', input: 'my words', details: { phase: 'input' } },
    ])
    expect([...textsOf(agent), ...unsentOf(agent), ...waitingOf(agent)]).toEqual([])
  })
})

describe('a message that joins a run', () => {
  it('is in the queue until the run takes it', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([calls({ name: 'wait' }), 'ok'], {
      tools: [anyTool('wait', () => gate.promise)],
    })
    const run = agent.chat('first')
    await vi.waitFor(() => expect(agent.history.messages).toHaveLength(2))
    void agent.chat('by the way', { onBusy: 'steer' })
    expect(agent.queue.getState().waiting).toMatchObject([{ runId: run.id, input: 'by the way' }])
    gate.resolve('done')
    await run
    expect(waitingOf(agent)).toEqual([])
    expect(textsOf(agent)).toEqual(['first', 'by the way'])
  })

  it('can be withdrawn until then, and the run goes on', async () => {
    const storage = memoryStorage()
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([calls({ name: 'wait' }), 'ok'], {
      storage,
      tools: [anyTool('wait', () => gate.promise)],
    })
    const run = agent.chat('first')
    await vi.waitFor(() => expect(agent.history.messages).toHaveLength(2))
    void agent.chat('by the way', { onBusy: 'steer' })
    agent.queue.getState().waiting[0]?.cancel()
    expect(waitingOf(agent)).toEqual([])
    gate.resolve('done')
    expect((await run).content).toBe('ok')
    expect(textsOf(agent)).toEqual(['first'])
    expect(unsentOf(agent)).toEqual([])
    await vi.waitFor(async () =>
      expect((await storage.read(agent.sessions.current))?.waiting).toBeUndefined(),
    )
  })
})
