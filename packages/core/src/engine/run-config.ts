import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Budget } from '../values/budget.ts'
import type { Clock } from '../values/clock.ts'
import type { CreateId } from '../values/id.ts'
import type { Limits } from '../values/limits.ts'
import type { Message } from '../values/message.ts'
import type { ModelRetry } from '../values/model-retry.ts'
import type { Rates } from '../values/rates.ts'
import type { Dependencies, Metadata } from '../values/register.ts'
import type { Tool } from '../values/tool.ts'
import type { ModelRequest } from '../values/model-request.ts'
import type { Parameters } from '../schema/parameters.ts'
import type {
  Compaction,
  Followups,
  Guardrail,
  Ledger,
  Repair,
  ToolCache,
  ToolResultLimit,
} from './extras.ts'
import type { HookContext } from './hooks.ts'

/** Where messages are also written as they come; each write is awaited before the next step. */
export interface Conversation {
  append(message: Message, at: { sessionId: string; runId: string }): unknown
}

/** The environment a run stands in. */
export interface Ports {
  readonly clock: Clock
  readonly createId: CreateId
  /** 0 to 1, for jitter. */
  readonly random: () => number
}

/** The options of any run, with every default in place. */
export interface RunConfig {
  readonly limits: Limits
  readonly budgets: readonly Budget[]
  readonly toolArgValidation: 'strict' | 'lenient' | 'none'
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly metadata: Metadata
  readonly dependencies: Dependencies
  readonly cache?: ToolCache | undefined
}

/** The options of a run of the loop, with every default in place. */
export interface LoopConfig extends RunConfig {
  readonly model: LanguageModelV4
  readonly instructions?: string | ((run: HookContext) => string | Promise<string>) | undefined
  readonly limits: Limits & { readonly iterations: number }
  readonly rates: Rates
  readonly tools: readonly (string | Tool)[] | undefined
  readonly toolMode: 'auto' | 'return'
  readonly toolParallelism: 'serial' | 'parallel'
  readonly toolConcurrency: number
  readonly toolErrorMode: 'recover' | 'abort'
  readonly toolResultMaxBytes: number
  readonly includeToolTrace: boolean
  readonly retry: ModelRetry
  readonly settle: false | { readonly timeoutMs: number }
  readonly conversation?: Conversation | undefined
  /** The form an answer is to have. */
  readonly output?: Parameters | undefined
  /** As the model is asked for it. */
  readonly reasoning: ModelRequest['reasoning']
  readonly apiKey?: string | undefined
  readonly includeRaw: boolean
  readonly modalities?: readonly string[] | undefined
  readonly guardrails: readonly Guardrail[]
  readonly repair?: Repair | undefined
  readonly compaction?: Compaction | undefined
  readonly toolResultLimit?: ToolResultLimit | undefined
  readonly followups?: Followups | undefined
  readonly ledger?: Ledger | undefined
}
