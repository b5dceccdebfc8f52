import { hideKeys } from '@ambit/core/redaction'
import { isObject } from './is-object.ts'
import { readRecording } from './read-recording.ts'

/**
 * Returns the text of a recording for a file: indented JSON, with a line break at its end.
 *
 * Throws an `Error` that names the place if a text, or the name of a member, has the form of a key
 * or a token. A file in version control would give the secret away.
 */
export function writeRecording(recording: unknown): string {
  const whole = readRecording(recording)
  refuseSecrets(whole, [])
  return `${JSON.stringify(whole, null, 2)}\n`
}

function refuseSecrets(value: unknown, path: readonly string[]): void {
  // The name of a member can be a key too.
  if (isKey(value) || isKey(path.at(-1))) {
    throw new Error(
      `The recording holds what looks like a key or a token, at ${placeOf(path.map(hideKeys))}, so nothing was written. Remove it, and give \`record\` a \`redaction\` that finds it.`,
    )
  }
  if (Array.isArray(value)) value.forEach((item, at) => refuseSecrets(item, [...path, String(at)]))
  else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) refuseSecrets(inner, [...path, key])
  }
}

const isKey = (text: unknown): boolean => typeof text === 'string' && hideKeys(text) !== text

/** Describes a path: `run 2, request 1 (reply.parts.0.text)`. */
function placeOf(path: readonly string[]): string {
  const [list, run, part, at, ...rest] = path
  if (list !== 'runs') return path.join('.')
  const isNumbered = part === 'requests' || part === 'calls'
  const inside = isNumbered ? rest : path.slice(2)
  const of = isNumbered ? `, ${part.slice(0, -1)} ${Number(at) + 1}` : ''
  return `run ${Number(run) + 1}${of} (${inside.join('.')})`
}
