import type { LoopRun } from '../../engine/run.ts'
import { isForModel } from '../../engine/toolbox.ts'
import type {
  Draft,
  Message,
  ToolMessage,
  ToolStatus,
  UserMessage,
} from '../../messages/message.ts'
import type { Session } from '../../session.ts'

/** The calls of one tool. */
interface OfTool {
  /** True if no model may learn of the tool while it is off. */
  readonly isSecret: boolean
  /** The number of calls by their status. */
  readonly counts: Map<ToolStatus, number>
}

/** The calls that one note tells. */
interface Told {
  readonly source: string
  readonly tools: Map<string, OfTool>
}

/** The calls behind each note that no request has told yet. */
const toldBy = new WeakMap<Draft<Message>, Told>()

/**
 * Adds a call that no history gets to the note that a session's model gets with its next request.
 * One note tells all calls of one kind of caller since the last request. It has no word of the
 * caller: only names of tools that the page has, and that the model may know.
 */
export function noteOutside(run: LoopRun, session: Session, { name, status }: ToolMessage): void {
  const found = run.toolbox.find(name)
  if (!found || !isForModel(found)) return
  if (run.toolbox.isHidden(found)) return
  const { source } = run
  const notes = (session.notes ??= [])
  const at = notes.findIndex((note) => toldBy.get(note)?.source === source)
  const before = notes[at] && toldBy.get(notes[at])
  const told = before ?? { source, tools: new Map<string, OfTool>() }
  const isSecret = Boolean(found.tool.hide || found.scope.hide)
  const { counts } = told.tools.get(name) ?? { counts: new Map<ToolStatus, number>() }
  told.tools.set(name, { isSecret, counts: counts.set(status, (counts.get(status) ?? 0) + 1) })
  const note = toNote({ id: run.ports.createId(), createdAt: run.ports.clock.now() }, told)
  toldBy.set(note, told)
  notes.splice(at < 0 ? notes.length : at, at < 0 ? 0 : 1, note)
}

/**
 * Returns the notes of a session without the tools that no model may know of now. A note that would
 * tell nothing is left out.
 */
export function withoutHidden(
  run: LoopRun,
  notes: readonly Draft<Message>[],
): readonly Draft<Message>[] {
  return notes.flatMap((note) => {
    const told = toldBy.get(note)
    if (!told) return [note]
    const tools = new Map([...told.tools].filter((entry) => mayTell(run, ...entry)))
    return tools.size > 0 ? [toNote(note, { ...told, tools })] : []
  })
}

const toNote = (
  { id, createdAt }: Pick<Draft<Message>, 'id' | 'createdAt'>,
  told: Told,
): Draft<UserMessage> => ({
  id,
  role: 'user',
  source: 'app',
  forModel: true,
  createdAt,
  content: inWords(told),
})

function mayTell({ toolbox }: LoopRun, name: string, { isSecret }: OfTool): boolean {
  const found = toolbox.find(name)
  return found ? !toolbox.isHidden(found) : !isSecret
}

/** The most tools that a note names. */
const maxNamed = 20

function inWords({ source, tools }: Told): string {
  const named = [...tools].slice(0, maxNamed).map(([name, { counts }]) => {
    const numbers = [...counts].map(([status, count]) => `${count} ${status}`)
    return `${name} (${numbers.join(', ')})`
  })
  const rest = tools.size - named.length
  const called = rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
  const caller =
    source === 'ui' ? 'the page itself' : `a caller from outside of the page (${source})`
  return `Neither you nor the person, but ${caller} has called: ${called}. The page may have changed.`
}
