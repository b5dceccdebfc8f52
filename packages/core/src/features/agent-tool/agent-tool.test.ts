import { call, calls, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { agentUnderTest, answersIn, anyTool } from '../../../test/agent-under-test.ts'
import { agentTool, type AgentToolOptions } from '../../index.ts'

/** Creates a chat whose one tool, `research`, gives its task to an agent with these replies. */
function chatWith(
  replies: Parameters<typeof agentUnderTest>[0],
  inner: Parameters<typeof agentUnderTest>[1] = {},
  options: Partial<AgentToolOptions<unknown>> = {},
) {
  const { agent: researcher, model } = agentUnderTest(replies, inner)
  const description = 'Looks something up.'
  const research = agentTool({ agent: researcher, name: 'research', description, ...options })
  const asked = calls(call('research', { task: 'Find it' }))
  return { ...agentUnderTest([asked, 'done'], { tools: [research] }), inner: model }
}

describe('agentTool', () => {
  it('gives the task to the agent, and its answer to the model', async () => {
    const { agent, model, inner } = chatWith(['It is 42.'])
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)).toMatchObject([{ status: 'ok', content: '"It is 42."' }])
    expect(JSON.stringify(inner.requests[0]?.prompt)).toContain('Find it')
    expect(model.requests[0]?.tools).toMatchObject([
      { name: 'research', inputSchema: { required: ['task'] } },
    ])
  })

  it('gives the answer as `output` parses it', async () => {
    const output = z.object({ sources: z.array(z.string()) })
    const { agent } = chatWith([text('{"sources":["a"]}')], {}, { output })
    expect(answersIn((await agent.chat('go')).messages)).toMatchObject([
      { status: 'ok', content: '{"sources":["a"]}' },
    ])
  })

  it.each<[string, Partial<AgentToolOptions<unknown>>, string]>([
    ['its own limit', { limits: { iterations: 1 } }, 'The budget \\"iterations\\" is exceeded'],
    [
      'an answer that does not fit',
      { output: z.object({ n: z.number() }) },
      'does not have the form',
    ],
  ])('fails with the error of the run, by %s, and the chat goes on', async (_, options, words) => {
    const replies = [calls(call('look')), 'no', 'no', 'no', 'no']
    const { agent } = chatWith(replies, { tools: [anyTool('look')] }, options)
    const { status, content, messages } = await agent.chat('go')
    expect([status, content]).toEqual(['completed', 'done'])
    expect(answersIn(messages)).toMatchObject([
      { status: 'error', content: expect.stringContaining(words) },
    ])
  })

  it('throws for a limit that does not exist, and for one out of range', () => {
    const limits = { iteratons: 1 } as object
    expect(() => chatWith([], {}, { limits })).toThrow('iteratons')
    expect(() => chatWith([], {}, { limits: { calls: -1 } })).toThrow('calls')
  })

  it('is not in the undo of the chat by itself: what the tools of the agent did is', async () => {
    const undone: string[] = []
    const add = anyTool('add', (_, ctx) => ctx.undo(() => void undone.push('add')))
    const { agent } = chatWith([calls(call('add')), 'Added.'], { tools: [add] })
    const { runId } = await agent.chat('go')
    expect(await agent.undo(runId)).toMatchObject({ undone: [{ tool: 'add' }], left: [] })
    expect(undone).toEqual(['add'])
  })
})
