import { call, calls, type Reply } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf, lastOfUser } from '../../../test/agent-under-test.ts'
import type { Agent } from '../../agent.ts'
import type { AgentOptions } from '../../options.ts'
import { errorOf } from '../code/index.ts'
import { hybrid } from '../compaction/index.ts'
import type { AgentEvent } from '../../events.ts'
import { AgentError, conversation, createAgent } from '../../index.ts'
import { memoryStorage } from '../keeping/index.ts'
import { inputGuardrail } from './index.ts'

const secret = 'DROP TABLE users'
const noDrops = inputGuardrail('no-drops', (text) => !text.includes('DROP') || 'It drops a table.')
const guardrails = [noDrops]

/** Waits for a run, whatever becomes of it. */
const settled = (run: PromiseLike<unknown>): PromiseLike<unknown> =>
  run.then(
    () => undefined,
    () => undefined,
  )

/** Creates a reply that is given when `open` is called. */
function gated(reply: Reply): { reply: () => Promise<Reply>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  return { reply: () => promise, open: () => resolve(reply) }
}

/** The ways in which a user, a page or an application may go on after a refusal. */
const ways: Record<string, (agent: Agent) => PromiseLike<unknown>> = {
  'the next chat': (agent) => agent.chat('thanks'),
  retry: (agent) => agent.resume(),
  'regenerate of the last message': (agent) => agent.resume({ from: lastOfUser(agent) }),
  'regenerate of the answer before': (agent) => agent.resume({ from: answerOf(agent) }),
  'edit of another message': (agent) => agent.chat('hello', { replaces: firstOf(agent) }),
  'edit into a refused one': (agent) => agent.chat(secret, { replaces: firstOf(agent) }),
  steer: async (agent) => {
    const run = agent.chat('go')
    await settled(agent.chat(secret, { onBusy: 'steer' }))
    await settled(run)
  },
  queue: (agent) =>
    Promise.allSettled([agent.chat('go'), agent.chat(secret, { onBusy: 'queue' }).result]),
  interrupt: (agent) =>
    Promise.allSettled([agent.chat('go'), agent.chat(secret, { onBusy: 'interrupt' }).result]),
  'execute with the messages of the history': (agent) =>
    agent.execute('sum up', { history: agent.history.messages }),
  'execute of it': (agent) => agent.execute(secret),
  'execute on a history that asks it last': (agent) =>
    agent.execute('and?', { history: [{ role: 'user', content: secret }] }),
  parts: (agent) =>
    agent.chat([
      { type: 'text', text: 'see' },
      { type: 'text', text: secret },
    ]),
  'the name of a file': (agent) =>
    agent.chat([{ type: 'file', data: 'AAAA', mediaType: 'text/plain', filename: secret }]),
  'a File': (agent) => agent.chat([{ type: 'file', data: new File(['x'], secret) }]),
  'every branch of the history': async (agent) => {
    for (const { id } of agent.history.all) {
      agent.history.select(id)
      await settled(agent.chat('and now?'))
      agent.history.moveTo(id)
      await settled(agent.resume())
    }
  },
  'another session and back': async (agent) => {
    const id = agent.sessions.getState().current
    await agent.sessions.create()
    await agent.sessions.open(id)
    await agent.chat('back again')
  },
  'export and import': async (agent) => {
    const exported = await agent.sessions.export(agent.sessions.getState().current)
    expect(JSON.stringify(exported)).not.toContain('DROP')
    await agent.sessions.open(await agent.sessions.import(exported))
    await agent.chat('imported')
  },
}

const firstOf = (agent: Agent): string => agent.history.messages[0]?.id ?? ''
const answerOf = (agent: Agent): string =>
  agent.history.messages.find(({ role }) => role === 'assistant')?.id ?? ''

const manyReplies = (): Reply[] => Array.from({ length: 400 }, () => 'ok')

/** Starts a conversation in which one message was answered and the next was refused. */
async function refusedOnce(options: Partial<AgentOptions> = {}) {
  const storage = memoryStorage()
  const under = agentUnderTest(manyReplies(), { use: guardrails, storage, ...options })
  await under.agent.chat('hi')
  await failureOf(under.agent.chat(secret))
  const rows = async (): Promise<string> => {
    const infos = await storage.list()
    const read = infos.map(async ({ id }) => [
      await storage.read(id),
      await storage.readMessages(id, { from: 0 }),
    ])
    return JSON.stringify(await Promise.all(read))
  }
  return { ...under, storage, rows }
}

