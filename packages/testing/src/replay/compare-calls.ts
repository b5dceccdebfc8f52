import type { RecordedCall, RecordedRun } from '@ambit/devtools/record'
import type { Compared } from './compared.ts'
import { diffJson, type DiffOptions, short } from './json-diff.ts'
import { includes } from './play-options.ts'
import type { Same } from './same.ts'

/** Compares the calls of a run: their outcomes, approvals, questions and results. */
export function compareCalls(compared: Compared, now: RecordedRun): void {
  const { run, name, drift } = compared
  for (const [at, old] of run.calls.entries()) {
    const place = `call ${at + 1} (${old.tool})`
    const say = (words: string): void => drift.add(name, place, words)
    const call = now.calls[at]
    // The end of a run that went on is not known.
    if (!call && run.status === 'running') continue
    if (!call) say('is not made')
    else if (call.tool !== old.tool) say(`is a call of "${call.tool}" now`)
    else compareCall(compared, old, call, say)
  }
  for (const [at, { tool }] of now.calls.slice(run.calls.length).entries()) {
    drift.add(name, `call ${run.calls.length + at + 1} (${tool})`, 'is new')
  }
}

function compareCall(
  { was, level, ignore, same }: Compared,
  old: RecordedCall,
  call: RecordedCall,
  add: (words: string) => void,
): void {
  const hint = isRedacted(old) ? '. Its arguments are redacted in the recording' : ''
  const say = (words: string): void => add(`${words}${hint}`)
  // A stored session does not know its approvals and questions.
  if (was.source === 'agent' && old.status !== 'running' && !refused.has(call.status)) {
    compareApproval(old, call, say)
    compareQuestions(old, call, same, say)
  }
  const tell = (
    name: string,
    a: unknown,
    b: unknown,
    isIgnored?: DiffOptions['isIgnored'],
  ): void => {
    for (const { path, words } of diffJson(a, b, {
      is: same.is,
      ...(isIgnored && { isIgnored }),
    })) {
      say(`${[name, ...path].join('.')} ${words}`)
    }
  }
  if (!old.approval?.edited) tell('arguments', old.args, call.args)
  if (old.status === 'running') return
  if (old.status !== call.status) {
    return say(`was ${old.status}, is ${call.status}${messageOf(call)}`)
  }
  if (!includes(level, 'results')) return
  tell('result', old.result, call.result, (path) => isIgnored([old.tool, ...path], ignore))
  tell('label', old.label, call.label)
  tell('the output for the model', old.output, call.output)
  tell('preview', old.approval?.preview, call.approval?.preview)
}

const isRedacted = ({ args, approval }: RecordedCall): boolean =>
  JSON.stringify([args, approval?.edited]).includes('[redacted]')

/** Compares the words of the questions. Two that were asked in another order are the same. */
function compareQuestions(
  { questions: had }: RecordedCall,
  { questions: has }: RecordedCall,
  { is }: Same,
  say: (words: string) => void,
): void {
  // The recorder came after the answer, and the play says so.
  if (had.some((one) => one.outcome === 'answered' && !('answer' in one))) return
  if (had.length > has.length) {
    return say(has.length === 0 ? 'asks no question any more' : 'asks fewer questions')
  }
  if (had.length < has.length) {
    return say(had.length === 0 ? 'asks a question now' : 'asks more questions')
  }
  const added = [...has]
  const gone = had.filter(({ message }) => {
    const at = added.findIndex((other) => is(message, other.message))
    if (at >= 0) added.splice(at, 1)
    return at < 0
  })
  for (const [at, { message }] of gone.entries()) {
    say(`asks another question: was ${short(message)}, is ${short(added[at]?.message)}`)
  }
}

/** The outcomes of calls about which nobody is asked, and which ask nobody. */
const refused = new Set(['disabled', 'stale', 'unknown', 'invalid', 'cancelled'])

function compareApproval(
  { approval: old }: RecordedCall,
  { approval: now }: RecordedCall,
  say: (words: string) => void,
): void {
  const [had, has] = [isOfUser(old), isOfUser(now)]
  if (had && !now) return say('a user was asked, is not asked any more')
  if (!had && has) {
    const cause = now?.cause === undefined ? '' : ` (cause: ${now.cause})`
    return say(`a user is asked now, was not${cause}`)
  }
  if (!old || !now) return
  if (old.decision !== now.decision) {
    const by = now.by === 'user' ? '' : ` by ${now.by}`
    return say(`was ${old.decision}, is ${now.decision}${by}${now.reason ? `: ${now.reason}` : ''}`)
  }
  if (had && !has) say(`a user was asked, is not asked any more (decided by ${now.by})`)
  if (old.cause !== now.cause && old.cause && now.cause) {
    say(`a user was asked because of ${old.cause}, is asked because of ${now.cause}`)
  }
  const isHidden = JSON.stringify(old.edited ?? '').includes('[redacted]')
  if (old.edited && !isHidden && short(old.edited) !== short(now.edited)) {
    say(`ran with ${short(old.edited)}, which the user wrote; runs with ${short(now.edited)}`)
  }
}

const isOfUser = (approval: RecordedCall['approval']): boolean =>
  approval?.by === 'user' ||
  approval?.by === 'devtools' ||
  approval?.by === 'timeout' ||
  approval?.by === 'nobody'

/** Returns the message of the error that a call ended with, after a colon. */
function messageOf({ result }: RecordedCall): string {
  const error = (result as { error?: { message?: unknown; reason?: unknown } } | undefined)?.error
  return typeof error?.message === 'string' ? `: ${error.message}` : ''
}

/** Whether a path is one of `ignore`, or inside one. */
const isIgnored = (path: readonly string[], ignore: readonly string[]): boolean =>
  ignore.some((pattern) =>
    pattern.split('.').every((key, at) => (key === '*' ? at < path.length : key === path[at])),
  )
