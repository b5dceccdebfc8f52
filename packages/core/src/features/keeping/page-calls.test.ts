import { calls, flush, promptFaults } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../../test/agent-under-test.ts'
import { createPages } from '../../../test/pages-under-test.ts'
import { memoryAudit } from '../audit/index.ts'
import { replay } from '../code/replay.ts'
import type { Agent, AssistantMessage } from '../../index.ts'

const hang = (): Promise<never> => new Promise(() => undefined)
const rolesOf = ({ history }: Agent): string[] => history.messages.map(({ role }) => role)

describe('a call of the page that a reload cuts short', () => {
  /** Begins a call in a page that dies, and returns the pages. */
  async function cut(said?: string) {
    const pages = createPages()
    const { storage, die } = pages.open()
    const { agent } = agentUnderTest(['Hello'], { storage, tools: [anyTool('pay', hang)] })
    if (said) await agent.chat(said)
    void agent.runTool('pay', { euros: 5 })
    await flush()
    await die()
    return pages
  }

  it.each([undefined, 'hi'])('R14 is told before the next turn, after %s', async (said) => {
    const { storage } = await cut(said)
    const audit = memoryAudit()
    const { agent, model } = agentUnderTest(['Done'], { storage, use: [audit] })
    const run = agent.chat('And now?')
    await run
    const roles = ['assistant', 'tool', 'user', 'assistant']
    expect(rolesOf(agent)).toEqual(said ? ['user', 'assistant', ...roles] : roles)
    const [asked] = agent.history.messages.slice(-4) as AssistantMessage[]
    const [answer] = answersIn(agent.history.messages)
    const [call] = asked?.calls ?? []
    expect(asked).toMatchObject({ source: 'ui', finishReason: 'tool_calls' })
    expect(call).toMatchObject({ id: answer?.id, name: 'pay', arguments: { euros: 5 } })
    expect(answer).toMatchObject({ name: 'pay', status: 'interrupted' })
    expect(answer?.content).toContain('may have taken effect')
    expect(JSON.stringify(model.requests)).toContain('may have taken effect')
    expect(model.requests.flatMap(({ prompt }) => promptFaults(prompt))).toEqual([])
    expect(audit.query()).toMatchObject([{ tool: 'pay', status: 'interrupted', source: 'ui' }])
    expect(replay(run.events).messages).toEqual(agent.history.messages.slice(-4))
    expect(await storage.readIntents(agent.sessions.current)).toEqual([])
  })

  it('of a caller from outside is in the audit as a call of that caller', async () => {
    const pages = createPages()
    const { storage, die } = pages.open()
    const audits = [memoryAudit(), memoryAudit()] as const
    const before = agentUnderTest([], { storage, tools: [anyTool('pay', hang)], use: [audits[0]] })
    void before.agent.runTool('pay', {}, { source: 'webmcp' })
    await flush()
    await die()
    const { agent } = agentUnderTest(['Done'], { storage: pages.storage, use: [audits[1]] })
    await agent.chat('And now?')
    // Its arguments are not words of the user, even on the next page.
    const [asked] = agent.history.messages as AssistantMessage[]
    expect(asked).toMatchObject({ taint: 'derived', taintedBy: 'an agent outside this page' })
    const rows = audits.flatMap((audit) => audit.query())
    expect(rows.map(({ status, source }) => [status, source])).toEqual([
      ['started', 'webmcp'],
      ['interrupted', 'webmcp'],
    ])
  })

  it('R14 R71 keeps the taint that it was given', async () => {
    const pages = createPages()
    const { storage, die } = pages.open()
    const before = agentUnderTest([], { storage, tools: [anyTool('pay', hang)] })
    void before.agent.runTool('pay', { to: 'Bob' }, { taint: 'the mail of Ann' })
    await flush()
    await die()
    const { agent } = agentUnderTest(['Done'], { storage: pages.storage })
    await agent.chat('And now?')
    const [asked] = agent.history.messages
    expect(asked).toMatchObject({ taint: 'derived', taintedBy: 'the mail of Ann' })
  })

  it('R14 is told before the next call of the page, once', async () => {
    const { storage } = await cut('hi')
    const { agent } = agentUnderTest(['Done'], { storage, tools: [anyTool('quick')] })
    await agent.runTool('quick')
    await agent.runTool('quick')
    await agent.chat('go')
    const answers = answersIn(agent.history.messages)
    expect(answers.map(({ status }) => status)).toEqual(['interrupted', 'ok', 'ok'])
    const reloaded = agentUnderTest(['Done'], { storage })
    await reloaded.agent.chat('go')
    expect(answersIn(reloaded.agent.history.messages)).toHaveLength(3)
  })

  it('R14 is told after the calls of a run that is resumed', async () => {
    const pages = createPages()
    const { storage, die } = pages.open()
    const ask = (handler: () => unknown) => anyTool('ask', handler, { resume: { how: 'again' } })
    const before = agentUnderTest([calls({ name: 'ask' })], {
      storage,
      tools: [ask(hang), anyTool('pay', hang)],
    })
    void before.agent.chat('go')
    void before.agent.runTool('pay')
    await flush()
    await die()
    const { agent, model } = agentUnderTest(['Done'], {
      storage: pages.storage,
      tools: [ask(() => 'yes')],
    })
    await agent.sessions.opening
    await agent.resume()
    expect(answersIn(agent.history.messages)).toMatchObject([
      { name: 'ask', status: 'ok' },
      { name: 'pay', status: 'interrupted' },
    ])
    expect(model.requests.flatMap(({ prompt }) => promptFaults(prompt))).toEqual([])
  })
})

