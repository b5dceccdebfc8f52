import { beforeAll, describe, expect, it } from 'vitest'
import { ambit, digested, named, plain, steady } from './contestants/ambit.ts'
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
    costs = toCosts(await runTask(steady, { ...size, steps: 6 }))
  })

  it('repeats at least 95 % of the stable part after any flip', () => {
    expect(costs.prompt?.repeated).toBeGreaterThanOrEqual(0.95)
  })

  it('reads at least 60 % from the cache from the second step on, by the imitated rule', () => {
    expect(costs.prompt?.read).toBeGreaterThanOrEqual(0.6)
  })
})

it('pays most with the default and least with a digest, when 200 tools go off and on all the time', async () => {
  const task = { tools: 200, messages: 10, steps: 6 }
  const paid = async (contestant: typeof ambit) =>
    toCosts(await runTask(contestant, task)).prompt?.paid ?? Number.NaN
  const [byDefault, kept, least] = [await paid(ambit), await paid(steady), await paid(digested)]
  expect(byDefault).toBeGreaterThan(2 * kept)
  expect(kept).toBeGreaterThan(2 * least)
})

it('pays at most twice as much by default as with a steady list, when one of 50 tools goes off once', async () => {
  const task = { tools: 50, messages: 10, steps: 12, flips: 'rare' } as const
  const paid = async (contestant: typeof ambit) =>
    toCosts(await runTask(contestant, task)).prompt?.paid ?? Number.NaN
  expect(await paid(ambit)).toBeLessThan(2 * (await paid(steady)))
})

it('sends 200 tools in at most 12 kB with a digest, with the instructions and the page', async () => {
  const { upFirst } = toCosts(await runTask(digested, { tools: 200, messages: 0, steps: 3 }))
  expect(upFirst).toBeLessThanOrEqual(12_000)
})

it('sends at most 2 kB a step and what is new with prefixes, however long the history is', async () => {
  const after = (messages: number) => ({ tools: 50, messages, steps: 5 })
  const short = toCosts(await runTask(named, after(10)))
  const long = toCosts(await runTask(named, after(400)))
  const { added } = toCosts(await runTask(plain, after(10)))
  expect(long.upLater).toBeLessThanOrEqual(2_000 + added)
  expect(long.upLater).toBeLessThanOrEqual(short.upLater + 50)
})

it.each([useChat, tanstackAi, copilotKit])('$name does the same task', async (peer) => {
  const { up } = await runTask(peer, { tools: 5, messages: 4, steps: 3 })
  expect(up).toHaveLength(3)
})
