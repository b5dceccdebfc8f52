import type { Approvals } from './approval/approvals.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { Activity } from './state/activity.ts'
import type { Artifacts } from './state/artifacts.ts'
import type { Asks } from './state/questions.ts'
import type { History } from './messages/history.ts'
import type { Queue } from './state/queue.ts'
import type { ScopeRegistry } from './tools/scope-registry.ts'
import type { Undos } from './state/undos.ts'
import type { UsageMeter } from './state/usage-meter.ts'
import type { Settler } from './engine/settle.ts'
import type { EventHandlers } from './event-handlers.ts'
import type { HookRegistry } from './hooks.ts'
import type { Ports } from './environment.ts'
import type { RunResult } from './run-result.ts'
import type { Run } from './run.ts'
import type { Session } from './session.ts'
import type { AgentOptions } from './agent-options.ts'

/** What runs use of the agent that a page sees. */
export interface AgentStores {
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
  readonly agent: AgentStores
  readonly options: AgentOptions
  readonly ports: Ports
  /** Holds the open session. */
  readonly open: { session: Session }
  readonly hooks: HookRegistry
  readonly settlers: ReadonlySet<Settler>
  /** Of the option `on`, then of `agent.on`. */
  readonly handlers: readonly EventHandlers[]
}
