import { type DrivenModel, drivenModel, flush, toParts } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, failureOf } from '../../test/agent-under-test.ts'
import { type AgentOptions, type Budget, createAgent, createBudget } from '../index.ts'

/** Makes an agent, its model and the number of the model's requests. */
function withBudget(budget: Budget, options: Partial<AgentOptions> = {}) {
  const model = drivenModel()
  const agent = createAgent({ model, limits: { tokens: budget }, ...options })
  return { agent, model }
}

function answer({ calls }: DrivenModel, tokens: number): void {
  const last = calls.at(-1)
  last?.push(...toParts({ text: 'done', usage: { prompt: tokens - 1, completion: 1 } }, () => 'id'))
  last?.close()
}

describe('a budget that agents share', () => {
  it('lets one of two calls wait, if it has no rest for both', async () => {
    const budget = createBudget({ max: 500 })
    const first = withBudget(budget)
    const second = withBudget(budget)
    const one = first.agent.chat('go')
    const two = second.agent.chat('go')
    await expect.poll(() => first.model.calls.length).toBe(1)
    await flush()
    expect(second.model.calls).toHaveLength(0)
    answer(first.model, 300)
    await one
    await expect.poll(() => second.model.calls.length).toBe(1)
    answer(second.model, 100)
    await two
    expect(budget.getState().spent).toBe(400)
  })

  it('lets one hundred runs at once spend no more than one after another', async () => {
    const budget = createBudget({ max: 200 })
    const usage = { prompt: 60, completion: 40 }
    const replies = Array.from({ length: 100 }, () => ({ text: 'ok', usage }))
    const { agent, model } = agentUnderTest(replies, { limits: { tokens: budget } })
    const runs = await Promise.all(replies.map(() => agent.execute('go')))
    expect(model.requests).toHaveLength(2)
    expect(budget.getState().spent).toBe(200)
    expect(runs.filter(({ status }) => status === 'completed')).toHaveLength(2)
  })

  it('lets a call go on that waits, once it counts from 0 again', async () => {
    const budget = createBudget({ max: 2_000, spent: 1_500 })
    const first = withBudget(budget)
    const second = withBudget(budget)
    const one = first.agent.chat('go')
    const two = second.agent.chat('go')
    await expect.poll(() => first.model.calls.length).toBe(1)
    await flush()
    expect(second.model.calls).toHaveLength(0)
    budget.reset()
    await expect.poll(() => second.model.calls.length).toBe(1)
    answer(first.model, 100)
    answer(second.model, 100)
    await Promise.all([one, two])
    expect(budget.getState().spent).toBe(200)
  })

  it('reserves nothing for a call that was cancelled while it waited', async () => {
    const budget = createBudget({ max: 500 })
    const first = withBudget(budget)
    const second = withBudget(budget)
    const one = first.agent.chat('go')
    const two = second.agent.chat('go')
    await expect.poll(() => first.model.calls.length).toBe(1)
    two.cancel()
    await failureOf(two)
    answer(first.model, 100)
    await one
    const again = first.agent.chat('again')
    await expect.poll(() => first.model.calls.length).toBe(2)
    answer(first.model, 100)
    await again
    expect(second.model.calls).toHaveLength(0)
  })

  it('reserves nothing for a call whose rule of retries throws', async () => {
    const budget = createBudget({ max: 500 })
    const when = (): never => {
      throw new Error('a mistake of the application')
    }
    const first = withBudget(budget, { request: { retry: { when } } })
    const second = withBudget(budget)
    const one = first.agent.chat('go')
    await expect.poll(() => first.model.calls.length).toBe(1)
    first.model.calls[0]?.refuse(new Error('down'))
    await expect(one).rejects.toThrow('a mistake of the application')
    const two = second.agent.chat('go')
    await expect.poll(() => second.model.calls.length).toBe(1)
    answer(second.model, 100)
    await two
  })
})
