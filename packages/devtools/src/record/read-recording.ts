import type { Recording } from './recording.ts'
import { isObject } from './is-object.ts'

/**
 * Reads a recording: an object, or its JSON text. Returns the same object if it is one.
 *
 * Throws an `Error` that names the fault: no JSON, no recording, another version, a missing part.
 * It has the numbers of the run and of the request.
 */
export function readRecording(json: unknown): Recording {
  const value = typeof json === 'string' ? parse(json) : json
  if (!isObject(value) || value['ambit'] !== 'recording') {
    throw new Error(
      'This is not a recording of Ambit, so it cannot be played: `ambit` is not "recording". Give what `record(agent).recording` returned.',
    )
  }
  const { version, runs } = value
  if (version !== 2) {
    throw new Error(
      `The recording has version ${String(version)}, and this release reads version 2. Use the release of \`@ambit/devtools\` that wrote it, or record the session again.`,
    )
  }
  for (const list of ['toolLists', 'definitions', 'messages', 'files']) {
    if (!isObject(value[list])) cut(`its \`${list}\` are missing`)
  }
  if (!Array.isArray(runs)) cut('its `runs` are missing')
  for (const [at, run] of (runs as unknown[]).entries()) checkRun(run, `run ${at + 1}`)
  return value as unknown as Recording
}

function checkRun(run: unknown, where: string): void {
  if (!isObject(run)) return cut(`${where} is not an object`)
  const lists = ['requests', 'calls', 'steered', 'undone', 'settled', 'warnings']
  for (const list of lists) {
    if (!Array.isArray(run[list])) cut(`${where} has no \`${list}\``)
  }
  checkItems(run, where)
  const requests = run['requests'] as unknown[]
  const isOver = run['status'] === 'completed' || run['status'] === 'stopped'
  for (const [at, request] of requests.entries()) {
    const place = `${where}, request ${at + 1}`
    if (!isObject(request)) return cut(`${place} is not an object`)
    const { reply, faults } = request
    if (!Array.isArray(faults)) cut(`${place} has no \`faults\``)
    if (reply === undefined && !isOver) continue
    if (!isObject(reply) || !Array.isArray(reply['parts'])) {
      throw new Error(
        `In the recording, ${place} has no reply, so the model could not answer there. Add the reply, or record the session again.`,
      )
    }
    if (!isObject(reply['usage'])) cut(`the reply of ${place} has no \`usage\``)
    checkObjects(reply['parts'], `${place}, part`)
  }
}

/** Checks the members of the lists of a run. */
function checkItems(run: Record<string, unknown>, where: string): void {
  for (const list of ['steered', 'undone', 'settled']) {
    checkObjects(run[list] as unknown[], `${where}, ${list}`)
  }
  const calls = run['calls'] as unknown[]
  checkObjects(calls, `${where}, call`)
  for (const [at, call] of (calls as Record<string, unknown>[]).entries()) {
    const place = `${where}, call ${at + 1}`
    if (typeof call['tool'] !== 'string') cut(`${place} has no \`tool\``)
    const { questions } = call
    if (!Array.isArray(questions)) return cut(`${place} has no \`questions\``)
    checkObjects(questions, `${place}, question`)
  }
}

function checkObjects(items: readonly unknown[], name: string): void {
  const at = items.findIndex((item) => !isObject(item))
  if (at >= 0) cut(`${name} ${at + 1} is not an object`)
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new Error(
      'The recording is not JSON, so it cannot be read. The file may have been cut: record the session again, or take the file from your version control.',
      { cause },
    )
  }
}

function cut(fault: string): never {
  throw new Error(
    `The recording is not whole: ${fault}. The file may have been cut or changed by hand: record the session again, or take the file from your version control.`,
  )
}
