import type { LanguageModelV4 } from '@ai-sdk/provider'
import { AgentError } from '../../errors/agent-error.ts'
import { type Clock, systemClock } from '../../values/clock.ts'
import { type CreateId, createIds } from '../../values/id.ts'
import { dropUndefined } from '../../values/json.ts'
import { checkLimits } from '../../values/limits.ts'
import type { Message } from '../../values/message.ts'
import { wholeNumber } from '../../values/check-number.ts'
import { parseModelRetry } from '../../values/model-retry.ts'
import { checkRates } from '../../values/rates.ts'
import type { Dependencies, Metadata } from '../../values/register.ts'
import type { AgentStorage } from '../../ports/storage.ts'
import type { Scope } from '../../values/scope.ts'
import type { Tool } from '../../values/tool.ts'
import { toParameters } from '../../schema/parameters.ts'
import { toReasoning } from '../../values/reasoning.ts'
import type { EventHandlerMap } from '../run/event-handlers.ts'
import type { LoopConfig, Ports } from '../run/run-config.ts'
import type { OnBusy, RunOptions } from '../run/run-options.ts'
import type { ToolContext } from '../../values/tool-context.ts'

/** What an agent is made of. */
export interface AgentOptions extends RunOptions {
  readonly model: LanguageModelV4
  /** Default: a name made from the model and the tools. */
  readonly name?: string | undefined
  readonly scopes?: readonly Scope[] | undefined
  /** Tools of no scope of their own; they form one named `agent`. */
  readonly tools?: readonly Tool[] | undefined
  readonly on?: EventHandlerMap | undefined
  /** Where sessions are kept; made by `indexedDbStorage` of `@ambit/browser`, or by `memoryStorage`. Default: nowhere. */
  readonly storage?: AgentStorage | undefined
  /** With a storage, the session to begin with: the one that was used `latest`, a `new` one, or the one of this id. Default `latest`. */
  readonly session?: 'latest' | 'new' | (string & {}) | undefined
  /** With a storage, goes on by itself with a run that was cut short, in this page or in another that is gone. Default: when `resume` is called. */
  readonly autoResume?: boolean | undefined
  /** Time and timers. Default: the environment's. */
  readonly clock?: Clock | undefined
  /** Default: random ids. */
  readonly createId?: CreateId | undefined
  /** 0 to 1, for jitter. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** What one call may set. */
export interface CallOptions<Data = unknown> extends RunOptions<Data> {
  /** Narrows the run to registered tools of these names, and to tools of its own. */
  readonly tools?: readonly (string | Tool)[] | undefined
  readonly on?: EventHandlerMap | undefined
  /** The tool call this run is part of: it is cancelled with it, and shares its budgets. */
  readonly parent?: ToolContext | undefined
}

/** What one `execute` may set. */
export interface ExecuteOptions<Data = unknown> extends Omit<CallOptions<Data>, 'onBusy'> {
  /** Messages the run starts from. They are not changed. */
  readonly history?: readonly Message[] | undefined
}

/** The environment an agent's options name. */
export const toPorts = ({ clock, createId, random }: Partial<AgentOptions>): Ports => ({
  clock: clock ?? systemClock,
  createId: createId ?? createIds(),
  random: random ?? Math.random,
})

/** What the options of a call come to. */
export interface AgentConfig extends LoopConfig {
  readonly onBusy: OnBusy
}

/** Checks options, which throws `AgentError` naming the one that is wrong, and puts the defaults in place. */
export function toRunConfig(agent: AgentOptions, call: CallOptions = {}): AgentConfig {
  // A call that sets an option to undefined leaves the agent's in place.
  const given = { ...agent, ...dropUndefined({ ...call }) }
  if (given.model?.specificationVersion !== 'v4') {
    throw new AgentError(
      '`model` is not a LanguageModelV4. Give createProxyModel({ … }) or a model of the AI SDK 7.',
    )
  }
  const names = new Set(call.tools?.map((tool) => (typeof tool === 'string' ? tool : tool.name)))
  if (names.size < (call.tools?.length ?? 0)) {
    throw new AgentError('`tools` names one tool twice. The model could not tell them apart.')
  }
  checkLimits(given.limits)
  checkRates(given.rates)
  const { settle } = given
  const limits = { ...given.limits, iterations: given.limits?.iterations ?? 10 }
  return {
    ...given,
    model: given.model,
    limits,
    budgets: given.budgets ?? [],
    rates: given.rates ?? {},
    tools: call.tools,
    ...chosenWords(given),
    toolConcurrency: wholeNumber('toolConcurrency', given.toolConcurrency ?? 5, 1),
    toolResultMaxBytes: wholeNumber('toolResultMaxBytes', given.toolResultMaxBytes ?? 65_536),
    includeToolTrace: given.includeToolTrace ?? false,
    retry: parseModelRetry(given.retry),
    settle: settle !== false && {
      timeoutMs: wholeNumber('settle.timeoutMs', settle?.timeoutMs ?? 2_000),
    },
    metadata: given.metadata ?? ({} as Metadata),
    dependencies: given.dependencies as Dependencies,
    output: given.output && toParameters(given.output, '`output`'),
    reasoning: toReasoning(given.reasoning),
    includeRaw: given.includeRaw ?? false,
    guardrails: given.guardrails ?? [],
  }
}

/** The options that are one of a few words; the first of them is the default. */
const words = {
  onBusy: ['reject', 'queue', 'steer', 'interrupt'],
  toolMode: ['auto', 'return'],
  toolParallelism: ['serial', 'parallel'],
  toolArgValidation: ['strict', 'lenient', 'none'],
  toolErrorMode: ['recover', 'abort'],
} as const

type Words = { readonly [Option in keyof typeof words]: (typeof words)[Option][number] }

function chosenWords(given: { readonly [Option in keyof Words]?: string | undefined }): Words {
  const chosen = Object.entries(words).map(([name, accepted]: [string, readonly string[]]) => {
    const word = given[name as keyof Words] ?? accepted[0] ?? ''
    if (accepted.includes(word)) return [name, word]
    throw new AgentError(
      `\`${name}\` is ${JSON.stringify(word)}. Give one of '${accepted.join("', '")}'.`,
    )
  })
  return Object.fromEntries(chosen) as Words
}
