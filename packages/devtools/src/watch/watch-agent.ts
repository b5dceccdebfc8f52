import type { Agent } from '@ambit/core'
import { record, type Recorder } from '../record/index.ts'
import { EventLog } from './event-log.ts'
import { RequestLog } from './request-log.ts'
import { StateLog } from './state-log.ts'
import { Toggles } from './toggles.ts'

/** The agent that the panel shows, with what was seen of it. */
export interface Watched {
  /** Another number for each agent: names may be the same. */
  readonly id: number
  readonly agent: Agent
  /** The recorder, for what is saved. */
  readonly recorder: Recorder
  /** The events so far, without deltas. */
  readonly events: EventLog
  /** The requests so far, as they were built. */
  readonly requests: RequestLog
  /** The states that the page shares with the agent, and who changed them. */
  readonly states: StateLog
  /** The changes that the devtools make to the agent. */
  readonly toggles: Toggles
  /** Ends the watching. What was seen stays. */
  stop(): void
}

let count = 0

/** Watches an agent from now on. A run that goes on is shown from its start. */
export function watchAgent(agent: Agent): Watched {
  const recorder = record(agent, { requests: 'full' })
  const events = new EventLog(agent)
  const requests = new RequestLog(agent)
  const states = new StateLog(agent)
  const toggles = new Toggles(agent)
  return {
    id: ++count,
    agent,
    recorder,
    events,
    requests,
    states,
    toggles,
    stop() {
      toggles.stop()
      recorder.stop()
      events.stop()
      requests.stop()
      states.stop()
    },
  }
}
