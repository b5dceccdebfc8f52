import type { Approvals } from '../../approval/approval-store.ts'
import type { Asks } from '../../stores/asks.ts'
import type { Clock } from '../../values/clock.ts'
import type { CreateId } from '../../values/id.ts'
import type { Limits } from '../../values/limits.ts'
import type { ModelRetry } from '../../values/model-retry.ts'
import type { Dependencies } from '../../values/register.ts'
import type { Tool } from '../../values/tool.ts'
import type { ModelRequest } from '../../values/model-request.ts'
import type { Parameters } from '../../schema/parameters.ts'
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

/** Options that have a default, or must be given. */
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

/** What the loop has of that kind. */
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

/** Options that are read into something else, or are not the loop's to see. */
type Read = 'retry' | 'output' | 'reasoning' | 'signal' | 'onBusy'

/** The options of a run of the loop: checked, and with every default in place. Those without one are as they were given. */
export interface LoopConfig
  extends RunConfig, Omit<RunOptions, LoopFilled | Read | keyof RunConfig>, Filled<LoopFilled> {
  readonly limits: Limits & { readonly iterations: number }
  readonly tools: readonly (string | Tool)[] | undefined
  readonly retry: ModelRetry
  /** The form an answer is to have. */
  readonly output?: Parameters | undefined
  /** As the model is asked for it. */
  readonly reasoning: ModelRequest['reasoning']
}
