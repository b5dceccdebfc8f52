import { toParameters } from '../../schema/parameters.ts'
import { toModelRetry } from '../../values/model-retry.ts'
import { toReasoning } from '../../values/reasoning.ts'
import type { Dependencies, Metadata } from '../../values/register.ts'
import type { LoopConfig } from '../run/run-config.ts'
import type { CallOptions } from './agent-options.ts'
import { type GivenOptions, words } from './check-options.ts'

/** Puts the defaults in place of what was not given. */
export function toRunConfig(given: GivenOptions, tools: CallOptions['tools']): LoopConfig {
  const { settle } = given
  return {
    ...given,
    limits: { ...given.limits, iterations: given.limits?.iterations ?? 10 },
    budgets: given.budgets ?? [],
    rates: given.rates ?? {},
    tools,
    ...chosenWords(given),
    toolConcurrency: given.toolConcurrency ?? 5,
    toolResultMaxBytes: given.toolResultMaxBytes ?? 65_536,
    includeToolTrace: given.includeToolTrace ?? false,
    retry: toModelRetry(given.retry),
    settle: settle !== false && { timeoutMs: settle?.timeoutMs ?? 2_000 },
    metadata: given.metadata ?? ({} as Metadata),
    dependencies: given.dependencies as Dependencies,
    output: given.output && toParameters(given.output, '`output`'),
    reasoning: toReasoning(given.reasoning),
    includeRaw: given.includeRaw ?? false,
    guardrails: given.guardrails ?? [],
  }
}

type Words = { readonly [Option in keyof typeof words]: (typeof words)[Option][number] }

function chosenWords(given: GivenOptions): Words {
  const chosen = Object.entries(words).map(([name, [first]]) => [
    name,
    given[name as keyof Words] ?? first,
  ])
  return Object.fromEntries(chosen) as Words
}
