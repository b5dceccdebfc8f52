import type { RecordedCall, RecordedRun, Recording } from '@ambit/devtools/record'

/**
 * Returns a recording with the same person and model, and with what the app did in a play. Ids
 * stay, so that a difference of two files shows only what changed.
 */
export function updateRecording(
  was: Recording,
  is: Recording,
  pairs: ReadonlyMap<string, RecordedRun>,
): Recording {
  const runs = was.runs.map((run) => {
    const now = pairs.get(run.id)
    return now ? updateRun(run, now) : run
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

function updateRun(was: RecordedRun, is: RecordedRun): RecordedRun {
  const requests = was.requests.map((request, at) => {
    const now = is.requests[at]
    if (!now) return request
    const { tools, contexts, bytes, taint, prompt } = now
    const { taint: _taint, ...rest } = request
    const kept = request.prompt ? { prompt: prompt ?? request.prompt } : {}
    return { ...rest, tools, contexts, bytes, ...(taint !== undefined && { taint }), ...kept }
  })
  // What the person wanted to undo stays, so that it can be played again.
  const undone = was.undone.map(({ callId, tool }, at) => {
    const now = is.undone[at]
    const error = now ? now.error : 'not possible'
    return { callId, tool, ...(error !== undefined && { error }) }
  })
  const calls = is.calls.map((call, at) => updateCall(was.calls[at], call))
  const { error: _error, content: _content, ...rest } = was
  const { status, content, error, settled, warnings } = is
  return {
    ...rest,
    requests,
    calls,
    undone,
    settled,
    warnings,
    status,
    ...(content !== undefined && { content }),
    ...(error && { error }),
  }
}

function updateCall(was: RecordedCall | undefined, is: RecordedCall): RecordedCall {
  if (!was || was.tool !== is.tool) return is
  const questions = is.questions.map((question, at) => was.questions[at] ?? question)
  return { ...is, id: was.id, questions, ...(was.ms !== undefined && { ms: was.ms }) }
}
