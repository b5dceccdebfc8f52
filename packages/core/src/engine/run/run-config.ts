import type { ApprovalPolicy } from '../../approval/approvals.ts'
import type { Approvals } from '../../approval/approval-store.ts'
import type { Asks } from '../../stores/asks.ts'
import type { Audit } from '../../ports/audit.ts'
import type { Budget } from '../../values/budget.ts'
import type { Clock } from '../../values/clock.ts'
import type { CreateId } from '../../values/id.ts'
import type { Limits } from '../../values/limits.ts'
import type { ModelRetry } from '../../values/model-retry.ts'
import type { Dependencies, Metadata } from '../../values/register.ts'
import type { SandboxRunner } from '../../values/sandbox.ts'
import type { Tool } from '../../values/tool.ts'
import type { ModelRequest } from '../../values/model-request.ts'
import type { Parameters } from '../../schema/parameters.ts'
import type { ToolCache } from './extras.ts'
import type { RunOptions } from './run-options.ts'

/** The environment a run stands in. */
export interface Ports {
  readonly clock: Clock
  readonly createId: CreateId
  /** 0 to 1, for jitter. */
  readonly random: () => number
  /** Where tools ask the person; absent where nobody could be asked. */
  readonly asks?: Asks | undefined
  /** Where calls wait for a person; absent where nobody could be asked. */
  readonly approvals?: Approvals | undefined
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
  readonly approval?: ApprovalPolicy | undefined
  readonly sandbox?: SandboxRunner | undefined
  readonly audit?: Audit | undefined
}

/** Options that have a default, or must be given. */
type Filled =
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

/** Options that are read into something else, or are not the loop's to see. */
type Read = 'retry' | 'output' | 'reasoning' | 'signal' | 'onBusy'

/** The options of a run of the loop: checked, and with every default in place. Those without one are as they were given. */
export interface LoopConfig
  extends
    RunConfig,
    Omit<RunOptions, Filled | Read | keyof RunConfig>,
    Readonly<{ [Name in Filled]-?: NonNullable<RunOptions[Name]> }> {
  readonly limits: Limits & { readonly iterations: number }
  readonly tools: readonly (string | Tool)[] | undefined
  readonly retry: ModelRetry
  /** The form an answer is to have. */
  readonly output?: Parameters | undefined
  /** As the model is asked for it. */
  readonly reasoning: ModelRequest['reasoning']
}
