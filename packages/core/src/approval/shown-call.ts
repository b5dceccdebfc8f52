import type { CallWork, Executable } from '../engine/call-work.ts'
import { checkArguments } from '../engine/check-arguments.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import { type JsonObject, canonicalJson, cloneJson, isJsonObject } from '../json/json.ts'
import { toCanonicalText } from './binding.ts'

/**
 * Returns the text for the model about arguments that a person changed. It has only the changed
 * values: the message is in the person's name, and the other values may be third-party text.
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

/**
 * Returns the call with the defaults of its schema among its arguments, so that a person sees all
 * they approve: `{}` may mean everything. Returns the call unchanged if the schema would read the
 * filled arguments differently.
 */
export async function withDefaults(
  work: CallWork,
  executable: Executable,
  parsed: unknown,
): Promise<AssistantToolCall> {
  const { call } = work
  if (!isJsonObject(parsed)) return call
  try {
    const given = cloneJson(call.arguments)
    const added = Object.keys(parsed).filter((key) => !Object.hasOwn(given, key))
    if (added.length === 0) return call
    for (const key of added) given[key] = cloneJson(parsed[key])
    const filled = { ...call, arguments: given }
    const again = await checkArguments({ ...work, call: filled, warnings: [] }, executable)
    return canonicalJson(again) === canonicalJson(parsed) ? filled : call
  } catch {
    return call
  }
}
