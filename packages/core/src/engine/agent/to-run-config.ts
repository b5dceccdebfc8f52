import { toParameters } from '../../schema/parameters.ts'
import { toModelRetry } from '../../values/model-retry.ts'
import { toReasoning } from '../../values/reasoning.ts'
import type { Dependencies, Metadata } from '../../values/register.ts'
import type { LoopConfig } from '../run/run-config.ts'
import type { OnBusy } from '../run/run-options.ts'
import type { AgentOptions, CallOptions } from './agent-options.ts'
import { checkOptions, type GivenOptions, words } from './check-options.ts'

/** What the options of a call come to. */
export interface AgentConfig extends LoopConfig {
  readonly onBusy: OnBusy
}

/** Checks options, which throws `AgentError` naming the one that is wrong, and puts the defaults in place. */
export function toRunConfig(agent: AgentOptions, call: CallOptions = {}): AgentConfig {
  const given = checkOptions(agent, call)
  const { settle } = given
  return {
    ...given,
    limits: { ...given.limits, iterations: given.limits?.iterations ?? 10 },
    budgets: given.budgets ?? [],
    rates: given.rates ?? {},
    tools: call.tools,
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
