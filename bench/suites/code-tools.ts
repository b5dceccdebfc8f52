import { createBudget } from 'ambit'
import { type CodeToolOptions, runAgent, type RunAgentOptions } from 'ambit/code'
import { type Figure, type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort, type Subject } from '../measure.ts'

const calls = 200

/**
 * The cost of `agent.tool` of `runAgent`. WorkIt publishes 8.3 µs bare and 25 µs with everything.
 */
export const codeTools: Suite = {
  name: 'code-tools',
  async run(isFull) {
    const charged: CodeToolOptions = { cost: { tokens: 1, usd: 0.0001 } }
    const us = await measure(
      [
        { name: 'await', make: () => awaitAll, operations: calls },
        toSubject('bare'),
        toSubject('charged', charged, createLimits),
        toSubject('all', { ...charged, timeout: '10s', retry: 2 }, createLimits),
      ],
      isFull ? fullEffort : shortEffort,
    )
    const toRows = (what: string, name: string, published: number): Figure[] => [
      toFigure(what, us(name), 'WorkIt, as published', published, 1),
      toFigure(what, us(name), 'a bare await', us('await')),
    ]
    return [
      ...toRows('agent.tool, bare', 'bare', 8.3),
      ...toRows('agent.tool, three budgets', 'charged', 25),
      ...toRows('agent.tool, budgets, timeout, retry', 'all', 25),
    ]
  },
}

const double = async (input: number): Promise<number> => input * 2

async function awaitAll(): Promise<void> {
  let sum = 0
  for (let at = 0; at < calls; at++) sum += await double(at)
  if (sum === 0) throw new Error('Nothing was done.')
}

const createLimits = (): RunAgentOptions => ({
  limits: { tokens: 1_000_000, calls: 1_000_000, costUsd: createBudget({ max: 1_000 }) },
})

const toSubject = (
  name: string,
  options?: CodeToolOptions,
  createOptions?: () => RunAgentOptions,
): Subject => ({
  name,
  operations: calls,
  make: () => () =>
    runAgent(async (agent) => {
      let sum = 0
      for (let at = 0; at < calls; at++) sum += await agent.tool('double', at, double, options)
      return sum
    }, createOptions?.()),
})
