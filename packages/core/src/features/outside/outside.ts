// The reasons: decisions/0041.
import type { CallWork } from '../../engine/call.ts'
import type { Executed } from '../../engine/execute.ts'
import type { LoopRun } from '../../engine/run.ts'
import { type Feature, isCallEnd } from '../../engine/seams.ts'
import { ToolDeniedError } from '../../errors/errors.ts'
import type {
  Draft,
  Message,
  ToolMessage,
  ToolStatus,
  UserMessage,
} from '../../messages/message.ts'
import type { Note, Session } from '../../session.ts'
import { isForModel } from '../../engine/toolbox.ts'
import { isSecret } from '../../model/request.ts'
import { isOutside } from '../../tools/context.ts'
import type { ScopeRegistry } from '../../tools/registry.ts'
import type { CallTurns } from './turns.ts'

/**
 * Makes the feature of external callers: parties other than the page and its model, such as the
 * agent of the browser. Their calls take turns with those of the chat, and the user can stop them.
 */
export const outside = (scopes: ScopeRegistry, turns: CallTurns): Feature => ({
  run: (run) => {
    const { asked } = run
    if (asked?.history !== 'note') return
    run.log.listen((event) => {
      if (isCallEnd(event) && event.message) {
        noteCall(run as LoopRun, asked.session, event.message)
      }
    })
  },
  call: (work, next) =>
    isOutside(work.run.source) ? executeAtTurn(work, turns, scopes, next) : next(),
})

const stopped = 'the user at the page has stopped callers from outside'

/**
 * Runs the call of an external caller at its turn, once the page shows what the calls before it
 * changed. Rejects if the user has stopped such calls.
 */
async function executeAtTurn(
  work: CallWork,
  turns: CallTurns,
  scopes: ScopeRegistry,
  next: () => Promise<Executed>,
): Promise<Executed> {
  const { run, iteration, callId: beforeCallId } = work
  const waitForPage = async (): Promise<void> =>
    run.page?.beforeCall(run, { iteration, beforeCallId })
  // A call inside another one has the turn of that one.
  const turn = run.around ? undefined : turns.ofOutside(run, waitForPage)
  const unsubscribe = scopes.subscribe(({ allowsOutside }) => {
    if (!allowsOutside) run.cancel({ kind: 'user', tag: 'outside', message: stopped })
  })
  try {
    if (!scopes.getState().allowsOutside) throw new ToolDeniedError(work.tool, stopped)
    work.turn = turn
    await (turn ? turn.take() : waitForPage())
    return await next()
  } finally {
    unsubscribe()
    turn?.leave()
  }
}

/** The calls of one tool. */
interface OfTool {
  /** True if no model may learn of the tool while it is off. */
  readonly isSecret: boolean
  /** The number of calls by their status. */
  readonly counts: Map<ToolStatus, number>
}

/** The calls that one note reports. */
interface CallNote {
  readonly source: string
  readonly tools: Map<string, OfTool>
}

/** The calls behind each note that waits for a request. */
const callNotes = new WeakMap<Note, CallNote>()

/**
 * Adds a call that no history gets to the note that a session's model gets with its next request.
 * One note tells all calls of one kind of caller since the last request. It has no word of the
 * caller: only names of tools that the page has, and that the model may know.
 */
function noteCall(run: LoopRun, session: Session, { name, status }: ToolMessage): void {
  const found = run.toolbox.find(name)
  if (!found || !isForModel(found)) return
  if (run.toolbox.isHidden(found)) return
  const { source } = run
  const notes = (session.notes ??= [])
  const at = notes.findIndex((note) => callNotes.get(note)?.source === source)
  const before = notes[at] && callNotes.get(notes[at])
  const calls = before ?? { source, tools: new Map<string, OfTool>() }
  const { counts } = calls.tools.get(name) ?? { counts: new Map<ToolStatus, number>() }
  calls.tools.set(name, {
    isSecret: isSecret(found),
    counts: counts.set(status, (counts.get(status) ?? 0) + 1),
  })
  const draft = toDraft({ id: run.ports.createId(), createdAt: run.ports.clock.now() }, calls)
  const note = { ...draft, asOf: (now: LoopRun) => withoutHidden(now, draft, calls) }
  callNotes.set(note, calls)
  notes.splice(at < 0 ? notes.length : at, at < 0 ? 0 : 1, note)
}

/** Returns a note without the tools that no model may know of now; undefined if none is left. */
function withoutHidden(run: LoopRun, note: Draft<UserMessage>, calls: CallNote) {
  const tools = new Map([...calls.tools].filter((entry) => mayTell(run, ...entry)))
  return tools.size > 0 ? toDraft(note, { ...calls, tools }) : undefined
}

const toDraft = (
  { id, createdAt }: Pick<Draft<Message>, 'id' | 'createdAt'>,
  calls: CallNote,
): Draft<UserMessage> => ({
  id,
  role: 'user',
  source: 'app',
  forModel: true,
  createdAt,
  content: toSentence(calls),
})

function mayTell({ toolbox }: LoopRun, name: string, { isSecret }: OfTool): boolean {
  const found = toolbox.find(name)
  return found ? !toolbox.isHidden(found) : !isSecret
}

/** The most tools that a note names. */
const maxNamed = 20

function toSentence({ source, tools }: CallNote): string {
  const named = [...tools].slice(0, maxNamed).map(([name, { counts }]) => {
    const numbers = [...counts].map(([status, count]) => `${count} ${status}`)
    return `${name} (${numbers.join(', ')})`
  })
  const rest = tools.size - named.length
  const called = rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
  const caller =
    source === 'ui' ? 'the page itself' : `a caller from outside of the page (${source})`
  return `Neither you nor the user, but ${caller} has called: ${called}. The page may have changed.`
}
