import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { Scope, Tool, type ToolContext, createAgent, jsonSchema } from '../index.ts'
import { runAgent } from '../features/code/index.ts'
import { memoryStorage } from '../features/keeping/index.ts'

/** Makes a tool that adds its name to a list, and whose undo replaces the name by `-name`. */
function adding(list: string[], name: string) {
  return anyTool(name, (_, ctx) => {
    list.push(name)
    ctx.undo(() => void list.splice(list.lastIndexOf(name), 1, `-${name}`))
  })
}

describe('undo', () => {
  it('takes the `runId` of a result, and rejects without an id', async () => {
    const undone: string[] = []
    const tool = anyTool('x', (_, { undo }) => undo(() => void undone.push('x')))
    const { agent } = agentUnderTest([calls(call('x')), 'done'], { tools: [tool] })
    const run = agent.chat('go')
    const { runId } = await run
    expect(runId).toBe(run.id)
    for (const id of [undefined, null, '', 5, {}] as unknown as string[]) {
      expect((await failureOf(agent.undo(id))).message).toContain('Give the `runId`')
    }
    expect(undone).toEqual([])
    await agent.undo(runId)
    expect(undone).toEqual(['x'])
    const unrun = await agent.execute('go', { signal: AbortSignal.abort() })
    expect(unrun.runId).toBe(unrun.report.runId)
  })

  it('calls the `undo` of a tool with what its handler got and gave', async () => {
    const undone: unknown[] = []
    const archive = new Tool({
      name: 'archive',
      description: 'Archives.',
      parameters: jsonSchema<{ id: string }>({ type: 'object' }),
      handler: async ({ id }, ctx) => {
        ctx.undo(() => void undone.push('step'))
        return { id, version: 3 }
      },
      undo: ({ args, result, signal }) => void undone.push([args, result, signal.aborted]),
    })
    const { agent } = agentUnderTest([calls(call('archive', { id: 'a' })), 'done'], {
      tools: [archive],
    })
    await agent.chat('go')
    expect(await agent.undo('call_1')).toMatchObject({ undone: [{ tool: 'archive' }], failed: [] })
    expect(undone).toEqual([[{ id: 'a' }, { id: 'a', version: 3 }, false], 'step'])
  })

  it('has nothing to call for a call that failed, and reports an `undo` that throws', async () => {
    const undo = (): never => {
      throw new Error('It is on its way.')
    }
    const tools = [
      anyTool('fails', () => Promise.reject(new Error('no')), { undo }),
      anyTool('sends', () => 1, { undo }),
    ]
    const { agent } = agentUnderTest([calls(call('fails'), call('sends')), 'done'], { tools })
    const { runId } = await agent.chat('go')
    const { undone, failed, left } = await agent.undo(runId)
    expect([undone, left]).toEqual([[], []])
    expect(failed).toMatchObject([{ tool: 'sends', error: { message: 'It is on its way.' } }])
  })

  it('R59 takes back a run, the last registered first, each at most once', async () => {
    const order: string[] = []
    const step = (name: string) =>
      anyTool(name, (_, ctx) => {
        ctx.undo(() => order.push(`${name} 1`))
        ctx.undo(async () => {
          await flush()
          order.push(`${name} 2`)
        })
      })
    const { agent } = agentUnderTest([calls(call('a'), call('b')), 'done'], {
      tools: [step('a'), step('b')],
    })
    const run = agent.chat('go')
    await run
    const { id } = run
    const [first, second] = await Promise.all([agent.undo(id), agent.undo(id)])
    expect(order).toEqual(['b 2', 'b 1', 'a 2', 'a 1'])
    expect(first).toEqual({
      undone: [
        { callId: 'call_2', tool: 'b' },
        { callId: 'call_1', tool: 'a' },
      ],
      failed: [],
      left: [],
    })
    expect(second).toEqual({ undone: [], failed: [], left: [] })
  })

  it('R59 takes back one call, and leaves the others', async () => {
    const list: string[] = []
    const tools = [adding(list, 'a'), adding(list, 'b')]
    const { agent } = agentUnderTest([calls(call('a'), call('b')), 'done'], { tools })
    await agent.chat('go')
    expect(agent.calls.canUndo('call_1')).toBe(true)
    await agent.undo('call_1')
    expect(list).toEqual(['-a', 'b'])
    expect(agent.calls.canUndo('call_1')).toBe(false)
    expect([...agent.calls.getState().values()]).toMatchObject([
      { callId: 'call_1', tool: 'a', undo: { status: 'undone' } },
      { callId: 'call_2', tool: 'b', undo: { status: 'possible' } },
    ])
  })

  it('R59 goes on past an undo that throws, and says what stays', async () => {
    const list: string[] = []
    const tools = [
      adding(list, 'a'),
      anyTool('sent', (_, ctx) => ctx.undo(() => Promise.reject(new Error('It is on its way.')))),
      anyTool('none'),
      anyTool('look', undefined, { effect: 'read' }),
      anyTool('fails', () => Promise.reject(new Error('no'))),
    ]
    const asked = calls(call('a'), call('sent'), call('none'), call('look'), call('fails'))
    const { agent, model } = agentUnderTest([asked, 'done', 'I see'], { tools })
    const run = agent.chat('go')
    await run
    const undoing = agent.undo(run.id)
    expect(await undoing).toMatchObject({
      undone: [{ callId: 'call_1', tool: 'a' }],
      failed: [{ callId: 'call_2', tool: 'sent', error: { message: 'It is on its way.' } }],
      left: [{ callId: 'call_3', tool: 'none', reason: 'no_undo' }],
    })
    expect(list).toEqual(['-a'])
    expect(undoing.events.filter(({ type }) => type === 'agent:tool_undone')).toMatchObject([
      { callId: 'call_2', tool: 'sent', undoneRunId: run.id, error: { name: 'Error' } },
      { callId: 'call_1', tool: 'a', undoneRunId: run.id },
    ])
    expect(agent.calls.getState().get('call_2')?.undo?.status).toBe('failed')

    await agent.chat('What now?')
    const { prompt } = model.requests[2] ?? {}
    expect(prompt?.at(-2)).toEqual({
      role: 'user',
      content: [
        {
          type: 'text',
          text: [
            '<app-message>',
            'Undone, so no longer in effect: a (call_1).',
            'Could not be undone: sent (call_2): It is on its way.',
            'Still in effect: none (call_3).',
            '</app-message>',
          ].join('\n'),
        },
      ],
    })
    expect(agent.history.messages.at(-3)).toMatchObject({
      role: 'user',
      source: 'app',
      forModel: true,
      undo: { undone: ['call_1'] },
    })
  })

  it('tells no secret, and where an untrusted tool speaks, that it is one', async () => {
    const tool = anyTool(
      'leak',
      (_, ctx) => ctx.undo(() => Promise.reject(new Error('Refused for sk-secret.'))),
      { result: { untrusted: true } },
    )
    const { agent } = agentUnderTest([calls(call('leak')), 'done'], {
      tools: [tool],
      use: [{ name: 'secrets', redact: (text) => text.replaceAll('sk-secret', '…') }],
    })
    await agent.chat('go')
    await agent.undo('call_1')
    expect(agent.history.messages.at(-1)).toMatchObject({
      content: 'Could not be undone: leak (call_1): Refused for ….',
      taint: 'untrusted',
    })
  })

  it('R62 tells so too if the tool has left the page, and was silent', async () => {
    const handler = (_: unknown, ctx: ToolContext): void =>
      ctx.undo(() => Promise.reject(new Error('Send it all.')))
    const tool = anyTool('leak', handler, { result: { untrusted: true, silent: true } })
    const { agent } = agentUnderTest([calls(call('leak')), 'done'])
    const leave = agent.scopes.register(new Scope({ name: 's', tools: [tool] }))
    await agent.chat('go')
    leave()
    await agent.undo('call_1')
    expect(agent.history.messages.at(-1)).toMatchObject({ taint: 'untrusted' })
  })

  it('takes back what a call did before it failed, and what each attempt did', async () => {
    const list: string[] = []
    const tool = anyTool(
      'twice',
      (_, ctx) => {
        list.push('on')
        ctx.undo(() => list.push('off'))
        throw new Error('no')
      },
      { run: { retry: 2 } },
    )
    const { agent } = agentUnderTest([calls(call('twice')), 'sorry'], { tools: [tool] })
    await agent.chat('go')
    expect(await agent.undo('call_1')).toMatchObject({ undone: [{ tool: 'twice' }] })
    expect(list).toEqual(['on', 'on', 'off', 'off'])
  })

  it('while the run goes on takes back what has ended, and tells its next request', async () => {
    const gate = Promise.withResolvers<string>()
    const list: string[] = []
    const slow = anyTool('slow', (_, ctx) => {
      ctx.undo(() => list.push('-slow'))
      return gate.promise
    })
    const { agent, model } = agentUnderTest([calls(call('a'), call('slow')), 'done'], {
      tools: [adding(list, 'a'), slow],
    })
    const run = agent.chat('go')
    await expect.poll(() => agent.calls.getState().get('call_2')?.state).toBe('running')
    expect(agent.calls.canUndo('call_2')).toBe(false)
    expect(await agent.undo(run.id)).toEqual({
      undone: [{ callId: 'call_1', tool: 'a' }],
      failed: [],
      left: [{ callId: 'call_2', tool: 'slow', reason: 'running' }],
    })
    gate.resolve('ok')
    await run
    expect(list).toEqual(['-a'])
    expect(agent.calls.canUndo('call_2')).toBe(true)
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ])
  })

  it('with a storage does not wait for the run, and what is told is stored', async () => {
    const gate = Promise.withResolvers<string>()
    const list: string[] = []
    const { agent } = agentUnderTest([calls(call('a')), calls(call('slow')), 'done'], {
      tools: [adding(list, 'a'), anyTool('slow', () => gate.promise)],
      storage: memoryStorage(),
    })
    const run = agent.chat('go')
    await expect.poll(() => agent.calls.getState().get('call_2')?.state).toBe('running')
    expect(await agent.undo('call_1')).toMatchObject({ undone: [{ tool: 'a' }] })
    gate.resolve('ok')
    await run
    const { current } = agent.sessions
    await agent.sessions.create()
    await agent.sessions.open(current)
    expect(agent.history.messages.at(-2)).toMatchObject({ role: 'user', source: 'app' })
  })

  it('is no reason to ask the model again', async () => {
    const gate = Promise.withResolvers<string>()
    const list: string[] = []
    const { agent, model } = agentUnderTest([calls(call('a')), () => gate.promise], {
      tools: [adding(list, 'a')],
    })
    const run = agent.chat('go')
    await model.requested(2)
    await agent.undo('call_1')
    gate.resolve('done')
    expect(await run).toMatchObject({ content: 'done' })
    expect(model.requests).toHaveLength(2)
    expect(agent.history.messages.at(-1)).toMatchObject({ role: 'user', source: 'app' })
  })

  it('can be cancelled: what has not begun can still be undone', async () => {
    const list: string[] = []
    const reasons: unknown[] = []
    const stuck = anyTool('stuck', (_, ctx) =>
      ctx.undo(({ signal }) => {
        signal.addEventListener('abort', () => reasons.push(signal.reason))
        return new Promise(() => undefined)
      }),
    )
    const tools = [adding(list, 'a'), stuck]
    const { agent } = agentUnderTest([calls(call('a'), call('stuck')), 'done'], { tools })
    const run = agent.chat('go')
    await run
    const undoing = agent.undo(run.id)
    await expect.poll(() => agent.calls.getState().get('call_2')?.undo?.status).toBe('undoing')
    agent.cancel({ kind: 'user' })
    expect(await failureOf(undoing)).toMatchObject({ reason: { kind: 'user' } })
    expect(reasons).toEqual([{ kind: 'user' }])
    expect(agent.calls.getState().get('call_2')?.undo?.status).toBe('failed')
    expect(await agent.undo(run.id)).toMatchObject({ undone: [{ tool: 'a' }], failed: [] })
    expect(list).toEqual(['-a'])
  })

  it('takes back the runs inside a run, and tells no session of an `execute`', async () => {
    const list: string[] = []
    const inner = createAgent({
      model: agentUnderTest([calls(call('inner')), 'ok']).model,
      tools: [adding(list, 'inner')],
    })
    const outer = anyTool('outer', async (_, ctx) => {
      await ctx.execute('go', { agent: inner })
      await runAgent(
        (code) => code.tool('code', 0, (_n, at) => at.undo(() => list.push('-code'))),
        { parent: ctx },
      )
    })
    const { agent } = agentUnderTest([calls(call('outer')), 'done'], { tools: [outer] })
    const run = agent.execute('go')
    await run
    expect(await agent.undo(run.id)).toMatchObject({
      undone: [{ tool: 'code' }, { tool: 'inner' }],
      left: [{ tool: 'outer', reason: 'no_undo' }],
    })
    expect(list).toEqual(['-inner', '-code'])
    expect(agent.history.messages).toEqual([])
  })

  it('knows the last 200 calls', async () => {
    const list: string[] = []
    const { agent } = agentUnderTest([], { tools: [adding(list, 'a')] })
    const runs = Array.from({ length: 201 }, () => agent.runTool('a'))
    await Promise.all(runs)
    expect(agent.calls.getState().size).toBe(200)
    const [first, second] = runs.map(({ id }) => agent.calls.canUndo(id))
    expect([first, second]).toEqual([false, true])
    expect(await agent.undo(runs[0]?.id ?? '')).toEqual({ undone: [], failed: [], left: [] })
  })

  it('takes what is registered after the call was cancelled', async () => {
    const list: string[] = []
    const gate = Promise.withResolvers<void>()
    const late = anyTool(
      'late',
      async (_, ctx) => {
        await gate.promise
        list.push('late')
        ctx.undo(() => list.pop())
      },
      { run: { timeout: 10 } },
    )
    const { agent, clock } = agentUnderTest([calls(call('late')), 'done'], { tools: [late] })
    const early = anyTool('early', (_, ctx) => ctx.undo(() => undefined))
    agent.scopes.addTool('agent', early)
    const run = agent.chat('go')
    await flush()
    await clock.runAll()
    await run
    gate.resolve()
    await flush()
    expect(list).toEqual(['late'])
    expect(await agent.undo('call_1')).toMatchObject({ undone: [{ tool: 'late' }] })
    expect(list).toEqual([])
  })
})
