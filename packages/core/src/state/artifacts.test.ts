import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'

describe('the artifacts of the session', () => {
  it('keeps what tools gave the page, the later in the place of the earlier of its run', async () => {
    const draw = anyTool('draw', ({ n }, { artifact }) => {
      artifact({ id: 'chart', type: 'chart', data: n })
    })
    const { agent } = agentUnderTest(
      [calls(call('draw', { n: 1 }, 'c1'), call('draw', { n: 2 }, 'c2')), 'one'],
      { tools: [draw] },
    )
    const { artifacts } = await agent.chat('Draw')
    expect(artifacts).toEqual([{ id: 'chart', type: 'chart', data: 2 }])
    await agent.runTool('draw', { n: 3 })
    expect(agent.sessions.getState().artifacts).toMatchObject([
      { id: 'chart', data: 2, callId: 'c2', tool: 'draw' },
      { id: 'chart', data: 3, tool: 'draw' },
    ])
  })

  it('leaves out what runs apart from the session', async () => {
    const draw = anyTool('draw', (_args, { artifact }) =>
      artifact({ id: 'a', type: 'chart', data: 1 }),
    )
    const { agent } = agentUnderTest([calls(call('draw')), 'done'], { tools: [draw] })
    expect((await agent.execute('go')).artifacts).toHaveLength(1)
    expect(agent.sessions.getState().artifacts).toEqual([])
  })
})
