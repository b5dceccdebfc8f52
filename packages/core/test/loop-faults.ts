import { promptFaults } from '@ambit/testing'
import { isTerminal } from '../src/events.ts'
import type { AgentEvent, EventOf, Message } from '../src/index.ts'
import { LoopUnderTest } from './loop-page.ts'

/** Returns the present faults of a loop in words. There must be none, whatever has happened. */
export function loopFaults(loop: LoopUnderTest): string[] {
  return [
    ...loop.model.wronglyRun,
    ...saidFaults(loop),
    ...runFaults(loop),
    ...returnedFaults(loop),
    ...branchesOf(loop.tree).flatMap(historyFaults),
    ...loop.model.driven.calls.flatMap(({ request }, at) =>
      promptFaults(request.prompt).map((fault) => `Request ${at}: ${fault}`),
    ),
    ...(loop.isIdle ? idleFaults(loop) : []),
  ]
}

/**
 * Checks that every accepted message is in the history or unsent, and once, and that no refused one
 * is.
 */
function saidFaults(loop: LoopUnderTest): string[] {
  const ofUser = [...loop.tree.values()].filter(({ role }) => role === 'user')
  const messages = [...ofUser, ...loop.agent.sessions.getState().unsent]
  return loop.said.flatMap((said) => {
    const times = messages.filter(({ content }) => content === said.text).length
    const isRefused = LoopUnderTest.isRefused(said)
    const least = isRefused || !loop.isIdle ? 0 : 1
    const most = isRefused ? 0 : 1
    return times < least || times > most ? [`"${said.text}" stands ${times} times.`] : []
  })
}

/** Checks that the events of a run have no gap, and that one end comes last. */
function runFaults(loop: LoopUnderTest): string[] {
  return [...loop.runs].flatMap(({ events, status }, nth) => {
    const faults: string[] = []
    if (events.some(({ seq }, at) => seq !== at + 1)) faults.push('has a gap in its sequence')
    if (events.some(({ at }, nth) => at < (events[nth - 1]?.at ?? at))) faults.push('goes back')
    const ends = events.filter(isTerminal)
    if (ends.length !== (status === 'running' ? 0 : 1)) faults.push(`has ${ends.length} ends`)
    const last = events.at(-1)
    if (ends.length > 0 && last !== ends[0]) faults.push('goes on after its end')
    const answered = new Map<string, number>()
    for (const event of events) {
      if (isEndOfCall(event)) answered.set(event.callId, (answered.get(event.callId) ?? 0) + 1)
    }
    if ([...answered.values()].some((times) => times > 1)) faults.push('answers a call twice')
    return faults.map((fault) => `Run ${nth} ${fault}.`)
  })
}

/** Checks that a call is reported as succeeded if its handler has returned, and only then. */
function returnedFaults({ runs, returned, isIdle }: LoopUnderTest): string[] {
  const ends = [...runs].flatMap(({ events }) => events.filter(isEndOfCall))
  const faults = ends.flatMap((event) => {
    const isOk = event.type === 'agent:tool_succeeded' && event.message?.status === 'ok'
    return isOk === returned.has(event) ? [] : [`"${event.callId}" is told as ${event.type}.`]
  })
  const told = ends.filter((event) => returned.has(event)).length
  if (isIdle && told !== returned.size) faults.push('A call that returned is not told of.')
  return faults
}

const isEndOfCall = (event: AgentEvent): event is EndOfCall =>
  /^agent:tool_(succeeded|failed|cancelled)$/.test(event.type)

type EndOfCall = EventOf<'agent:tool_succeeded' | 'agent:tool_failed' | 'agent:tool_cancelled'>

/** Returns the paths from the first message to each last one. */
export function branchesOf(tree: ReadonlyMap<string, Message>): Message[][] {
  const followed = new Set([...tree.values()].map(({ parentId }) => parentId))
  const lasts = [...tree.values()].filter(({ id }) => !followed.has(id))
  return lasts.map((last) => {
    const path: Message[] = []
    for (let at: Message | undefined = last; at; at = tree.get(at.parentId ?? '')) path.push(at)
    return path.reverse()
  })
}

/**
 * Checks that messages follow each other, and that every call is answered once, before any other
 * message. Calls of the last message may still be open.
 */
export function historyFaults(messages: readonly Message[]): string[] {
  const faults: string[] = []
  const ids = new Set(messages.map(({ id }) => id))
  if (ids.size !== messages.length) faults.push('Two messages have one id.')
  let open = new Set<string>()
  for (const [at, message] of messages.entries()) {
    if (message.parentId !== (messages[at - 1]?.id ?? null)) {
      faults.push(`Message ${at} does not follow the one before it.`)
    }
    if (message.role === 'tool') {
      if (!open.delete(message.id)) faults.push(`Message ${at} answers no open call.`)
      continue
    }
    if (open.size) faults.push(`Message ${at} comes before ${open.size} calls are answered.`)
    open = new Set(message.role === 'assistant' ? message.calls?.map(({ id }) => id) : [])
  }
  return faults
}

/** Checks that nothing is left behind when nothing runs. */
function idleFaults({ agent, clock, model, listeners, tree }: LoopUnderTest): string[] {
  const faults: string[] = []
  const { status, draft, calls, runId } = agent.getState()
  if (clock.pending) faults.push(`${clock.pending} timers are left.`)
  if (listeners) faults.push(`${listeners} listeners are left.`)
  if (model.driven.live.length)
    faults.push(`${model.driven.live.length} model streams are left open.`)
  if (agent.queue.getState().waiting.length) faults.push('The queue is not empty.')
  if (status !== 'idle' || draft || runId) faults.push(`The agent is ${status}.`)
  const open = [...calls.values()].filter(({ answer }) => !answer)
  if (open.length) faults.push(`These calls are open: ${open.map(({ callId }) => callId).join()}.`)
  const messages = [...tree.values()]
  const asked = messages.flatMap((m) => (m.role === 'assistant' ? (m.calls ?? []) : []))
  const answers = messages.filter(({ role }) => role === 'tool')
  if (asked.length !== answers.length) faults.push('A call has no answer.')
  return faults
}
