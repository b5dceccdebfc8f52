// The reasons: decisions/0100.
import { type ApprovalPolicy, toApprovalPolicy } from '../approval/policy.ts'
import { reportThrown } from '../errors/agent-error.ts'
import type { Limits } from '../limits.ts'
import { type ModelRequest, toReasoning, withThinking } from '../model/request.ts'
import { type ModelRetry, toModelRetry } from '../model/retry.ts'
import type { ToolList } from '../model/tool-list.ts'
import type { CallOptions, RunOptions } from '../options.ts'
import type { Parts } from '../plugin-parts.ts'
import type { Redaction, Repair, ToolCache } from '../ports.ts'
import { type GivenOptions, mergeKeys, toSettle } from '../options/check.ts'
import { explain } from '../options/misuse.ts'
import type { Prices } from '../options/prices.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Dependencies, Metadata } from '../register.ts'
import { type Parameters, toParameters } from '../schema/parameters.ts'
import type { Tool } from '../tools/tool.ts'
import { redactionOf } from '../plugins.ts'
import type { PluginList } from './plugin-list.ts'
import type { LoopRun } from './run.ts'

type Defined<T> = { readonly [Name in keyof T]-?: NonNullable<T[Name]> }

/** The options of any run, with every default in place. */
export interface RunConfig extends Pick<Parts, 'toolCache' | 'audit' | 'ledger'> {
  readonly limits: Limits
  readonly user: NonNullable<RunOptions['user']>
  readonly metadata: Metadata
  readonly dependencies: Dependencies
  readonly approval: ApprovalPolicy
  readonly calls: Defined<NonNullable<RunOptions['calls']>>
  readonly prices: Prices
  readonly request: Omit<NonNullable<RunOptions['request']>, 'retry' | 'reasoning'> & {
    readonly retry: ModelRetry
    /** The amount of reasoning, in the form that a request has. */
    readonly reasoning: ModelRequest['reasoning']
  }
}

/** The options that have a form of their own in a run, or that the loop does not get. */
type Read = 'request' | 'output' | 'onBusy' | 'prices' | 'settle' | 'use'

/**
 * The options of a run of the loop, checked and with every default in place. Options without a
 * default are as they were given.
 */
export interface LoopConfig extends RunConfig, Omit<RunOptions, Read | 'model' | keyof RunConfig> {
  readonly model: LanguageModelV4
  readonly repair: Repair | undefined
  readonly redaction: Redaction | undefined
  readonly toolList: ToolList
  readonly tools: readonly (string | Tool)[] | undefined
  /** The longest wait for the page, in milliseconds; false for no wait. */
  readonly settle: false | number
  /** The schema of the answer. */
  readonly output?: Parameters | undefined
}

/**
 * Fills in the defaults. A run inside another has the user, the audit, the ledger and the
 * `approval.decide` of that run, unless its own options set them. Its dependencies and metadata are
 * merged with those of that run.
 */
export function toRunConfig(
  { use: _use, ...given }: GivenOptions,
  plugins: PluginList,
  tools: CallOptions['tools'],
  parent: RunConfig | undefined,
  toolList: ToolList,
): LoopConfig {
  const { audit, ledger, repair, toolCache } = plugins.parts
  return {
    ...given,
    ...toOwnConfig(given, parent),
    audit: audit ?? parent?.audit,
    ledger: ledger ?? parent?.ledger,
    repair,
    redaction: plugins.all.length > 0 ? redactionOf(plugins.all) : undefined,
    toolList: plugins.list ?? toolList,
    tools,
    toolCache: toolCache && guardCache(toolCache),
    settle: given.settle === undefined ? usual.settle : toSettle(given.settle),
    output: given.output && toParameters(given.output, '`output`'),
  }
}

/** Fills in the defaults of the options that any run has. */
export function toOwnConfig(
  given: Pick<
    RunOptions,
    'approval' | 'calls' | 'dependencies' | 'limits' | 'metadata' | 'prices' | 'request' | 'user'
  >,
  parent: RunConfig | undefined,
): RunConfig {
  const approval = given.approval ? toApprovalPolicy(given.approval) : usual.approval
  const { mode, order, concurrency = 5, errors, maxResultBytes = 65_536 } = given.calls ?? {}
  return {
    limits: given.limits ?? {},
    user: (parent ? mergeKeys(parent.user, given.user) : given.user) ?? {},
    metadata:
      (parent ? mergeKeys(parent.metadata, given.metadata) : given.metadata) ?? ({} as Metadata),
    dependencies: (parent
      ? mergeKeys(parent.dependencies, given.dependencies)
      : given.dependencies) as Dependencies,
    approval: { ...approval, decide: approval.decide ?? parent?.approval.decide },
    calls: {
      mode: mode ?? 'run',
      order: order ?? 'serial',
      concurrency,
      arguments: given.calls?.arguments ?? 'strict',
      errors: errors ?? 'tell',
      maxResultBytes,
    },
    prices: given.prices ?? {},
    request: given.request ? toRequest(given.request) : usual.request,
  }
}

const toRequest = (request: NonNullable<RunOptions['request']>): RunConfig['request'] => ({
  ...request,
  retry: toModelRetry(request.retry),
  reasoning: toReasoning(request.reasoning),
  provider: withThinking(request.provider, request.reasoning),
})

/** The options of a run that are not given, read once: nearly all runs have them. */
const usual = {
  approval: toApprovalPolicy(undefined),
  request: toRequest({}),
  settle: toSettle(undefined),
}

/** Warns of names in `approval.ask` that no tool has now. */
export function warnOfPolicy(run: LoopRun): void {
  for (const name of run.config.approval.names) {
    if (run.toolbox.find(name)) continue
    run.warn('unknown_ask_tool', explain('unknownAskTool', [name]), `unknown_ask_tool ${name}`)
  }
}

/** Warns of names in a run's `tools` that no tool has now, and of caches that keep nothing. */
export function warnOfTools(run: LoopRun): void {
  const { tools = [], toolCache } = run.config
  const { toolbox } = run
  const { tools: registered } = toolbox.registry
  for (const name of tools) {
    if (typeof name !== 'string' || toolbox.find(name)) continue
    const all = registered.map(({ tool }) => tool.name)
    run.warn('unknown_tool', explain('unknownTool', [name, all]), `unknown_tool ${name}`)
  }
  const custom = Object.keys(run.config.limits.custom ?? {})
  for (const given of [...registered, ...tools]) {
    if (typeof given === 'string') continue
    const { name, cacheTtlMs, charges } = 'scope' in given ? given.tool : given
    const { calls: _calls, tokens: _tokens, costUsd: _costUsd, ...others } = charges
    for (const key of custom.length > 0 ? Object.keys(others) : []) {
      if (custom.includes(key)) continue
      const message = explain('unknownCharge', [name, key, custom])
      run.warn('unknown_charge', message, `unknown_charge ${name} ${key}`)
    }
    if (toolCache || cacheTtlMs === undefined) continue
    run.warn('no_tool_cache', explain('noToolCache', [name]), `no_tool_cache ${name}`)
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
