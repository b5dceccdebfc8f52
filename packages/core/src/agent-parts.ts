import type { Approvals } from './approval/approvals.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { Activity } from './state/activity.ts'
import type { Artifacts } from './state/artifacts.ts'
import type { Asks } from './state/questions.ts'
import type { History } from './messages/history.ts'
import type { Outside } from './state/outside.ts'
import type { Queue } from './state/queue.ts'
import type { ScopeRegistry } from './tools/scope-registry.ts'
import type { Touches } from './state/touches.ts'
import type { Undos } from './state/undos.ts'
import type { UsageMeter } from './state/usage-meter.ts'
import type { Settler } from './engine/settle.ts'
import type { EventHandlers } from './event-handlers.ts'
import type { HookRegistry } from './hooks.ts'
import type { Ports } from './environment.ts'
import type { RunResult } from './run-result.ts'
import type { Run } from './run.ts'
import type { OpenedSession } from './session.ts'
import type { AgentOptions } from './agent-options.ts'

/** The parts of an agent that a page sees, as far as runs use them. */
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
  readonly touches: Touches
  readonly outside: Outside
  /** The sessions of the agent; known once the agent is made. */
  readonly sessions: Sessions
  resume(): Run<RunResult>
}

/** The parts of an agent, as its runs use them. */
export interface AgentParts {
  readonly agent: AgentStores
  readonly options: AgentOptions
  readonly ports: Ports
  /** The holder of the open session. */
  readonly open: OpenedSession
  readonly hooks: HookRegistry
  readonly settlers: ReadonlySet<Settler>
  /** The handlers of the option `on`, then those of `agent.on`. */
  readonly handlers: readonly EventHandlers[]
}