describe('a call of the page that has ended and waits for its turn in the history', () => {
  it('R14 keeps its answer over a reload while a chat runs', async () => {
    const pages = createPages()
    const { storage, die } = pages.open()
    const tools = [anyTool('wait', hang), anyTool('pay', () => 'paid 5')]
    const before = agentUnderTest([calls({ name: 'wait' })], { storage, tools })
    void before.agent.chat('go')
    await flush()
    expect(await before.agent.runTool('pay')).toBe('paid 5')
    await die()
    const { agent, model } = agentUnderTest(['Done'], { storage: pages.storage })
    const run = agent.chat('And now?')
    await run
    const answers = answersIn(agent.history.messages)
    expect(answers).toMatchObject([
      { name: 'wait', status: 'interrupted' },
      { name: 'pay', status: 'ok', content: '"paid 5"' },
    ])
    expect(model.requests.flatMap(({ prompt }) => promptFaults(prompt))).toEqual([])
    expect(replay(run.events).messages).toEqual(agent.history.messages.slice(-5))
    expect(await pages.storage.readIntents(agent.sessions.current)).toEqual([])
  })

  it('R14 is told once if the page goes on', async () => {
    const { storage } = createPages()
    const gate = Promise.withResolvers<unknown>()
    const tools = [anyTool('wait', () => gate.promise), anyTool('pay')]
    const { agent } = agentUnderTest([calls({ name: 'wait' }), 'Done'], { storage, tools })
    const run = agent.chat('go')
    await flush()
    await agent.runTool('pay')
    gate.resolve('waited')
    await run
    expect(answersIn(agent.history.messages).map(({ name }) => name)).toEqual(['wait', 'pay'])
    expect(await storage.readIntents(agent.sessions.current)).toEqual([])
  })

  it.each([true, false])(
    'R14 keeps its answer while returned calls wait (reload: %s)',
    async (dies) => {
      const pages = createPages()
      const { storage, die } = pages.open()
      const tools = [anyTool('find'), anyTool('pay', () => 'paid 5')]
      const replies = [calls({ name: 'find', id: 'find_1' }), 'Done']
      const before = agentUnderTest(replies, { storage, tools, calls: { mode: 'return' } })
      await before.agent.chat('go')
      await before.agent.runTool('pay')
      if (dies) await die()
      const { agent } = dies ? agentUnderTest(['Done'], { storage: pages.storage, tools }) : before
      await agent.chat('And now?')
      expect(answersIn(agent.history.messages)).toMatchObject([
        { name: 'find' },
        { name: 'pay', status: 'ok', content: '"paid 5"' },
      ])
      expect(await pages.storage.readIntents(agent.sessions.current)).toEqual([])
    },
  )
})
