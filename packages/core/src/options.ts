import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ApprovalPolicy } from './approval/policy.ts'
import type { Clock, CreateId } from './environment.ts'
import type { EventHandlerMap } from './events.ts'
import type { Budget } from './limits.ts'
import type { HookContext } from './hooks.ts'
import type { Message } from './messages/message.ts'
import type { MessageInput } from './messages/read.ts'
import type { Lifecycle } from './model/over-network.ts'
import type { ReasoningOptions } from './model/request.ts'
import type { ModelRetryOptions } from './model/retry.ts'
import type { ToolList } from './model/tool-list.ts'
import type { Limits } from './options/check.ts'
import type { Rates } from './options/rates.ts'
import type {
  Audit,
  Compaction,
  Followups,
  Guardrail,
  Ledger,
  Redaction,
  Repair,
  ToolCache,
  ToolResultLimit,
} from './ports.ts'
import type { Dependencies, Metadata } from './register.ts'
import type { StandardSchema } from './schema/parameters.ts'
import type { AgentStorage } from './storage.ts'
import type { OutsideSource, ToolContext } from './tools/context.ts'
import type { SandboxRunner } from './tools/effects.ts'
import type { RegisteredTool } from './tools/registry.ts'
import type { Scope } from './tools/scope.ts'
import type { Tool } from './tools/tool.ts'

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
  /** The place where tools with `run.sandbox` run; made by `sandbox` of `@ambit/browser`. */
  readonly sandbox?: SandboxRunner | undefined
  /**
   * The state of the network and of the page's pauses; made by `pageLifecycle` of `@ambit/browser`.
   */
  readonly lifecycle?: Lifecycle | undefined
  /** The cache for results of tools with `result.cache`; made by `toolCache`. */
  readonly toolCache?: ToolCache | undefined
  /**
   * The rule for the tools that requests list; made by `steadyTools`, `digest` or `deferred`.
   * Default: the tools that are on. The end of the request tells why others are off.
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
   * Without a storage, the first session is always new, and a given id is its id. It is not an id
   * of `execute`, which runs apart from the session. Default `latest`.
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

/** The options of one call. */
export interface CallOptions<Data = unknown> extends Omit<
  RunOptions<Data>,
  'metadata' | 'dependencies'
> {
  /** The data that is merged with the agent's, key by key. */
  readonly metadata?: Partial<Metadata> | undefined
  /**
   * The services that are merged with the agent's, key by key. An instance of a class is not
   * merged: it replaces the agent's.
   */
  readonly dependencies?: Partial<Dependencies> | undefined
  /**
   * The scopes that replace all scopes of the agent in this run. The page's tools and contexts are
   * then not part of it.
   */
  readonly scopes?: readonly Scope[] | undefined
  /**
   * The tools of this run: names of registered tools, and tools of its own. All other tools are
   * left out.
   */
  readonly tools?: readonly (string | Tool)[] | undefined
  readonly on?: EventHandlerMap | undefined
  /**
   * An id of your own for the conversation that the call belongs to. It takes the place of the
   * session's id in the report, the ledger, the audit and the `conversation` sink. Events, hooks,
   * tools and the runs inside this run have it too. It opens and writes no stored session. Default:
   * that of the run around this one, then the session's id.
   */
  readonly sessionId?: string | undefined
  /**
   * The tool call that this run is part of. The run is cancelled with that call, and shares its
   * budgets.
   */
  readonly parent?: ToolContext | undefined
  /**
   * True if the input is third-party text, such as a mail that the page lets the model read. The
   * message is then tainted, and the model gets it in an envelope. If parts of the input have
   * `untrusted` themselves, only those are in envelopes, and the rest is the person's own words.
   * An `edit` has the value of the message that it replaces, if that was such text as a whole.
   * Default false. Changes nothing for a run without input.
   */
  readonly untrusted?: boolean | undefined
}

/** The options of one `runTool`. */
export interface RunToolOptions extends Pick<CallOptions, 'signal'> {
  /**
   * The kind of caller, for events, approvals and the audit. Any but `ui` is a caller from outside
   * of the page, such as the agent of the browser. Such a call reaches no tool whose
   * `visible.outside` forbids it. It runs one after another with the calls of the chat. It is
   * denied while the person has stopped `agent.outside`. It is denied too if its tool changes while
   * it waits for its turn. Rejects for `model`, for `runAgent` and for anything but a text of 1 to
   * 64 characters. Default `ui`.
   */
  readonly source?: 'ui' | OutsideSource | undefined
  /**
   * The registration that the call is for, from `agent.scopes`. Another tool that has its name now
   * is not called. Default: whatever has the name.
   */
  readonly registered?: RegisteredTool | undefined
  /**
   * False to leave the conversation alone: neither the history, the `conversation` sink nor the
   * `onMessage` hooks get the call and its answer. With `note`, the model is told with its next
   * request which tools were called, in one note for all such calls since the last. Default true.
   */
  readonly history?: boolean | 'note' | undefined
  /**
   * The third-party text that the arguments come from, in words for people, such as `the mail of
   * Ann`. If it is given, a person is asked about a tool that sends or destroys. Rejects for an
   * empty text. Default: `an agent outside this page` for a caller from outside, else that of
   * the call around it.
   */
  readonly taint?: string | undefined
}

/** The options of one `answerCalls`. */
export interface AnswerOptions<Data = unknown> extends CallOptions<Data> {
  /**
   * The messages of a run apart from the session, with those that the run added: they end with the
   * message that has the calls. Default: the open session's.
   */
  readonly history?: readonly MessageInput[] | undefined
}

/** The options of one `execute`. */
export interface ExecuteOptions<Data = unknown> extends Omit<
  CallOptions<Data>,
  'onBusy' | 'parent'
> {
  /**
   * The messages that the run starts from: whole ones, or `{ role, content }`. They are not
   * changed.
   */
  readonly history?: readonly MessageInput[] | undefined
}

/**
 * The result of one call that a run with `toolMode: 'return'` gave to its caller, or the error of
 * the call.
 */
export type CallResult = {
  /** The `id` of the call, as in `result.calls`. */
  readonly callId: string
  /**
   * True if the result has text of third parties. Default: `result.untrusted` of the tool, if
   * the page has the tool.
   */
  readonly untrusted?: boolean | undefined
} & (
  | { readonly result: unknown; readonly error?: undefined }
  | { readonly error: unknown; readonly result?: undefined }
)
