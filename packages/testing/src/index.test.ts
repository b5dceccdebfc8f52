import { createAgent, Tool } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { call, calls, flush, scriptedModel } from './index.ts'

describe('@ambit/testing', () => {
  it('has the first run of a test begin in the turn in which it is asked for', async () => {
    const model = scriptedModel(['Hello.'])
    const run = createAgent({ model }).chat('Hi')
    expect(run.events).toMatchObject([{ type: 'agent:started', seq: 1 }])
    await flush()
    expect(model.requests).toHaveLength(1)
    await run
  })

  it('has the first approval of a test asked for at once', async () => {
    const send = new Tool({
      name: 'send',
      description: 'Sends.',
      approval: true,
      handler: () => 'sent',
    })
    const agent = createAgent({
      model: scriptedModel([calls(call('send')), 'Sent.']),
      tools: [send],
    })
    agent.pending.attach('approval')
    const run = agent.chat('Send it')
    await flush()
    const [request] = agent.pending.list('approval')
    expect(agent.pending.approve(request?.id ?? '')).toBe(true)
    expect((await run).content).toBe('Sent.')
  })
})
