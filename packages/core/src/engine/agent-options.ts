import type { LanguageModelV4 } from '@ai-sdk/provider'
import { AgentError } from '../errors/agent-error.ts'
import type { Budget } from '../values/budget.ts'
import { type Clock, systemClock } from '../values/clock.ts'
import { type CreateId, createIds } from '../values/id.ts'
import { dropUndefined } from '../values/json.ts'
import { checkLimits, type Limits } from '../values/limits.ts'
import type { Message } from '../values/message.ts'
import { wholeNumber } from '../values/check-number.ts'
import { type ModelRetryOptions, parseModelRetry } from '../values/model-retry.ts'
import { checkRates, type Rates } from '../values/rates.ts'
import type { Dependencies, Metadata } from '../values/register.ts'
import type { Scope } from '../values/scope.ts'
import type { Tool } from '../values/tool.ts'
import { toParameters } from '../schema/parameters.ts'
import type { StandardSchema } from '../schema/standard-schema.ts'
import { type ReasoningOptions, toReasoning } from '../values/reasoning.ts'
import type {
  Compaction,
  Followups,
  Guardrail,
  Ledger,
  Repair,
  ToolCache,
  ToolResultLimit,
} from './extras.ts'
import type { EventHandlerMap } from './event-handlers.ts'
import type { HookContext } from './hooks.ts'
import type { Conversation, LoopConfig, Ports } from './run-config.ts'
import type { ToolContext } from '../values/tool-context.ts'

/** What a second `chat` does while one runs. */
export type OnBusy = 'reject' | 'queue' | 'steer' | 'interrupt'

/** The options that an agent has and a call may replace. */
export interface RunOptions<Data = unknown> {
  readonly model?: LanguageModelV4 | undefined
  /** What the agent is and how it should act; a function is asked before every model call. */
  readonly instructions?: string | ((run: HookContext) => string | Promise<string>) | undefined
  readonly limits?: Limits | undefined
  readonly budgets?: readonly Budget[] | undefined
  /** What models cost, by model id. */
  readonly rates?: Rates | undefined
  /** With `return` the model's calls are not run: they end the run and are in its messages. Default `auto`. */
  readonly toolMode?: 'auto' | 'return' | undefined
  /** Default `serial`: one call after another, in the model's order. */
  readonly toolParallelism?: 'serial' | 'parallel' | undefined
  /** How many calls run at once in parallel mode. Default 5. */
  readonly toolConcurrency?: number | undefined
  /** `lenient` mends what the schema makes plain; `none` passes the model's arguments unchecked. Default `strict`. */
  readonly toolArgValidation?: 'strict' | 'lenient' | 'none' | undefined
  /** With `abort` an error in a tool's own code ends the run. Default `recover`: the model is told. */
  readonly toolErrorMode?: 'recover' | 'abort' | undefined
  /** The most UTF-8 bytes of one result that the model is sent. Default 65,536. */
  readonly toolResultMaxBytes?: number | undefined
  /** Puts the trace into the result of a run that completed; on errors it is always there. Default false. */
  readonly includeToolTrace?: boolean | undefined
  /** Of model calls. */
  readonly retry?: ModelRetryOptions | undefined
  /** How long the loop waits for the page after tools; false not to wait. Default `{ timeoutMs: 2000 }`. */
  readonly settle?: false | { readonly timeoutMs: number } | undefined
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly metadata?: Metadata | undefined
  readonly dependencies?: Dependencies | undefined
  readonly conversation?: Conversation | undefined
  /** The schema of the answer, an object at the top; the result's `data` is the answer read by it. */
  readonly output?: StandardSchema<unknown, Data> | undefined
  /** How much a model that can think does; budgets become the nearest effort. Default: the provider's. */
  readonly reasoning?: ReasoningOptions | undefined
  /** The user's own key, sent to a proxy that accepts one, with this call's requests alone. */
  readonly apiKey?: string | undefined
  /** Puts the provider's own chunks into the result, where the model passes them on. Default false. */
  readonly includeRaw?: boolean | undefined
  /** The kinds of parts the model takes beside text. Others fail before any request. Default: all. */
  readonly modalities?: readonly ('image' | 'audio' | 'file')[] | undefined
  /** Made by `input` and `output`. */
  readonly guardrails?: readonly Guardrail[] | undefined
  /** Made by `repair`. */
  readonly repair?: Repair | undefined
  /** Made by `trim`, `summarize` or `hybrid`. */
  readonly compaction?: Compaction | undefined
  /** Made by `truncate` or `condense`. */
  readonly toolResultLimit?: ToolResultLimit | undefined
  /** Made by `toolCache`. */
  readonly cache?: ToolCache | undefined
  /** Made by `followups`. */
  readonly followups?: Followups | undefined
  /** Gets a row for every model call. */
  readonly ledger?: Ledger | undefined
  /** Cancels the run when it aborts. */
  readonly signal?: AbortSignal | undefined
  readonly onBusy?: OnBusy | undefined
}

/** What an agent is made of. */
export interface AgentOptions extends RunOptions {
  readonly model: LanguageModelV4
  /** Default: a name made from the model and the tools. */
  readonly name?: string | undefined
  readonly scopes?: readonly Scope[] | undefined
  /** Tools of no scope of their own; they form one named `agent`. */
  readonly tools?: readonly Tool[] | undefined
  readonly on?: EventHandlerMap | undefined
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
