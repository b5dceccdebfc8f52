import { CallContext } from '../engine/call-context.ts'
import type { CallWork, Executable } from '../engine/call-work.ts'
import { checkArguments } from '../engine/check-arguments.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import { type AssistantToolCall, deepFreeze } from '../messages/message.ts'
import {
  type JsonObject,
  type JsonValue,
  canonicalJson,
  cloneJson,
  isJsonObject,
} from '../json/json.ts'
import { toJsonText } from '../json/json-text.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { toCanonicalText } from './binding.ts'

const maxWaitMs = 10_000

type Previewed = Pick<ApprovalRequest, 'preview' | 'previewError'>

/**
 * Resolves with the result of the tool's `preview` for a call, or with its error. Empty if the tool
 * has no `preview`. A preview has 10 s. Rejects only if the call is cancelled.
 */
export async function previewOf(work: CallWork, executable: Executable): Promise<Previewed> {
  const { preview } = executable
  if (!preview) return {}
  const { cancellation, run } = work
  const { clock } = run.ports
  const own = cancellation.child()
  const timer = clock.setTimeout(() => own.cancel({ kind: 'timeout' }), maxWaitMs)
  try {
    const args = await checkArguments(work, executable)
    const shown = await own.race(preview(args as never, new CallContext(work, own)))
    return { preview: deepFreeze(JSON.parse(toJsonText(shown)) as JsonValue) }
  } catch (thrown) {
    cancellation.throwIfCancelled()
    return { previewError: own.reason ? 'it took too long' : describeThrown(thrown) }
  } finally {
    clock.clearTimeout(timer)
    own.dispose()
  }
}

/** Tells if the preview of a tool that came back is the one that the person sees. */
export async function isShownStill(
  work: CallWork,
  executable: Executable,
  shown: Previewed,
): Promise<boolean> {
  const { preview, previewError } = await previewOf({ ...work, warnings: [] }, executable)
  return (
    toCanonicalText([preview, previewError]) ===
    toCanonicalText([shown.preview, shown.previewError])
  )
}

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
