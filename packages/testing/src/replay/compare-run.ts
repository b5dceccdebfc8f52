import type {
  RecordedCall,
  RecordedRequest,
  RecordedRun,
  RecordedTool,
} from '@ambit/devtools/record'
import { comparePrompts } from './compare-prompts.ts'
import type { Compared } from './compared.ts'
import { diffJson, type DiffOptions, short } from './json-diff.ts'
import { describeRun, type Pairs } from './pair-runs.ts'
import { includes } from './play-options.ts'
import type { Same } from './same.ts'

/** Adds to the drift what came out otherwise in one run. */
export function compareRun(compared: Compared): void {
  const { run, now, name, level, drift } = compared
  if (!now) {
    // A message that was withdrawn, or an undo of nothing, does nothing.
    if (run.kind !== 'other') drift.add(name, '', `did not start (${describeRun(run)})`)
    return
  }
  const isCut = run.status === 'running'
  if (!isCut) compareEnd(compared, now)
  if (includes(level, 'tools')) compareTools(compared, now)
  compareCalls(compared, now)
  const [had, has] = [run.requests.length, now.requests.length]
  // A run that had no reply for one more request has failed, and its words say so.
  const isMore = had < has && now.status === run.status
  if ((had > has || isMore) && !isCut) {
    drift.add(name, '', `asked the model ${times(had)}, now ${times(has)}`)
  }
  if (includes(level, 'prompt')) comparePrompts(compared, now)
  compareUndo(compared, now)
}

function compareEnd({ run, name, level, drift, same }: Compared, now: RecordedRun): void {
  const say = (words: string): void => drift.add(name, '', words)
  if (now.status !== run.status) {
    const why = now.error ? `: ${now.error.message}` : ''
    return say(`was ${run.status}, is ${now.status}${why}`)
  }
  if (!includes(level, 'results')) return
  const [was, is] = [run.error?.message, now.error?.message]
  if (!same.is(was, is)) say(`fails with other words: was ${short(was)}, is ${short(is)}`)
  if (!same.is(run.content ?? '', now.content ?? '')) {
    say(`answers with other words: was ${short(run.content)}, is ${short(now.content)}`)
  }
}

function compareUndo({ run, name, drift }: Compared, now: RecordedRun): void {
  for (const [at, { tool, error }] of run.undone.entries()) {
    const is = now.undone[at]
    const place = `undo of ${tool}`
    if (!is && !error) drift.add(name, place, 'was done, is not possible any more')
    if (!is) continue
    if (!error && is.error) drift.add(name, place, `was done, now fails: ${is.error}`)
    else if (error && !is.error) drift.add(name, place, `failed, now is done (${error})`)
  }
  for (const { tool } of now.undone.slice(run.undone.length)) {
    drift.add(name, `undo of ${tool}`, 'is new')
  }
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** Adds to the drift the runs that only the play has: the app starts them now. */
export function compareNewRuns(
  { was, is, drift }: Pick<Compared, 'was' | 'is' | 'drift'>,
  pairs: Pairs,
): void {
  const old = new Map([...pairs].map(([id, now]) => [now.id, id]))
  for (const run of is.runs) {
    if (old.has(run.id)) continue
    const parent = old.get(run.parent ?? '')
    const at = was.runs.findIndex(({ id }) => id === parent)
    const place = at < 0 ? 'after the recording' : `run ${at + 1}`
    drift.add(place, '', `the app starts another run now (${describeRun(run)})`)
  }
}

/** Compares the calls of a run: their outcomes, approvals, questions and results. */
function compareCalls(compared: Compared, now: RecordedRun): void {
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

/** Compares the tools of each request: there or not, on or off, listed or not, their arguments. */
function compareTools(compared: Compared, now: RecordedRun): void {
  for (const [at, request] of compared.run.requests.entries()) {
    const is = now.requests[at]
    if (is) compareRequest(compared, request, is, `request ${at + 1}`)
  }
}

function compareRequest(
  { was, is, name, drift, same }: Compared,
  request: RecordedRequest,
  now: RecordedRequest,
  at: string,
): void {
  const had = was.toolLists[request.tools ?? '']
  const has = is.toolLists[now.tools ?? '']
  if (!had || !has) return
  const say = (tool: string, words: string): void => drift.add(name, at, `tool "${tool}" ${words}`)
  for (const old of had) {
    const tool = has.find((other) => other.name === old.name)
    const words = tool
      ? compareStates(old, tool, same)
      : `is gone${old.on ? '' : ` (was ${stateOf(old)})`}`
    if (words) say(old.name, words)
    const before = was.definitions[old.definition ?? '']
    const after = is.definitions[tool?.definition ?? '']
    if (!before || !after) continue
    for (const { path, words: change } of diffJson(before.inputSchema, after.inputSchema, {
      is: same.is,
      most: 2,
    })) {
      const place = path.filter((key) => key !== 'properties').join('.')
      say(old.name, `takes other arguments: ${place} ${change}`)
    }
  }
  for (const { name: tool } of has.filter(({ name }) => !had.some((old) => old.name === name))) {
    say(tool, 'is new')
  }
}

/** Returns how the state of a tool changed; undefined if it is the same. */
function compareStates(
  old: RecordedTool,
  now: RecordedTool,
  { is: isSame }: Same,
): string | undefined {
  if (old.on !== now.on) return `was ${stateOf(old)}, is ${stateOf(now)}`
  if (!old.on) {
    const [was, is] = [reasonOf(old), reasonOf(now)]
    return isSame(was, is) ? undefined : `is off for another reason: was "${was}", is "${is}"`
  }
  if (old.listed === now.listed) return undefined
  return now.listed ? 'was left out of the request, is in it' : 'is left out of the request'
}

const stateOf = (tool: RecordedTool): string => {
  const reason = reasonOf(tool)
  return tool.on ? 'on' : reason === 'no reason' ? 'off' : `off: ${reason}`
}

const reasonOf = ({ reason, thrown }: RecordedTool): string =>
  thrown === undefined ? (reason ?? 'no reason') : `its \`enabled\` threw ${thrown}`