const requestsOf = (model: { requests: readonly unknown[] }): string =>
  JSON.stringify(model.requests)

describe('R72 a refused message of the user', () => {
  it.each(Object.entries(ways))('R72 is in no request after %s', async (_way, go) => {
    const { agent, model, rows } = await refusedOnce()
    await settled(go(agent))
    expect(requestsOf(model)).not.toContain('DROP')
    await settled(agent.chat('and after all that'))
    expect(requestsOf(model)).not.toContain('DROP')
    expect(requestsOf(model)).toContain('and after all that')
    expect(JSON.stringify(agent.history.all)).not.toContain('DROP')
    expect(await rows()).not.toContain('DROP')
  })

  it('R72 is in no request in any order of ways', async () => {
    const names = Object.keys(ways)
    for (let first = 0; first < names.length; first++) {
      const { agent, model, rows } = await refusedOnce()
      for (let step = 0; step < 6; step++) {
        const way = ways[names[(first + step * (first + 1)) % names.length] ?? '']
        if (way) await settled(way(agent))
      }
      expect(requestsOf(model)).not.toContain('DROP')
      expect(await rows()).not.toContain('DROP')
    }
  })

  it('R72 is gone after a reload and in another page', async () => {
    const { storage } = await refusedOnce()
    for (const session of ['latest', 'latest']) {
      const { agent, model } = agentUnderTest(manyReplies(), { use: guardrails, storage, session })
      await agent.sessions.opening
      await agent.chat('again')
      await agent.resume({ from: lastOfUser(agent) })
      expect(requestsOf(model)).not.toContain('DROP')
      expect(requestsOf(model)).toContain('hi')
    }
  })

  it('R72 is in no summary, no sub-agent, no title, no sink and no plug-in', async () => {
    const told: unknown[] = []
    const inner = agentUnderTest(manyReplies())
    const { agent, model, rows } = await refusedOnce({
      use: [
        ...guardrails,
        hybrid({ maxContextTokens: 40, reserveTokens: 10 }),
        conversation({ append: (message) => void told.push(message) }),
        { name: 'noting', message: ({ message }) => void told.push(message) },
      ],
      tools: [anyTool('ask', () => inner.agent.execute('x', { history: agent.history.messages }))],
    })
    await settled(agent.chat(secret))
    await agent.runTool('ask')
    await agent.chat('go')
    expect(requestsOf(model) + requestsOf(inner.model)).not.toContain('DROP')
    expect(JSON.stringify(told)).not.toContain('DROP')
    expect(await rows()).not.toContain('DROP')
  })

  it('R72 names no title when it is the first of a session', async () => {
    const storage = memoryStorage()
    const { agent } = agentUnderTest(['ok'], { use: guardrails, storage })
    await failureOf(agent.chat(secret))
    expect(JSON.stringify(await storage.list())).not.toContain('DROP')
    expect(agent.history.messages).toEqual([])
    await agent.chat('hi')
    expect((await storage.list())[0]?.title).toBe('hi')
  })

  it('R72 is with its error for the page to edit, and in neither message nor JSON', async () => {
    const { agent } = agentUnderTest([], { use: guardrails })
    const run = agent.chat(secret)
    const error = await failureOf(run)
    expect(error).toMatchObject({ guardrail: 'no-drops', phase: 'input', input: secret })
    expect(error.message).toBe('The guardrail "no-drops" refused the input: It drops a table.')
    const json = JSON.stringify(error)
    expect(json).not.toContain('DROP')
    const read = errorOf(JSON.parse(json))
    expect(AgentError.is(read, 'guardrail')).toBe(true)
    expect(read).toMatchObject({
      guardrail: 'no-drops',
      phase: 'input',
      reason: 'It drops a table.',
    })
    expect(run.events.map(({ type }) => type)).toEqual([
      'agent:started',
      'agent:warning',
      'agent:failed',
    ])
  })
})

