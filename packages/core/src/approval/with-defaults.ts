import type { CallWork, Executable } from '../engine/call/call-work.ts'
import { checkArguments } from '../engine/call/check-arguments.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import { cloneJson, isJsonObject } from '../values/json.ts'
import type { AssistantToolCall } from '../values/message.ts'

/**
 * The call with the defaults of its schema among its arguments, so that a person sees what they approve: `{}` may mean everything. Unchanged where the schema would
 * read the two differently.
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
