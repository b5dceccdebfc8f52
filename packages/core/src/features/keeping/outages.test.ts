import { call, calls, promptFaults, type Reply } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import { type AgentStorage, memoryStorage, type SessionWrite } from './index.ts'

/** The part of a call that a network loses: the request, or the answer to what was done. */
type Loss = 'request' | 'answer' | undefined

const failed = (): never => {
  throw new TypeError('Failed to fetch')
}

/** Creates a storage behind a network. `lose` decides about each call. */
function behindNetwork(
  storage: AgentStorage,
  lose: (what: string, write?: SessionWrite) => Loss,
): AgentStorage {
  const over = async <T>(what: string, work: () => Promise<T>, write?: SessionWrite) => {
    const loss = lose(what, write)
    if (loss === 'request') failed()
    const done = await work()
    return loss ? failed() : done
  }
  return {
    ...storage,
    list: (query) => over('list', () => storage.list(query)),
    read: (id) => over('read', () => storage.read(id)),
    readMessages: (id, range) => over('readMessages', () => storage.readMessages(id, range)),
    update: (id, change, options) => over('update', () => storage.update(id, change, options)),
    claim: async (id, options) => {
      const claim = await over('claim', () => storage.claim(id, options))
      return claim && { ...claim, write: (write) => over('write', () => claim.write(write), write) }
    },
  }
}

const pays = (n: number): Reply => calls(call('pay', { n }))

function agentOver(
  replies: readonly Reply[],
  lose: (what: string, write?: SessionWrite) => Loss,
  onPaid = (nth: number): unknown => nth,
) {
  const storage = memoryStorage()
  let paid = 0
  const { agent, model } = agentUnderTest([...replies], {
    storage: behindNetwork(storage, lose),
    tools: [anyTool('pay', () => onPaid(++paid))],
  })
  const said = (): string[] =>
    agent.history.messages.flatMap(({ role, content }) =>
      role === 'user' ? [String(content)] : [],
    )
  const stored = async (): Promise<number> => {
    const [session] = await storage.list()
    const rows = await storage.readMessages(session?.id ?? '', { from: 0 })
    expect(new Set(rows.map(({ message }) => message.id)).size).toBe(rows.length)
    return rows.length
  }
  return { agent, model, said, stored, paid: () => paid }
}

describe('a server that has stored a write and could not tell', () => {
  it.each([1, 2, 3])('and was away until call %i: the turn meanwhile stays', async (backAt) => {
    let isDown = false
    let writes = 0
    const under = agentOver(
      ['hello', pays(1), pays(2), 'paid', 'third'],
      (what) => {
        if (isDown) return 'request'
        if (what !== 'write' || ++writes !== 2) return undefined
        isDown = true
        return 'answer'
      },
      (nth) => {
        if (nth >= backAt) isDown = false
        return nth
      },
    )
    const { agent, model, said, stored } = under
    await agent.chat('first')
    await agent.chat('pay invoice 7')
    isDown = false
    await agent.chat('third')
    expect(said()).toEqual(['first', 'pay invoice 7', 'third'])
    for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
    expect(JSON.stringify(model.requests.at(-1)?.prompt)).toContain('pay invoice 7')
    expect(under.paid()).toBe(2)
    await expect.poll(stored).toBe(agent.history.messages.length)
  })

  it('and whose readings fail for a while: no request is without its calls', async () => {
    let writes = 0
    let readings = 0
    let isLosing = false
    const under = agentOver(['hello', pays(1), pays(2), pays(3), 'paid', 'third'], (what) => {
      if (what === 'write' && ++writes >= 2 && !isLosing) return 'answer'
      return isLosing && what === 'readMessages' && ++readings <= 4 ? 'request' : undefined
    })
    const { agent, model, said, stored } = under
    await agent.chat('first')
    isLosing = true
    await agent.chat('pay invoice 7')
    await agent.chat('third')
    expect(said()).toEqual(['first', 'pay invoice 7', 'third'])
    for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
    await expect.poll(stored).toBe(agent.history.messages.length)
  })

  it.each([2, 3, 4, 6])('%i times: the next messages are said as ever', async (times) => {
    let lost = 0
    const isAnswer = (write?: SessionWrite): boolean =>
      write?.messages?.some(({ role, id }) => role === 'tool' && id === 'call_1') ?? false
    const under = agentOver(
      [calls(call('pay', { n: 1 }), call('pay', { n: 2 })), 'done', 'ok', 'ok'],
      (what, write) =>
        what === 'write' && isAnswer(write) && ++lost <= times ? 'answer' : undefined,
    )
    const { agent, model, said, stored } = under
    await agent.chat('first').catch(() => undefined)
    await agent.chat('second')
    await agent.chat('third')
    expect(said()).toEqual(['first', 'second', 'third'])
    for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
    await expect.poll(stored).toBe(agent.history.messages.length)
  })
})
