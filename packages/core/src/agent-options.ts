import type { Lifecycle } from './model/over-network.ts'
import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ApprovalPolicy } from './approval/approval-policy.ts'
import type { StandardSchema } from './schema/parameters.ts'
import type { Audit } from './audit/audit.ts'
import type { Budget } from './budget/budget.ts'
import type { Rates } from './budget/rates.ts'
import type { Limits } from './options/limits.ts'
import type { Message } from './messages/message.ts'
import type { ModelRetryOptions } from './options/model-retry.ts'
import type { ReasoningOptions } from './model/request.ts'
import type { Dependencies, Metadata } from './register.ts'
import type { SandboxRunner } from './tools/sandbox.ts'
import type {
  Compaction,
  Followups,
  Guardrail,
  Ledger,
  Redaction,
  Repair,
  ToolCache,
  ToolResultLimit,
} from './features.ts'
import type { ToolList } from './tool-list/tool-list.ts'
import type { HookContext } from './hooks.ts'
import type { Clock, CreateId } from './clock.ts'
import type { AgentStorage } from './storage/storage.ts'
import type { Scope } from './tools/scope.ts'
import type { Tool } from './tools/tool.ts'
import type { EventHandlerMap } from './event-handlers.ts'

/**
 * A second place that each message is written to when it is added. The next step waits for the
 * write.
 */
export interface Conversation {
  append(message: Message, at: { sessionId: string; runId: string }): unknown
}

/**
 * The effect of a second `chat` while one runs. `reject`: it rejects with `AgentBusyError`.
 * `queue`: it waits for its turn. `steer`: its message joins the running chat after the current
 * iteration. `interrupt`: it cancels the running chat.
 */
export type OnBusy = 'reject' | 'queue' | 'steer' | 'interrupt'

/**
 * The options that an agent has and a single call may give too. The call's `limits`, `budgets`,
 * `dependencies` and `metadata` are merged with the agent's. Each other option of a call replaces
 * the agent's. An option that is undefined changes nothing.
 */