describe('R72 a steered message that is refused', () => {
  it('R72 rejects alone: the run goes on without it', async () => {
    const first = gated(calls(call('x')))
    const { agent, model } = agentUnderTest([first.reply, 'done'], {
      tools: [anyTool('x')],
      use: guardrails,
    })
    const events: AgentEvent[] = []
    agent.on('*', (event) => events.push(event))
    const run = agent.chat('go')
    await model.requested(1)
    const steered = failureOf(agent.chat(secret, { onBusy: 'steer' }))
    const other = agent.chat('and this', { onBusy: 'steer' })
    first.open()
    expect(await steered).toMatchObject({ name: 'GuardrailError', input: secret })
    expect((await run).content).toBe('done')
    expect((await other).content).toBe('done')
    expect(requestsOf(model)).toContain('and this')
    expect(requestsOf(model)).not.toContain('DROP')
    expect(events.filter(({ type }) => type === 'agent:warning')).toHaveLength(1)
  })

  it('R72 does not make a run that is done ask the model again', async () => {
    const first = gated('done')
    const { agent, model } = agentUnderTest([first.reply, 'never'], { use: guardrails })
    const run = agent.chat('go')
    await model.requested(1)
    const steered = failureOf(agent.chat(secret, { onBusy: 'steer' }))
    first.open()
    expect((await run).content).toBe('done')
    expect(await steered).toMatchObject({ name: 'GuardrailError' })
    expect(model.requests).toHaveLength(1)
  })

  it('R72 is refused also if the run ends before its check, and then is in no history', async () => {
    const { agent, model } = agentUnderTest([{ text: 'Well', hang: true }, 'ok'], {
      use: [
        inputGuardrail('slow', (text) => (text === 'go' ? true : new Promise(() => undefined))),
      ],
    })
    const run = agent.chat('go')
    await model.requested(1)
    const steered = failureOf(agent.chat('later', { onBusy: 'steer' }))
    run.cancel({ kind: 'user' })
    expect(await steered).toMatchObject({
      input: 'later',
      reason: 'The run ended before the check did.',
    })
    expect(JSON.stringify(agent.history.all)).not.toContain('later')
  })

  it('R72 waits for its own turn until the message before it is accepted', async () => {
    const check = Promise.withResolvers<true>()
    const { agent } = agentUnderTest(['one', 'two'], {
      use: [inputGuardrail('slow', () => check.promise)],
    })
    const runs = [agent.chat('1'), agent.chat('2', { onBusy: 'steer' })]
    expect(runs[0]?.id).not.toBe(runs[1]?.id)
    check.resolve(true)
    expect((await Promise.all(runs)).map(({ content }) => content)).toEqual(['one', 'two'])
  })
})

