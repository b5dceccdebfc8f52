import { AgentError } from '../errors/agent-error.ts'
import type { AuditSource } from '../audit/audit.ts'
import { ToolDeniedError } from '../errors/tool-errors.ts'
import type { Draft, ToolMessage, ToolStatus, UserMessage } from '../messages/message.ts'
import type { Session } from '../session.ts'
import type { Outside } from '../state/outside.ts'
import { isExposed } from '../tools/call-source.ts'
import type { RegisteredTool } from '../tools/scope-registry.ts'
import { isForModel } from './toolbox.ts'
import type { CallTurns } from './call-turns.ts'
import type { CallWork } from './call-work.ts'
import { type Executed, executeCall } from './executor.ts'
import type { LoopRun } from './run-core.ts'

const stopped = 'the person at the page has stopped callers from outside'

/** Returns a test if callers of a kind may know and call a tool. */
export const isExposedTo =
  (source: string) =>
  ({ tool, scope }: RegisteredTool): boolean =>
    isExposed(source, tool, scope)

/** Throws `AgentError` for the source of calls that `runTool` does not make. */
export function checkSource(source: AuditSource): void {
  if (typeof source === 'string' && !['', 'model', 'runAgent'].includes(source)) return
  throw new AgentError(
    `\`source\` of \`runTool\` is ${JSON.stringify(source)}. The audit and the person who approves could not tell who asks. Give a name of the caller's kind, such as "webmcp".`,
  )
}

/**
 * Runs a call from outside as `executeCall` does, at its turn, once the page shows what the calls
 * before it changed. Rejects if the person has stopped such calls.
 */
export async function executeFromOutside(
  work: CallWork,
  turns: CallTurns,
  outside: Outside,
): Promise<Executed> {
  const { run, iteration, callId: beforeCallId } = work
  // A call inside another one has the turn of that one.
  const turn = run.around ? undefined : turns.ofOutside(run)
  const unsubscribe = outside.subscribe(({ isStopped }) => {
    if (isStopped) run.cancel({ kind: 'user', tag: 'outside', message: stopped })
  })
  try {
    if (outside.getState().isStopped) throw new ToolDeniedError(work.tool, stopped)
    work.turn = turn
    await turn?.take()
    await run.page?.beforeCall(run, { iteration, beforeCallId })
    return await executeCall(work)
  } finally {
    unsubscribe()
    turn?.leave()
  }
}

/** The number of calls from outside, by tool and then by status. */
type Counts = Map<string, Map<ToolStatus, number>>

/** The counts behind each note that no request has told yet. */
const countsOf = new WeakMap<object, Counts>()

/**
 * Adds a call from outside to the note that a session's model gets with its next request. One note
 * tells all calls since the last request. It has no word of the caller: only names of tools that
 * the page has.
 */
export function noteOutside(run: LoopRun, session: Session, { name, status }: ToolMessage): void {
  const found = run.toolbox.find(name)
  if (!found || !isForModel(found)) return
  const notes = (session.notes ??= [])
  const at = notes.findIndex((note) => countsOf.has(note))
  const counts: Counts = countsOf.get(notes[at] ?? {}) ?? new Map()
  const ofTool = counts.get(name) ?? new Map<ToolStatus, number>()
  counts.set(name, ofTool.set(status, (ofTool.get(status) ?? 0) + 1))
  const note: Draft<UserMessage> = {
    id: run.ports.createId(),
    role: 'user',
    source: 'app',
    forModel: true,
    createdAt: run.ports.clock.now(),
    content: `Neither you nor the person, but a caller from outside of the page (${run.source}) has called: ${inWords(counts)}. The page may have changed.`,
  }
  countsOf.set(note, counts)
  notes.splice(at < 0 ? notes.length : at, at < 0 ? 0 : 1, note)
}

/** The most tools that a note names. */
const maxNamed = 20

function inWords(counts: Counts): string {
  const named = [...counts].slice(0, maxNamed).map(([name, byStatus]) => {
    const numbers = [...byStatus].map(([status, count]) => `${count} ${status}`)
    return `${name} (${numbers.join(', ')})`
  })
  const rest = counts.size - named.length
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
}
