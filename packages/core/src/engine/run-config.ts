import { unknownNames } from '../approval/policy.ts'
import { AgentError, reportThrown } from '../errors/agent-error.ts'
import type { UserContent } from '../messages/message.ts'
import { type ModelRequest, toReasoning } from '../model/request.ts'
import { type ModelRetry, toModelRetry } from '../model/retry.ts'
import type { ToolList } from '../model/tool-list.ts'
import type { CallOptions, RunOptions } from '../options.ts'
import type { ToolCache } from '../ports.ts'
import { type GivenOptions, type Limits, mergeKeys } from '../options/check.ts'
import { words } from '../options/values.ts'
import { nearest } from './likeness.ts'
import type { Dependencies, Metadata } from '../register.ts'
import { type Parameters, toParameters } from '../schema/parameters.ts'
import type { Tool } from '../tools/tool.ts'
import type { LoopRun } from './run.ts'

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
  parent: RunConfig | undefined,
  toolList: ToolList,
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
    toolList: given.toolList ?? toolList,
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

/** Warns of names in a run's approval policy that no tool has now. */
export function warnOfPolicy(run: LoopRun): void {
  const { approval } = run.config
  if (!approval) return
  for (const name of unknownNames(
    approval.policy,
    (tool) => run.toolbox.find(tool) !== undefined,
  )) {
    run.warn(
      'unknown_policy_tool',
      `The approval \`policy\` names "${name}", and there is no such tool now. If the name is wrong, nobody is asked about the tool that is meant.`,
      `unknown_policy_tool ${name}`,
    )
  }
}

/** Warns of names in a run's `tools` that no tool has now, and of caches that keep nothing. */
export function warnOfTools(run: LoopRun): void {
  const { tools = [], toolCache } = run.config
  const { toolbox } = run
  const registered = toolbox.registry.tools.map(({ tool }) => tool)
  for (const name of tools) {
    if (typeof name !== 'string' || toolbox.find(name)) continue
    const meant = nearest(
      name,
      registered.map((tool) => tool.name),
    )
    run.warn(
      'unknown_tool',
      `The option \`tools\` names "${name}", and there is no such tool now, so the model is not offered it. ${meant ? `Use "${meant}"` : 'Correct the name'}, or register the tool.`,
      `unknown_tool ${name}`,
    )
  }
  if (toolCache) return
  const own = tools.filter((tool) => typeof tool !== 'string')
  for (const { name, cacheTtlMs } of [...registered, ...own]) {
    if (cacheTtlMs === undefined) continue
    run.warn(
      'no_tool_cache',
      `The tool "${name}" has a \`result.cache\`, and the agent has no \`toolCache\`, so no result is kept. Give \`toolCache: toolCache()\` of @ambit/core.`,
      `no_tool_cache ${name}`,
    )
  }
}

/** Throws `AgentError` if the content has a part of a kind that the model does not accept. */
export function refuseModalities({ config }: LoopRun, content: UserContent): void {
  const { modalities, model } = config
  if (!modalities || typeof content === 'string') return
  const refused = content.find(({ type }) => type !== 'text' && !modalities.includes(type))
  if (refused) {
    throw new AgentError(
      `"${model.modelId}" takes no ${refused.type} parts (\`modalities\`). Leave the part out, or choose another model.`,
    )
  }
}

/**
 * Returns a cache whose errors are reported and change nothing: a call whose result cannot be
 * cached succeeds all the same.
 */
function guardCache(cache: ToolCache): ToolCache {
  const guard = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (thrown) {
      reportThrown(cache, '`toolCache` threw, so calls go on without it.', thrown)
      return undefined
    }
  }
  return {
    get: (key, now) => guard(() => cache.get(key, now)),
    set: (key, value, expiresAt) => guard(() => cache.set(key, value, expiresAt)),
  }
}
