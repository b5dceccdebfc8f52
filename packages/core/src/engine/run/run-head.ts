import type { CancelReason } from '../../values/cancel-reason.ts'
import type { ChatInput } from '../../values/content.ts'
import type { AgentEvent } from '../../values/event.ts'
import { Cancellation } from './cancellation.ts'
import { EventLog } from './event-log.ts'
import type { Ports } from './run-config.ts'
import type { RunReport, RunStatus } from './run-result.ts'

/** What a run is asked for with. */
export interface RunHeadOptions {
  readonly agentId: string
  readonly ports: Ports
  /** The run it stands in. */
  readonly parent?: Pick<RunHead, 'rootId' | 'cancellation'> | undefined
  readonly signal?: AbortSignal | undefined
  /** Of the attempt at a call that it stands in: what ends that ends it. */
  readonly within?: AbortSignal | undefined
  /** Gets every event; must not throw. */
  readonly dispatch: (event: AgentEvent) => void
}

/** What a run has from the moment it is asked for: identity, log, cancellation. All else comes with the loop. */
export class RunHead {
  readonly id: string
  readonly rootId: string
  readonly agentId: string
  readonly log: EventLog
  readonly cancellation: Cancellation
  readonly startedAt: number
  status: RunStatus = 'running'
  /** The run itself, once there is one. */
  core: { readonly report: RunReport; fail(error: unknown): void } | undefined

  constructor({ agentId, ports, parent, signal, within, dispatch }: RunHeadOptions) {
    this.id = ports.createId()
    this.rootId = parent?.rootId ?? this.id
    this.agentId = agentId
    this.cancellation = parent ? parent.cancellation.child() : new Cancellation()
    const identity = { agentId, runId: this.id, rootRunId: this.rootId }
    this.log = new EventLog(identity, ports.clock, dispatch)
    this.startedAt = ports.clock.now()
    if (signal) this.cancellation.follow(signal)
    if (within) this.cancellation.follow(within)
  }

  get events(): readonly AgentEvent[] {
    return this.log.events
  }

  get report(): RunReport | undefined {
    return this.core?.report
  }

  observe(): AsyncIterableIterator<AgentEvent> {
    return this.log.observe()
  }

  /** Tells that it starts. */
  start(input?: ChatInput): void {
    this.log.emit('started', input === undefined ? {} : { input })
  }

  /** Ends it with an error, whatever its body goes on to do. */
  fail(error: unknown): void {
    this.core?.fail(error)
    this.cancel({ kind: 'parent_failed', message: 'the run failed', cause: error })
  }

  cancel(reason: CancelReason = { kind: 'manual' }): void {
    this.cancellation.cancel(Object.freeze(reason))
  }
}
