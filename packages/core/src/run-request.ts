import type { AgentParts } from './agent-parts.ts'
import type { CallOptions } from './call-options.ts'
import type { GivenOptions } from './check-options.ts'
import type { RunRequest } from './engine/engine.ts'
import { callAround, currentCall } from './engine/call-around.ts'
import { runOf } from './engine/run-of.ts'
import { EventHandlers } from './event-handlers.ts'
import { type AgentEvent, isTerminal } from './events.ts'
import { RunHead } from './run.ts'
import type { Session } from './session.ts'
import { registerScopes } from './tools/register-scopes.ts'

/** The session and the options of a run that is requested. */
interface Requested {
  readonly session: Session
  /** The options of the call alone. */
  readonly options: CallOptions
  /** The options of the call with those of the agent. */
  readonly given: GivenOptions
}

/**
 * Makes the request of a run, with the head of the run. Events of the run go to `follow` first,
 * then to the handlers of the agent and of the call.
 */
export function createRequest(
  { agent, ports, options: own, hooks, handlers: tiers }: AgentParts,
  { session, options, given }: Requested,
  follow: (event: AgentEvent) => void,
): RunRequest {
  const ownScopes = options.scopes && registerScopes(options.scopes)
  const handlers = new EventHandlers(options.on)
  const parent = runOf(options.parent)
  const around = callAround(options.parent) ?? currentCall()
  const head = new RunHead({
    agentId: agent.name,
    ports,
    parent,
    parentCallId: options.parent?.callId,
    sessionId: options.sessionId,
    signal: options.signal ?? own.signal,
    within: parent && options.parent?.signal,
    dispatch: (event) => {
      if (isTerminal(event)) ownScopes?.dispose()
      follow(event)
      for (const tier of tiers) tier.dispatch(event)
      handlers.dispatch(event)
    },
    hears: (type) => handlers.hears(type) || tiers.some((tier) => tier.hears(type)),
  })
  const enter = session.left && agent.sessions.enter
  const scopes = ownScopes?.registry ?? agent.scopes
  return { head, parent, around, session, ports, scopes, hooks, enter, given, tools: options.tools }
}
