import { call, calls, flush, promptFaults, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf, lastOfUser } from '../test/agent-under-test.ts'
import { type Agent, AgentError } from './index.ts'

const tools = ['x', 'y'].map((name) => anyTool(name, undefined, { effect: 'read' }))

/** Returns the path, each message by its text or by its role. */
const path = ({ history }: Agent): unknown[] =>
  history.messages.map((message) =>
    message.role === 'assistant'
      ? (message.content ?? message.calls?.[0]?.name)
      : message.role === 'user'
        ? message.content
        : message.name,
  )

const idOf = ({ history }: Agent, index: number): string => history.messages.at(index)?.id ?? ''

describe('history.regenerate', () => {
  it('answers once more what the user said last, beside the answer that is there', async () => {
    const { agent, model } = agentUnderTest([calls(call('x')), 'one', 'other'], { tools })
    await agent.chat('go')
    const asked = idOf(agent, 1)
    expect(await agent.resume({ from: lastOfUser(agent) })).toMatchObject({ content: 'other' })
    expect(path(agent)).toEqual(['go', 'other'])
    expect(model.requests.at(-1)?.prompt.map(({ role }) => role)).toEqual(['user'])
    expect(agent.history.branches(idOf(agent, 1))).toEqual([asked, idOf(agent, 1)])
    agent.history.select(asked)
    expect(path(agent)).toEqual(['go', 'x', 'x', 'one'])
  })

  it('writes one message of several again, after the same answers', async () => {
    const { agent, model } = agentUnderTest([calls(call('x'), call('y')), 'one', 'other'], {
      tools,
    })
    await agent.chat('go')
    await agent.resume({ from: idOf(agent, -1) })
    expect(path(agent)).toEqual(['go', 'x', 'x', 'y', 'other'])
    expect(promptFaults(model.requests.at(-1)?.prompt ?? [])).toEqual([])
  })

  it('given a tool’s answer makes that call again', async () => {
    const { agent, model } = agentUnderTest(
      [calls(call('x'), call('y')), 'one', calls(call('y')), 'other'],
      { tools },
    )
    await agent.chat('go')
    await agent.resume({ from: idOf(agent, 3) })
    expect(path(agent)).toEqual(['go', 'y', 'y', 'other'])
    expect(model.requests[2]?.prompt.map(({ role }) => role)).toEqual(['user'])
  })

  it('given a user message answers that, however far back', async () => {
    const { agent } = agentUnderTest(['one', 'two', 'uno'])
    await agent.chat('1')
    await agent.chat('2')
    await agent.resume({ from: idOf(agent, 0) })
    expect(path(agent)).toEqual(['1', 'uno'])
    agent.history.select(agent.history.branches(idOf(agent, 1))[0] ?? '')
    expect(path(agent)).toEqual(['1', 'one', '2', 'two'])
  })

  it('says why where there is nothing to answer', async () => {
    const { agent } = agentUnderTest([], { tools })
    expect((await failureOf(agent.resume())).message).toContain('nothing to go on from')
    expect((await failureOf(agent.resume({ from: 'no' }))).message).toContain('no message "no"')
    await agent.runTool('x')
    const { message } = await failureOf(agent.resume({ from: idOf(agent, -1) }))
    expect(message).toContain('runTool')
    expect(path(agent)).toEqual(['x', 'x'])
  })
})

