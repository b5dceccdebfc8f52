import { textOf, toArgs } from '../approval/binding.ts'
import { describeChange } from '../approval/describe-change.ts'
import { readArguments } from '../approval/shown-arguments.ts'
import type { JsonObject } from '../json/json.ts'
import type { Intent } from '../storage/session-row.ts'
import type { CallWork } from './call-work.ts'
import { tellModel } from './commit.ts'

/**
 * Returns the record of a call that a page before this one started, and of which nobody knows the
 * end. Returns undefined for a call that was not started, or that has its answer.
 */
export function startedBefore({ run, callId }: CallWork): Intent | undefined {
  const intent = run.journal?.intents.get(callId)
  return intent?.answer ? undefined : intent
}

/**
 * Makes a call the one that was started: with the tool that a hook had sent it to, and with the
 * arguments of the person. It has the same idempotency key, so it must be the same call.
 */
export async function takeStarted(work: CallWork, { call, isChanged }: Intent): Promise<void> {
  const { name, arguments: args } = call
  if (isChanged) {
    work.replaced = await argumentsOf(work)
    work.changed = args
  }
  work.call = { id: work.call.id, name, arguments: args }
}

/** Tells the model that the call runs, or ran, with the arguments of a person. */
export function tellChange(work: CallWork, original: JsonObject, args: JsonObject): void {
  const schema = work.find(work.call.name)?.executable.jsonSchema
  tellModel(work.run, describeChange(work, schema, original, args))
}

/** Resolves with the arguments of a call as its tool would get them, if they are valid. */
async function argumentsOf(work: CallWork): Promise<JsonObject> {
  const given = toArgs(textOf(work.call))
  try {
    const executable = work.find(work.call.name)?.executable
    return executable ? (await readArguments(work, executable, given)).args : given
  } catch {
    work.cancellation.throwIfCancelled()
    return given
  }
}
