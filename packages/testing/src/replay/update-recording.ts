import type { RecordedCall, RecordedRun, Recording } from '@ambit/devtools/record'
import type { Pairs } from './pair-runs.ts'
import type { Same } from './same.ts'

/**
 * Returns a recording with the same user and model, and with what the app did in a play. Ids
 * stay, so that a difference of two files shows only what changed.
 */
export function updateRecording(
  was: Recording,
  is: Recording,
  pairs: Pairs,
  same: Same,
): Recording {
  const old = new Map([...pairs].map(([id, now]) => [now.id, id]))
  /** Returns the runs that the app starts now in a new run, and those inside them. */
  const newIn = (id: string | undefined): RecordedRun[] =>
    is.runs
      .filter((run) => run.parent === id && !old.has(run.id))
      .flatMap((run) => [
        { ...run, parent: old.get(run.parent ?? '') ?? run.parent },
        ...newIn(run.id),
      ])
  const runs = was.runs.flatMap((run) => {
    const now = pairs.get(run.id)
    if (now) return [updateRun(run, now, same), ...newIn(now.id)]
    // The app does not start it any more. What the user started stays.
    return run.parent === undefined ? [run] : []
  })
  const requests = runs.flatMap((run) => run.requests)
  const toolLists = pick(
    [was.toolLists, is.toolLists],
    requests.flatMap(({ tools = [] }) => tools),
  )
  const used = Object.values(toolLists).flatMap((list) =>
    list.flatMap(({ definition = [] }) => definition),
  )
  const hashes = requests.flatMap(({ prompt = [] }) => prompt)
  return {
    ...was,
    runs,
    toolLists,
    definitions: pick([was.definitions, is.definitions], used),
    messages: pick([was.messages, is.messages], hashes),
  }
}

/** Returns the entries of these hashes. */
function pick<Value>(
  tables: readonly Readonly<Record<string, Value>>[],
  hashes: readonly string[],
): Record<string, Value> {
  const all = Object.assign({}, ...tables) as Record<string, Value>
  const wanted = new Set(hashes)
  return Object.fromEntries(Object.entries(all).filter(([hash]) => wanted.has(hash)))
}

function updateRun(was: RecordedRun, is: RecordedRun, same: Same): RecordedRun {
  const requests = was.requests.flatMap((request, at) => {
    const now = is.requests[at]
    // The run ends earlier now, so that nothing asks for this reply.
    if (!now) return []
    const { tools, contexts, bytes, taint, prompt } = now
    const { taint: _taint, ...rest } = request
    const kept = request.prompt ? { prompt: prompt ?? request.prompt } : {}
    return [{ ...rest, tools, contexts, bytes, ...(taint !== undefined && { taint }), ...kept }]
  })
  // What the user wanted to undo stays, so that it can be played again.
  const undone = was.undone.map(({ callId, tool }, at) => {
    const now = is.undone[at]
    const error = now ? now.error : 'not possible'
    return { callId, tool, ...(error !== undefined && { error }) }
  })
  const calls = is.calls.map((call, at) => updateCall(was.calls[at], call, same))
  const { error: _error, content: _content, cancelled: _cancelled, ...rest } = was
  const { status, content, error, cancelled } = is
  // The times of waits differ each time.
  const settled = is.settled.map((now, at) => {
    const old = was.settled[at]
    return old?.ok === now.ok && old.why === now.why ? old : now
  })
  const warnings = is.warnings.map((now, at) => keep(was.warnings[at], now, same))
  return {
    ...rest,
    requests,
    calls,
    undone,
    settled,
    warnings,
    status,
    ...(content !== undefined && { content }),
    ...(error && { error: keep(was.error, error, same) }),
    ...(cancelled && { cancelled: keep(was.cancelled, cancelled, same) }),
  }
}

function updateCall(was: RecordedCall | undefined, is: RecordedCall, same: Same): RecordedCall {
  if (!was || was.tool !== is.tool) return is
  const questions = is.questions.map((question, at) => {
    const old = was.questions[at]
    if (!old) return question
    const { message } = question
    return { ...old, ...(message !== undefined && { message: keep(old.message, message, same) }) }
  })
  const result = is.result === undefined ? {} : { result: keep(was.result, is.result, same) }
  const args = keep(was.args, is.args, same)
  return {
    ...is,
    ...result,
    args,
    id: was.id,
    questions,
    ...(was.ms !== undefined && { ms: was.ms }),
  }
}

/** Returns a value of now, in which all that is the same but for ids and times is as it was. */
function keep<Value>(was: Value | undefined, is: Value, same: Same): Value {
  if (was === undefined || same.is(was, is)) return was ?? is
  if (Array.isArray(was) && Array.isArray(is)) {
    return is.map((inner, at) => keep(was[at] as unknown, inner, same)) as Value
  }
  if (!isObject(was) || !isObject(is)) return is
  const entries = Object.entries(is).map(([key, inner]) => [key, keep(was[key], inner, same)])
  return Object.fromEntries(entries) as Value
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