export interface RunOptions<Data = unknown> {
  readonly model?: LanguageModelV4 | undefined
  /**
   * The text that states what the agent is and how it should act. A function is called before every
   * model call.
   */
  readonly instructions?: string | ((run: HookContext) => string | Promise<string>) | undefined
  /**
   * The limits of a run. Those of a call are merged key by key with the agent's: `undefined` keeps
   * the agent's limit, and `Infinity` lifts it.
   */
  readonly limits?: Limits | undefined
  /**
   * The budgets that a run is charged to. Those of a call are added to the agent's. One of the same
   * name takes the place of the agent's.
   */
  readonly budgets?: readonly Budget[] | undefined
  /** The prices of models, by model id. */
  readonly rates?: Rates | undefined
  /**
   * The treatment of the model's calls. With `return`, they are not run: they end the run, and are
   * the result's `calls`. `answerCalls` goes on with their results. Default `auto`.
   */
  readonly toolMode?: 'auto' | 'return' | undefined
  /**
   * The order of calls. Default `serial`: one call after another, in the model's order. Each then
   * sees what the calls before it changed on the page. With `parallel`, calls start in that order
   * and do not see what the others change. Each is told of when it ends. An error that ends the run
   * cancels the others at once.
   */
  readonly toolParallelism?: 'serial' | 'parallel' | undefined
  /** The number of calls that run at once in parallel mode. Default 5. */
  readonly toolConcurrency?: number | undefined
  /**
   * The check of arguments. `lenient` corrects mistakes where the schema makes the meaning clear.
   * `none` passes the model's arguments unchecked. Default `strict`.
   */
  readonly toolArgValidation?: 'strict' | 'lenient' | 'none' | undefined
  /**
   * The effect of an error in a tool's own code. With `abort`, it ends the run. Default `recover`:
   * the model gets the error.
   */
  readonly toolErrorMode?: 'recover' | 'abort' | undefined
  /** The most UTF-8 bytes of one result that the model gets. Default 65,536. */
  readonly toolResultMaxBytes?: number | undefined
  /**
   * True to put the trace into the result of a completed run. On errors it is always present.
   * Default false.
   */
  readonly includeToolTrace?: boolean | undefined
  /** The retries of model calls. */
  readonly retry?: ModelRetryOptions | undefined
  /**
   * The longest time that a call, or the next request, waits until the page shows what the calls
   * before it changed; false for no wait. Default `{ timeoutMs: 2000 }`. Once the page was not
   * ready in time, calls wait at most 250 ms, until it is.
   */
  readonly settle?: false | { readonly timeoutMs: number } | undefined
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  /** The data of your own for hooks and tools. That of a call is merged with the agent's by key. */
  readonly metadata?: Metadata | undefined
  /**
   * The services that tools use. Those of a call are merged with the agent's by key. An instance
   * of a class is not merged: it replaces the agent's.
   */
  readonly dependencies?: Dependencies | undefined
  readonly conversation?: Conversation | undefined
  /**
   * The schema of the answer, an object at the top level. The result's `data` is the answer parsed
   * by it.
   */
  readonly output?: StandardSchema<unknown, Data> | undefined
  /**
   * The amount of reasoning of a model that can reason. A budget of tokens is mapped to the nearest
   * effort. Default: the provider's.
   */
  readonly reasoning?: ReasoningOptions | undefined
  /**
   * The options of each request for a provider, by the provider's name, such as
   * `{ openai: { serviceTier: 'flex' } }`. Those of a call are merged with the agent's, by the
   * provider's name and by key. A proxy lets through only those of its `allowProviderOptions`.
   */
  readonly providerOptions?: SharedV4ProviderOptions | undefined
  /**
   * The user's own key. It is sent only with the requests of this call, to a proxy that accepts
   * such keys.
   */
  readonly apiKey?: string | undefined
  /**
   * True to put the provider's own chunks into the result, if the model passes them on. Default
   * false.
   */
  readonly includeRaw?: boolean | undefined
  /**
   * The kinds of parts that the model accepts besides text. Other parts fail before any request.
   * Default: all.
   */
  readonly modalities?: readonly ('image' | 'audio' | 'file')[] | undefined
  /** The guardrails, made by `inputGuardrail` and `outputGuardrail`. Default: none. */
  readonly guardrails?: readonly Guardrail[] | undefined
  /**
   * The approval policy; made by `approvals`. Default: a person is asked before destructive calls,
   * and if a tool or third-party text requires it.
   */
  readonly approval?: ApprovalPolicy | undefined
  /** The removal of secrets; made by `redaction`. */
  readonly redaction?: Redaction | undefined
  /** The repair of answers that do not fit `output`; made by `repair`. */
  readonly repair?: Repair | undefined
  /** The compaction of long histories; made by `trim`, `summarize` or `hybrid`. */
  readonly compaction?: Compaction | undefined
  /** The limit on large results; made by `truncate` or `condense`. */
  readonly toolResultLimit?: ToolResultLimit | undefined
  /** The place where tools with `sandbox` run; made by `sandbox` of `@ambit/browser`. */
  readonly sandbox?: SandboxRunner | undefined
  /**
   * The state of the network and of the page's pauses; made by `pageLifecycle` of `@ambit/browser`.
   */
  readonly lifecycle?: Lifecycle | undefined
  /** The cache for results of tools with `cache`; made by `toolCache`. */
  readonly toolCache?: ToolCache | undefined
  /**
   * The rule for the tools that requests list; made by `stable` or `present`. Default `stable()`:
   * all tools of the page, so that a provider's cache of the prompt lasts when a tool goes off or
   * on. The end of the request names those that are off. `present()` lists those that are on.
   */
  readonly toolList?: ToolList | undefined
  /** The suggestions of next messages; made by `followups`. */
  readonly followups?: Followups | undefined
  /** The record that gets a row for every model call. */
  readonly ledger?: Ledger | undefined
  /** The record that gets a row for every tool call, including refused calls. */
  readonly audit?: Audit | undefined
  /** A signal that cancels the run when it aborts. */
  readonly signal?: AbortSignal | undefined
  readonly onBusy?: OnBusy | undefined
}

/** The options of an agent. */
export interface AgentOptions extends RunOptions {
  readonly model: LanguageModelV4
  /** The agent's name. Default: a name made from the provider, the model and the tools. */
  readonly name?: string | undefined
  readonly scopes?: readonly Scope[] | undefined
  /** The tools that belong to no scope. They form a scope named `agent`. */
  readonly tools?: readonly Tool[] | undefined
  readonly on?: EventHandlerMap | undefined
  /**
   * The place that keeps sessions; made by `indexedDbStorage` of `@ambit/browser`, or by
   * `memoryStorage`. Default: sessions are not kept.
   */
  readonly storage?: AgentStorage | undefined
  /**
   * The first session: the one that was used `latest`, a `new` one, or the one with this id.
   * Without a storage, the first session is always new, and a given id is its id. It is no id of
   * `execute`, which runs apart from the session. Default `latest`.
   */
  readonly session?: 'latest' | 'new' | (string & {}) | undefined
  /**
   * True to continue a run that was cut short, in this page or in another that is gone, without a
   * call of `resume`. Needs a storage. Default false.
   */
  readonly autoResume?: boolean | undefined
  /**
   * The time at which the engine's code is fetched:
   *
   * - `now`: when the agent is made
   * - `idle`: when the page is idle
   * - `intent`: when `preload` is called or a run starts; a widget calls `preload` when a person
   * points at its launcher
   *
   * Default `intent`.
   */
  readonly preload?: 'intent' | 'idle' | 'now' | undefined
  /** The source of time and timers. Default: the environment's. */
  readonly clock?: Clock | undefined
  /** The source of ids. Default: random ids. */
  readonly createId?: CreateId | undefined
  /** The source of random numbers from 0 to 1, for jitter. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}
