import type { Lifecycle } from './model/over-network.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ApprovalPolicy } from './approval/approval-policy.ts'
import type { StandardSchema } from './schema/parameters.ts'
import type { Audit } from './audit/audit.ts'
import type { Budget, Rates } from './budget/budget.ts'
import type { Limits } from './options/limits.ts'
import type { Message } from './messages/message.ts'
import type { ModelRetryOptions } from './options/retry.ts'
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
import type { HookContext } from './hooks.ts'
import type { Clock, CreateId } from './clock.ts'
import type { AgentStorage } from './storage/storage.ts'
import type { Scope } from './tools/scope.ts'
import type { Tool } from './tools/tool.ts'
import type { EventHandlerMap } from './event-handlers.ts'
import type { ToolContext } from './tools/tool-context.ts'

/** Where messages are also written as they come; each write is awaited before the next step. */
export interface Conversation {
  append(message: Message, at: { sessionId: string; runId: string }): unknown
}

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
  /** Made by `approvals`. Default: a person is asked before destructive calls, and where tools and taint ask for it. */
  readonly approval?: ApprovalPolicy | undefined
  /** Made by `redaction`. */
  readonly redaction?: Redaction | undefined
  /** Made by `repair`. */
  readonly repair?: Repair | undefined
  /** Made by `trim`, `summarize` or `hybrid`. */
  readonly compaction?: Compaction | undefined
  /** Made by `truncate` or `condense`. */
  readonly toolResultLimit?: ToolResultLimit | undefined
  /** Where tools with `sandbox` run; made by `sandbox` of `@ambit/browser`. */
  readonly sandbox?: SandboxRunner | undefined
  /** What is known of the network and of the page's pauses; made by `pageLifecycle` of `@ambit/browser`. */
  readonly lifecycle?: Lifecycle | undefined
  /** Where results of tools with `cache` are kept; made by `toolCache`. */
  readonly toolCache?: ToolCache | undefined
  /** Made by `followups`. */
  readonly followups?: Followups | undefined
  /** Gets a row for every model call. */
  readonly ledger?: Ledger | undefined
  /** Gets a row for every tool call, refused ones too. */
  readonly audit?: Audit | undefined
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
  /** Where sessions are kept; made by `indexedDbStorage` of `@ambit/browser`, or by `memoryStorage`. Default: nowhere. */
  readonly storage?: AgentStorage | undefined
  /** With a storage, the session to begin with: the one that was used `latest`, a `new` one, or the one of this id. Default `latest`. */
  readonly session?: 'latest' | 'new' | (string & {}) | undefined
  /** With a storage, goes on by itself with a run that was cut short, in this page or in another that is gone. Default: when `resume` is called. */
  readonly autoResume?: boolean | undefined
  /**
   * When the code that runs things is fetched: `now`, when the agent is made; `idle`, when the page
   * has nothing to do; `intent`, when `preload` is called, as by a widget whose launcher is pointed
   * at, or when something is to run. Default `intent`.
   */
  readonly preload?: 'intent' | 'idle' | 'now' | undefined
  /** Time and timers. Default: the environment's. */
  readonly clock?: Clock | undefined
  /** Default: random ids. */
  readonly createId?: CreateId | undefined
  /** 0 to 1, for jitter. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** What one call may set. */
export interface CallOptions<Data = unknown> extends RunOptions<Data> {
  /** What the run can do, in the place of all that the agent has: the page’s tools and contexts are no part of it. */
  readonly scopes?: readonly Scope[] | undefined
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
