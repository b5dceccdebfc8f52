import type { CallWork } from '../engine/call/call-work.ts'
import type { JsonObject } from '../values/json.ts'
import { toCanonicalText } from './canonical-text.ts'

/**
 * What the model is told of arguments that a person changed: their own values alone, since the message is said in their name and the rest may be third-party
 * text.
 */
export function describeChange(
  { callId, tool }: CallWork,
  original: JsonObject,
  args: JsonObject,
): string {
  const isSame = (name: string): boolean =>
    Object.hasOwn(original, name) && toCanonicalText(original[name]) === toCanonicalText(args[name])
  const changed = Object.entries(args).filter(([name]) => !isSame(name))
  const removed = Object.keys(original).filter((name) => !Object.hasOwn(args, name))
  const sentences = [
    `The person changed the arguments of the call ${callId} of "${tool}" before allowing it, and it ran so.`,
    changed.length && `Changed: ${JSON.stringify(Object.fromEntries(changed))}.`,
    removed.length && `Left out: ${JSON.stringify(removed)}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
