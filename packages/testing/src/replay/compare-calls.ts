import type { RecordedCall, RecordedRun } from '@ambit/devtools/record'
import type { Compared } from './compared.ts'
import { diffJson, short } from './json-diff.ts'
import { includes } from './play-options.ts'

/** Compares the calls of a run: their outcomes, approvals, questions and results. */
export function compareCalls(compared: Compared, now: RecordedRun): void {
  const { run, name, drift } = compared
  for (const [at, old] of run.calls.entries()) {
    const place = `call ${at + 1} (${old.tool})`
    const say = (words: string): void => drift.add(name, place, words)
    const call = now.calls[at]
    if (!call) say('is not made')
    else if (call.tool !== old.tool) say(`is a call of "${call.tool}" now`)
    else compareCall(compared, old, call, say)
  }
  for (const [at, { tool }] of now.calls.slice(run.calls.length).entries()) {
    drift.add(name, `call ${run.calls.length + at + 1} (${tool})`, 'is new')
  }
}

function compareCall(
  { level, ignore }: Compared,
  old: RecordedCall,
  call: RecordedCall,
  say: (words: string) => void,
): void {
  if (!refused.has(call.status)) compareApproval(old, call, say)
  const [had, has] = [old.questions.length, call.questions.length]
  if (had > has) say(has === 0 ? 'asks no question any more' : 'asks fewer questions')
  if (had < has) say(had === 0 ? 'asks a question now' : 'asks more questions')
  if (old.status !== call.status) {
    say(`was ${old.status}, is ${call.status}${messageOf(call)}`)
    return
  }
  if (!includes(level, 'results')) return
  for (const { path, words } of diffJson(old.result, call.result)) {
    if (!isIgnored([old.tool, ...path], ignore)) say(`${['result', ...path].join('.')} ${words}`)
  }
}

/** The outcomes of calls about which nobody is asked. */
const refused = new Set(['disabled', 'unknown', 'invalid', 'cancelled'])

function compareApproval(
  { approval: old }: RecordedCall,
  { approval: now }: RecordedCall,
  say: (words: string) => void,
): void {
  const [had, has] = [isOfPerson(old), isOfPerson(now)]
  if (had && !now) return say('a person was asked, is not asked any more')
  if (!had && has) {
    const cause = now?.cause === undefined ? '' : ` (cause: ${now.cause})`
    return say(`a person is asked now, was not${cause}`)
  }
  if (!old || !now) return
  if (old.decision !== now.decision) {
    const by = now.by === 'person' ? '' : ` by ${now.by}`
    return say(`was ${old.decision}, is ${now.decision}${by}${now.reason ? `: ${now.reason}` : ''}`)
  }
  if (had && !has) say(`a person was asked, is not asked any more (decided by ${now.by})`)
  if (old.cause !== now.cause && old.cause && now.cause) {
    say(`a person was asked because of ${old.cause}, is asked because of ${now.cause}`)
  }
  if (old.isEdited && short(old.args) !== short(now.args)) {
    say(`ran with ${short(old.args)}, which the person wrote; runs with ${short(now.args)}`)
  }
}

const isOfPerson = (approval: RecordedCall['approval']): boolean =>
  approval?.by === 'person' ||
  approval?.by === 'devtools' ||
  approval?.by === 'timeout' ||
  approval?.by === 'nobody'

/** Returns the message of the error that a call ended with, after a colon. */
function messageOf({ result }: RecordedCall): string {
  const error = (result as { error?: { message?: unknown; reason?: unknown } } | undefined)?.error
  return typeof error?.message === 'string' ? `: ${error.message}` : ''
}

/** Tells if a path is one of `ignore`, or inside one. */
const isIgnored = (path: readonly string[], ignore: readonly string[]): boolean =>
  ignore.some((pattern) =>
    pattern.split('.').every((key, at) => (key === '*' ? at < path.length : key === path[at])),
  )