describe('history.edit', () => {
  it('says something else in the place of a message, and keeps the branch it leaves', async () => {
    const { agent, model } = agentUnderTest(['one', 'two', 'three'])
    await agent.chat('1')
    await agent.chat('2')
    const old = idOf(agent, 2)
    expect(await agent.chat('3', { replaces: old })).toMatchObject({ content: 'three' })
    expect(path(agent)).toEqual(['1', 'one', '3', 'three'])
    expect(JSON.stringify(model.requests.at(-1)?.prompt)).not.toContain('two')
    expect(agent.history.branches(old)).toEqual([old, idOf(agent, 2)])
    agent.history.select(old)
    expect(path(agent)).toEqual(['1', 'one', '2', 'two'])
  })

  it('can begin anew with the first message', async () => {
    const { agent } = agentUnderTest(['one', 'two'])
    await agent.chat('1')
    await agent.chat('2', { replaces: idOf(agent, 0) })
    expect(path(agent)).toEqual(['2', 'two'])
    expect(agent.history.messages[0]?.parentId).toBeNull()
  })

  it('leaves nothing behind for a file that cannot be read', async () => {
    const { agent } = agentUnderTest(['one'])
    await agent.chat('1')
    const file = new File([], 'gone.png', { type: 'image/png' })
    file.arrayBuffer = () => Promise.reject(new Error('NotFoundError'))
    await agent
      .chat([{ type: 'image', data: file }], { replaces: idOf(agent, 0) })
      .catch(() => undefined)
    expect(path(agent)).toEqual(['1', 'one'])
  })

  it('refuses what is no message of a user', async () => {
    const { agent } = agentUnderTest(['one'])
    await agent.chat('1')
    const failure = await failureOf(agent.chat('else', { replaces: idOf(agent, 1) }))
    expect(failure).toBeInstanceOf(AgentError)
    expect(failure.message).toContain('Give the id of a user message')
    expect(path(agent)).toEqual(['1', 'one'])
  })
})

describe('a history that a chat writes', () => {
  const running = async () => {
    const gate = Promise.withResolvers<string>()
    const under = agentUnderTest(['one', () => gate.promise, 'other'], { tools })
    await under.agent.chat('1')
    const run = under.agent.chat('2')
    await flush()
    return { ...under, run, gate }
  }

  it('keeps its head until the chat has ended', async () => {
    const { agent, run, gate } = await running()
    const { history } = agent
    for (const move of [
      () => history.select(idOf(agent, 0)),
      () => history.moveTo(null),
      () => history.load([]),
    ]) {
      expect(move).toThrow(expect.objectContaining({ code: 'busy' }))
    }
    gate.resolve('two')
    await run
    expect(path(agent)).toEqual(['1', 'one', '2', 'two'])
    history.moveTo(idOf(agent, 1))
    expect(path(agent)).toEqual(['1', 'one'])
  })

  it('refuses to branch by default', async () => {
    const { agent, run, gate } = await running()
    const again = agent.resume({ from: lastOfUser(agent) })
    expect(await failureOf(again)).toMatchObject({ code: 'busy' })
    const edited = agent.chat('x', { replaces: idOf(agent, 0) })
    expect(await failureOf(edited)).toMatchObject({ code: 'busy' })
    gate.resolve('two')
    await run
    expect(path(agent)).toEqual(['1', 'one', '2', 'two'])
  })

  it.each(['queue', 'steer'] as const)('branches after it with `%s`', async (onBusy) => {
    const { agent, run, gate } = await running()
    const edited = agent.chat('3', { replaces: idOf(agent, 0), onBusy })
    expect(agent.queue.getState().waiting).toMatchObject([{ runId: edited.id, input: '3' }])
    gate.resolve('two')
    expect(await run).toMatchObject({ content: 'two' })
    await edited
    expect(path(agent)).toEqual(['3', 'other'])
  })

  it('R14 branches at once with `interrupt`, and both branches are closed', async () => {
    const { agent } = agentUnderTest([calls(call('slow')), 'other'], {
      tools: [anyTool('slow', () => new Promise(() => undefined))],
    })
    const first = agent.chat('go')
    await flush()
    const again = agent.with({ onBusy: 'interrupt' }).resume({ from: lastOfUser(agent) })
    await failureOf(first)
    await again
    expect(path(agent)).toEqual(['go', expect.stringContaining('may have taken effect'), 'other'])
    const [left = ''] = agent.history.branches(idOf(agent, 1))
    agent.history.select(left)
    expect(agent.history.messages.at(-1)).toMatchObject({ role: 'tool', status: 'interrupted' })
    expect(await agent.execute('on', { history: agent.history.messages })).toBeDefined()
  })

  it('goes on after a regeneration that failed', async () => {
    const { agent } = agentUnderTest(['one', { refuse: { statusCode: 400 } }, text('again')])
    await agent.chat('1')
    const old = idOf(agent, 1)
    await failureOf(agent.resume({ from: lastOfUser(agent) }))
    expect(path(agent)).toEqual(['1'])
    await agent.resume()
    expect(agent.history.branches(old)).toHaveLength(2)
  })
})
