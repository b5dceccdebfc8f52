import '@ambit/core/eager'
import type { ToolMessage } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { agentWith, asked, question, until } from '../../test/connect-fake.ts'
import { sessionServer } from '../../test/session-server.ts'
import { connectMcp } from './connect-mcp.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

async function connected(...replies: Parameters<typeof agentWith>[0] & object) {
  const server = await sessionServer()
  onTestFinished(server.stop)
  const { agent } = agentWith(replies)
  agent.pending.attach('question')
  const effect = () => 'destructive' as const
  const connection = connectMcp(agent, { name: 'loans', url: server.url, effect })
  onTestFinished(connection.close)
  await until(connection, 'ready')
  const answer = (): ToolMessage | undefined =>
    agent.history.messages.findLast((message) => message.role === 'tool')
  return { server, agent, connection, answer }
}

describe('a server of the official package, with sessions', () => {
  it('24 runs nothing but what was shown, after a restart', async () => {
    const { server, agent, answer } = await connected(calls(call('loans_pay')), 'done')
    const run = agent.chat('go')
    const { id } = await asked(agent)
    server.restart('Pays everything.')
    agent.pending.approve(id)
    await run
    expect(server.ran).toEqual([])
    expect(answer()).toMatchObject({ status: expect.not.stringMatching('ok') as string })
  })

  it('4 5 asks the user apart from its call, until the answer is within its limits', async () => {
    const replies = [calls(call('loans_ask', { least: 1 })), 'done']
    const { server, agent, answer } = await connected(...replies)
    await vi.waitFor(() => expect(server.methods).toContain('GET'))
    const run = agent.chat('go')
    agent.pending.approve((await asked(agent)).id)
    const ask = await question(agent)
    expect(ask.message).toBe('Loans asks: How many?')
    expect(await agent.pending.answer(ask.id, { n: -5 })).toHaveLength(1)
    await agent.pending.answer(ask.id, { n: 3 })
    await run
    expect(answer()).toMatchObject({ status: 'ok' })
    expect(answer()?.content).toContain('accept')
  })
})
