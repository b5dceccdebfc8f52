import { beforeAll, describe, expect, it } from 'vitest'
import { stableAmbit } from './contestants/ambit.ts'
import { copilotKit } from './contestants/copilotkit.ts'
import { tanstackAi } from './contestants/tanstack-ai.ts'
import { useChat } from './contestants/use-chat.ts'
import { type Costs, toCosts } from './costs.ts'
import { runTask } from './run-task.ts'

describe.each([
  { tools: 5, messages: 10 },
  { tools: 50, messages: 100 },
  { tools: 200, messages: 10 },
])('$tools tools, half of them with a predicate, after $messages messages', (size) => {
  let costs: Costs

  beforeAll(async () => {
    costs = toCosts(await runTask(stableAmbit, { ...size, steps: 6 }))
  })

  it('repeats at least 95 % of the stable part after any flip', () => {
    expect(costs.prompt?.repeated).toBeGreaterThanOrEqual(0.95)
  })

  it('reads at least 60 % from the cache from the second step on, by the imitated rule', () => {
    expect(costs.prompt?.read).toBeGreaterThanOrEqual(0.6)
  })
})

it.each([useChat, tanstackAi, copilotKit])('$name runs the same task', async (peer) => {
  const { up } = await runTask(peer, { tools: 5, messages: 4, steps: 3 })
  expect(up).toHaveLength(3)
})