describe('R72 a message that is answered again', () => {
  /** Creates a guardrail that changes its mind once `allow` is false. */
  const fickle = () => {
    const now = { allow: true }
    const check = (text: string) => now.allow || !text.includes('DROP') || 'No.'
    return { now, guardrails: [inputGuardrail('fickle', check)] }
  }

  it.each([
    ['retry', (agent: Agent) => agent.resume()],
    ['regenerate', (agent: Agent) => agent.resume({ from: lastOfUser(agent) })],
  ])('R72 is checked again by %s, and leaves the history if it is refused', async (_way, go) => {
    const { now, guardrails } = fickle()
    const replies: Reply[] = ['hello', { refuse: 'no' }, 'ok', 'ok']
    const { agent, model } = agentUnderTest(replies, { use: guardrails })
    await agent.chat('hi')
    await failureOf(agent.chat(secret))
    const sent = model.requests.length
    now.allow = false
    expect(await failureOf(go(agent))).toMatchObject({ reason: 'No.', input: secret })
    expect(JSON.stringify(agent.history.all)).not.toContain('DROP')
    expect(model.requests).toHaveLength(sent)
    await agent.chat('thanks')
    expect(JSON.stringify(model.requests.slice(sent))).not.toContain('DROP')
  })

  it.each(['a reload', 'another page', 'an export and import'])(
    'R72 is in no request after %s, though its row was stored',
    async (way) => {
      const { now, guardrails } = fickle()
      const storage = memoryStorage()
      const options = { use: guardrails, storage, session: 'latest' as const }
      const { agent } = agentUnderTest(['hello', 'one', 'three', 'four'], options)
      await agent.chat('hi')
      const other = agentUnderTest(manyReplies(), options)
      await agent.chat(secret)
      await other.agent.sessions.opening
      now.allow = false
      await failureOf(agent.resume({ from: lastOfUser(agent) }))
      await agent.chat('and this')
      let read = other
      if (way === 'a reload') read = agentUnderTest(manyReplies(), options)
      if (way === 'an export and import') {
        read = agentUnderTest(manyReplies(), { use: guardrails, storage: memoryStorage() })
        const exported = await agent.sessions.export(agent.sessions.current)
        expect(JSON.stringify(exported)).not.toContain('DROP')
        const trusted = { trusted: true }
        await read.agent.sessions.open(await read.agent.sessions.import(exported, trusted))
      }
      await read.agent.sessions.opening
      for (const { id } of read.agent.history.all) {
        read.agent.history.select(id)
        await settled(read.agent.chat('and now?'))
      }
      expect(requestsOf(read.model)).toContain('and this')
      expect(requestsOf(read.model)).not.toContain('DROP')
      expect(JSON.stringify(read.agent.history.all)).not.toContain('DROP')
    },
  )

  it('R72 takes its answers with it', async () => {
    const { now, guardrails } = fickle()
    const { agent } = agentUnderTest(['hello', 'one', 'two'], { use: guardrails })
    await agent.chat('hi')
    await agent.chat(secret)
    await agent.chat('next')
    now.allow = false
    const answer = agent.history.messages[3]?.id
    await failureOf(agent.resume({ from: answer }))
    expect(agent.history.all.map(({ role }) => role)).toEqual(['user', 'assistant'])
  })

  it('R72 stays, and so does its answer, if the check itself fails', async () => {
    let isBroken = false
    const { agent, model } = agentUnderTest(['one', 'two'], {
      use: [
        inputGuardrail('broken', () => {
          if (isBroken) throw new Error('no network')
          return true
        }),
      ],
    })
    await agent.chat('hi')
    isBroken = true
    await failureOf(agent.resume({ from: lastOfUser(agent) }))
    expect(agent.history.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(model.requests).toHaveLength(1)
    isBroken = false
    expect((await agent.resume({ from: lastOfUser(agent) })).content).toBe('two')
  })
})

describe('R72 a check', () => {
  it('R72 refuses if it throws or returns nothing', async () => {
    const cause = new Error('broken')
    const checks = {
      throws: () => {
        throw cause
      },
      rejects: () => Promise.reject(cause),
      nothing: () => undefined as unknown as true,
      no: () => false as unknown as true,
    }
    for (const [name, check] of Object.entries(checks)) {
      const { agent, model } = agentUnderTest(['never'], {
        use: [inputGuardrail(name, check)],
      })
      const error = await failureOf(agent.chat('go'))
      expect(error).toMatchObject({ name: 'GuardrailError', guardrail: name, input: 'go' })
      if (name === 'throws' || name === 'rejects') expect(error.cause).toBe(cause)
      expect(model.requests).toEqual([])
      expect(agent.history.messages).toEqual([])
    }
  })

  it('R72 shows the message in the queue meanwhile, and Stop leaves it out of the history', async () => {
    const { agent, model } = agentUnderTest([], {
      use: [inputGuardrail('slow', () => new Promise(() => undefined))],
    })
    const refused: string[] = []
    agent.on('agent:warning', ({ error }) => {
      if (AgentError.is(error, 'guardrail')) refused.push(error.details.reason)
    })
    const shown = new Promise<void>((resolve) => {
      agent.queue.subscribe(({ waiting }) => waiting.length === 1 && resolve())
    })
    const run = agent.chat('go')
    await shown
    expect(agent.queue.getState().waiting).toMatchObject([{ runId: run.id, input: 'go' }])
    run.cancel({ kind: 'user' })
    await failureOf(run)
    expect(agent.queue.getState().waiting).toEqual([])
    expect(agent.history.messages).toEqual([])
    expect(refused).toEqual(['The run ended before the check did.'])
    expect(model.requests).toEqual([])
  })

  it('R72 that a user ends by taking the message back tells of no refusal', async () => {
    const { agent } = agentUnderTest([], {
      use: [inputGuardrail('slow', () => new Promise(() => undefined))],
    })
    let refused = 0
    agent.on('agent:warning', () => void refused++)
    agent.queue.subscribe(({ waiting }) => waiting[0]?.cancel())
    await failureOf(agent.chat('go'))
    expect(refused).toBe(0)
  })

  it('R72 is made of a message that was kept unchecked, before the next is sent', async () => {
    const { agent, model } = agentUnderTest(manyReplies(), { use: guardrails })
    agent.history.load([{ role: 'user', content: secret }])
    expect(await failureOf(agent.chat('thanks'))).toMatchObject({ input: secret })
    expect((await agent.chat('thanks')).content).toBe('ok')
    expect(requestsOf(model)).not.toContain('DROP')
  })
})

// `createAgent` is what applications call; the guardrails of a call take the place of the agent's.
it('R72 takes the guardrails of the call in place of those of the agent', async () => {
  const { model } = agentUnderTest(manyReplies())
  const agent = createAgent({ model })
  await failureOf(agent.with({ use: guardrails }).chat(secret))
  await agent.chat('thanks')
  expect(requestsOf(model)).not.toContain('DROP')
})
