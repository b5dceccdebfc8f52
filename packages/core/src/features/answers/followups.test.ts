import { scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, failureOf } from '../../../test/agent-under-test.ts'
import { followups } from '../answers/index.ts'

describe('followups', () => {
  it('R64 suggests what to say next, a line each, and counts', async () => {
    const { agent, model } = agentUnderTest(['Hello.', '- One\n2. Two\n\n* Three\nFour'], {
      use: [followups()],
    })
    const { followupSuggestions, usage, messages } = await agent.chat('Hi')
    expect(followupSuggestions).toEqual(['One', 'Two', 'Three'])
    expect(usage.totalTokens).toBe(30)
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain(String.raw`assistant: \"Hello.\"`)
  })

  it.each([
    '["One", "Two\\nlines"]',
    'Here they are:\n```json\n[\n  "One",\n  "Two\\nlines"\n]\n```',
  ])('R64 reads a list in JSON, which many models write: %j', async (text) => {
    const { agent } = agentUnderTest(['Hello.', text], { use: [followups()] })
    const { followupSuggestions } = await agent.chat('Hi')
    expect(followupSuggestions).toEqual(['One', 'Two\nlines'])
  })

  it('R64 may ask another model, for as many as are wanted', async () => {
    const other = scriptedModel(['One\nTwo'])
    const { agent, model } = agentUnderTest(['Hello.'])
    const asked = followups({ max: 1, model: other })
    const result = await agent.with({ use: [asked] }).execute('Hi')
    expect(result.followupSuggestions).toEqual(['One'])
    expect(model.requests).toHaveLength(1)
  })

  it('R29 R64 holds up no cancel', async () => {
    const { agent, model } = agentUnderTest(['Hello.', { hang: true }], { use: [followups()] })
    const run = agent.chat('Hi')
    await model.requested(2)
    run.cancel({ kind: 'user' })
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user' } })
  })

  it('R64 suggests nothing when that fails, and is not asked when the run does', async () => {
    const failing = agentUnderTest(['Hello.', { refuse: { statusCode: 400 } }], {
      use: [followups()],
    })
    expect(await failing.agent.chat('Hi')).toMatchObject({
      status: 'completed',
      followupSuggestions: [],
    })
    const failed = agentUnderTest([{ refuse: { statusCode: 400 } }], { use: [followups()] })
    await failureOf(failed.agent.chat('Hi'))
    expect(failed.model.requests).toHaveLength(1)
  })
})
