import type { Lifecycle } from '../../ports/lifecycle.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ApprovalPolicy } from '../../approval/approvals.ts'
import type { StandardSchema } from '../../schema/standard-schema.ts'
import type { Audit } from '../../ports/audit.ts'
import type { Budget } from '../../values/budget.ts'
import type { Limits } from '../../values/limits.ts'
import type { Message } from '../../values/message.ts'
import type { ModelRetryOptions } from '../../values/model-retry.ts'
import type { Rates } from '../../values/rates.ts'
import type { ReasoningOptions } from '../../values/reasoning.ts'
import type { Dependencies, Metadata } from '../../values/register.ts'
import type { SandboxRunner } from '../../values/sandbox.ts'
import type {
  Compaction,
  Followups,
  Guardrail,
  Ledger,
  Redaction,
  Repair,
  ToolCache,
  ToolResultLimit,
} from './extras.ts'
import type { HookContext } from './hooks.ts'

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
