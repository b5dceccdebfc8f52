import type { Limits } from '../options/limits.ts'
import { mergeKeys } from '../options/merge-options.ts'
import { type ModelRetry, toModelRetry } from '../options/model-retry.ts'
import type { Dependencies, Metadata } from '../register.ts'
import type { Tool } from '../tools/tool.ts'
import { type ModelRequest, toReasoning } from '../model/request.ts'
import { type Parameters, toParameters } from '../schema/parameters.ts'
import type { RunOptions } from '../agent-options.ts'
import type { CallOptions } from '../call-options.ts'
import { type GivenOptions, words } from '../check-options.ts'
import { stable } from '../tool-list/stable.ts'
import { guardCache } from './guard-cache.ts'

/** The options that have a default or must be given. */
type Filled<Name extends keyof RunOptions> = Readonly<{
  [Each in Name]-?: NonNullable<RunOptions[Each]>
}>

/** The options of any run, with every default in place. */
export interface RunConfig
  extends
    Pick<RunOptions, 'userId' | 'tenantId' | 'toolCache' | 'approval' | 'sandbox' | 'audit'>,
    Filled<'limits' | 'budgets' | 'toolArgValidation' | 'metadata'> {
  readonly dependencies: Dependencies
}

/** The options of the loop that have a default or must be given. */
type LoopFilled =
  | 'model'
  | 'rates'
  | 'toolMode'
  | 'toolParallelism'
  | 'toolConcurrency'
  | 'toolErrorMode'
  | 'toolResultMaxBytes'
  | 'includeToolTrace'
  | 'settle'
  | 'includeRaw'
  | 'guardrails'
  | 'toolList'

/** The options that are converted to another form, or that the loop does not get. */
type Read = 'retry' | 'output' | 'reasoning' | 'signal' | 'onBusy'

/**
 * The options of a run of the loop, checked and with every default in place. Options without a
 * default are as they were given.
 */
export interface LoopConfig
  extends RunConfig, Omit<RunOptions, LoopFilled | Read | keyof RunConfig>, Filled<LoopFilled> {
  readonly limits: Limits & { readonly iterations: number }
  readonly tools: readonly (string | Tool)[] | undefined
  readonly retry: ModelRetry
  /** The schema of the answer. */
  readonly output?: Parameters | undefined
  /** The amount of reasoning, in the form that a request has. */
  readonly reasoning: ModelRequest['reasoning']
}

/**
 * Fills in the defaults. A run inside another has the user, the tenant and the audit of that run,
 * unless its own options set them. Its dependencies and metadata are merged with those of that run.
 */
export function toRunConfig(
  given: GivenOptions,
  tools: CallOptions['tools'],
  parent?: RunConfig,
): LoopConfig {
  const { settle, userId = parent?.userId, tenantId = parent?.tenantId } = given
  return {
    ...given,
    userId,
    tenantId,
    audit: given.audit ?? parent?.audit,
    limits: { ...given.limits, iterations: given.limits?.iterations ?? 10 },
    budgets: given.budgets ?? [],
    rates: given.rates ?? {},
    tools,
    ...chosenWords(given),
    toolConcurrency: given.toolConcurrency ?? 5,
    toolCache: given.toolCache && guardCache(given.toolCache),
    toolResultMaxBytes: given.toolResultMaxBytes ?? 65_536,
    includeToolTrace: given.includeToolTrace ?? false,
    retry: toModelRetry(given.retry),
    settle: settle !== false && { timeoutMs: settle?.timeoutMs ?? 2_000 },
    metadata: mergeKeys(parent?.metadata, given.metadata) ?? ({} as Metadata),
    dependencies: mergeKeys(parent?.dependencies, given.dependencies) as Dependencies,
    output: given.output && toParameters(given.output, '`output`'),
    reasoning: toReasoning(given.reasoning),
    includeRaw: given.includeRaw ?? false,
    guardrails: given.guardrails ?? [],
    toolList: given.toolList ?? byDefault,
  }
}

/** The list of all agents without one: what it remembers, it remembers for each page. */
const byDefault = stable()

type Words = { readonly [Option in keyof typeof words]: (typeof words)[Option][number] }

function chosenWords(given: GivenOptions): Words {
  const chosen = Object.entries(words).map(([name, [first]]) => [
    name,
    given[name as keyof Words] ?? first,
  ])
  return Object.fromEntries(chosen) as Words
}
