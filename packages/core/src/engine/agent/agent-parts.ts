import type { Approvals } from '../../approval/approval-store.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import type { Activity } from '../../stores/activity.ts'
import type { Artifacts } from '../../stores/artifacts.ts'
import type { Asks } from '../../stores/asks.ts'
import type { History } from '../../stores/history.ts'
import type { Queue } from '../../stores/queue.ts'
import type { ScopeRegistry } from '../../stores/scope-registry.ts'
import type { Undos } from '../../stores/undos.ts'
import type { UsageMeter } from '../../stores/usage-meter.ts'
import type { Settler } from '../loop/settler.ts'
import type { EventHandlers } from '../run/event-handlers.ts'
import type { HookRegistry } from '../run/hooks.ts'
import type { Ports } from '../run/run-config.ts'
import type { RunResult } from '../run/run-result.ts'
import type { Run } from '../run/run.ts'
import type { Session } from '../run/session.ts'
import type { AgentOptions } from './agent-options.ts'

/** What runs use of the agent that a page sees. */
export interface AgentFace {
  readonly name: string
  readonly scopes: ScopeRegistry
  readonly history: History
  readonly activity: Activity
  readonly asks: Asks
  readonly approvals: Approvals
  readonly queue: Queue
  readonly usage: UsageMeter
  readonly artifacts: Artifacts
  readonly undos: Undos
  /** Known once the agent is made. */
  readonly sessions: Sessions
  resume(): Run<RunResult>
}

/** What an agent is made of, as its runs use it. */
export interface AgentParts {
  readonly agent: AgentFace
  readonly options: AgentOptions
  readonly ports: Ports
  /** Holds the open session. */
  readonly open: { session: Session }
  readonly hooks: HookRegistry
  readonly settlers: ReadonlySet<Settler>
  /** Of the option `on`, then of `agent.on`. */
  readonly handlers: readonly EventHandlers[]
}
