import type { JSONSchema7 } from '@ai-sdk/provider'
import { type CallWork, checkArguments, type Executable } from '../engine/call.ts'
import { tellModel } from '../engine/commit.ts'
import { since, stale } from '../engine/offers.ts'
import { describeThrown } from '../errors/agent-error.ts'
import { ToolDeniedError } from '../errors/errors.ts'
import { canonicalJson, toJsonText } from '../json/json-text.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'
import { type AssistantToolCall, deepFreeze } from '../messages/message.ts'
import type { Intent } from '../storage.ts'
import type { PendingApproval } from './policy.ts'

/** Returns the arguments of a call as canonical JSON text. */
export function textOf({ name, arguments: args }: AssistantToolCall): string {
  try {
    return canonicalJson(args)
  } catch (thrown) {
    const reason = `its arguments cannot be read: ${describeThrown(thrown)}`
    throw new ToolDeniedError(name, reason, reason, 'unclear')
  }
}

/** Returns the arguments that a canonical text stands for, frozen. */
export const toArgs = (text: string): JsonObject => deepFreeze(JSON.parse(text) as JsonObject)

/** The arguments of a call as a user is shown them, and the value that the handler gets. */
export interface ShownArguments extends Pick<PendingApproval, 'args' | 'ignored'> {
  /** The arguments before the schema: in the words of the model, or of the user. */
  readonly words: JsonObject
  /** `words` as canonical JSON text. */
  readonly text: string
  /** The value for the handler: a parse of exactly `words`, which nobody else has. */
  readonly value: unknown
  /** `value` as JSON text. */
  readonly valueText: string
}

/**
 * Returns arguments as a user is shown them. `words` are of `toArgs`, and `value` is a parse of
 * exactly these.
 */
export function toShown(
  { jsonSchema }: Executable,
  words: JsonObject,
  value: unknown,
): ShownArguments {
  const text = JSON.stringify(words)
  const valueText = toValueText(value)
  const read = JSON.parse(valueText) as JsonValue
  if (canonicalJson(read) === text) return { args: words, words, text, value, valueText }
  const args = deepFreeze(isJsonObject(read) ? read : { value: read })
  const ignored: Record<string, JsonValue> = {}
  findIgnored(words, args, jsonSchema, '', ignored)
  const isAny = Object.keys(ignored).length > 0
  return { args, words, ...(isAny && { ignored: deepFreeze(ignored) }), text, value, valueText }
}

/** Returns a parsed value as JSON text. A value that cannot be read is described in words. */
export function toValueText(value: unknown): string {
  try {
    return toJsonText(value)
  } catch (thrown) {
    return JSON.stringify(`[unreadable: ${describeThrown(thrown)}]`)
  }
}

/** Parses arguments of a call once more, as `checkArguments` does. */
export const parse = (work: CallWork, executable: Executable, args: JsonObject): unknown =>
  checkArguments(
    { ...work, call: { id: work.call.id, name: work.call.name, arguments: args }, warnings: [] },
    executable,
  )

/**
 * Resolves with a parse of arguments for the functions of a tool. A schema may look something up:
 * rejects if the handler would get other values than those that are judged.
 */
export async function parseAgain(
  work: CallWork,
  executable: Executable,
  args: JsonObject,
  value: unknown,
): Promise<unknown> {
  const own = await parse(work, executable, args)
  if (toValueText(own) === toValueText(value)) return own
  throw stale(work, since('what its schema makes of its arguments'))
}

/** Resolves with a parse of a call's arguments that all functions of its tool get. */
export type ParseOwn = () => Promise<unknown>

/**
 * Returns the function that parses the arguments of a call for the functions of its tool, once.
 * The handler gets `value`.
 */
export function toParseOwn(work: CallWork, executable: Executable, value: unknown): ParseOwn {
  let own: Promise<unknown> | undefined
  return () => (own ??= parseAgain(work, executable, work.call.arguments as JsonObject, value))
}

/**
 * Adds the words, by their path, that neither the schema nor the arguments of the handler have a
 * name for. Adds nothing where the schema may have made something of them.
 */
function findIgnored(
  words: JsonValue | undefined,
  args: JsonValue | undefined,
  schema: unknown,
  path: string,
  ignored: Record<string, JsonValue>,
): void {
  const { properties, additionalProperties, items } = Object(schema) as JSONSchema7
  if (Array.isArray(words) && Array.isArray(args)) {
    // A list of another length was made anew.
    if (words.length !== args.length) return
    for (const [at, word] of words.entries())
      findIgnored(word as JsonValue, args[at] as JsonValue, items, `${path}${at}.`, ignored)
    return
  }
  if (!properties || !isJsonObject(words) || !isJsonObject(args)) return
  const isMade = Object.entries(properties).some(
    ([name, own]) =>
      Object.hasOwn(args, name) && !Object.hasOwn(words, name) && !('default' in Object(own)),
  )
  for (const [name, word] of Object.entries(words) as [string, JsonValue][]) {
    const isNamed = Object.hasOwn(properties, name)
    if (Object.hasOwn(args, name))
      findIgnored(word, args[name], isNamed && properties[name], `${path}${name}.`, ignored)
    // A schema that takes any name may use it.
    else if (!isNamed && !isMade && !additionalProperties) ignored[path + name] = word
  }
}

type Schema = JSONSchema7 | boolean | undefined

/** The changes that are reported without a name, and the names that can be reported. */
interface Found {
  readonly leftOut: string[]
  /** The number of members whose name is not in the schema. The model may have made up the name. */
  unnamed: number
}

/**
 * Returns the text for the model about arguments that a user, or `decide`, changed. It has only the
 * changed values, and only names that the schema has or the user wrote. The message is in the
 * user's name, and the rest may be third-party text.
 */
export function describeChange(
  { callId, tool }: CallWork,
  schema: Schema,
  original: JsonObject,
  args: JsonObject,
): string {
  const found: Found = { leftOut: [], unnamed: 0 }
  const changed = changeOf(original, args, schema, '', found)
  const { leftOut, unnamed } = found
  const sentences = [
    `The arguments of the call ${callId} of "${tool}" were changed before it was allowed.`,
    isJsonObject(changed) && Object.keys(changed).length && `Changed: ${JSON.stringify(changed)}.`,
    leftOut.length && `Left out: ${JSON.stringify(leftOut)}.`,
    unnamed && `Changed or left out besides: ${unnamed} with names that the tool does not define.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Returns the part of a changed value that differs from the value before. */
function changeOf(
  before: JsonValue | undefined,
  now: JsonValue | undefined,
  schema: Schema,
  path: string,
  found: Found,
): JsonValue | undefined {
  if (Array.isArray(before) && Array.isArray(now)) {
    const { items: given } = typeof schema === 'object' ? schema : {}
    const items = Array.isArray(given) ? undefined : given
    const known = new Set((before as readonly JsonValue[]).map(canonicalJson))
    return (now as readonly JsonValue[]).map((item, at) =>
      known.has(canonicalJson(item))
        ? '(as before)'
        : (changeOf((before as readonly JsonValue[])[at], item, items, `${path}${at}.`, found) ??
          null),
    )
  }
  if (!isJsonObject(before) || !isJsonObject(now)) return now
  const { properties = {} } = typeof schema === 'object' ? schema : {}
  const changed: { [key: string]: JsonValue | undefined } = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const isAdded = !Object.hasOwn(before, key)
    const value = now[key] as JsonValue | undefined
    const { default: preset } = Object(properties[key]) as { readonly default?: JsonValue }
    // A form has the tool's defaults filled in.
    const first = isAdded ? preset : before[key]
    if (first !== undefined && canonicalJson(first) === canonicalJson(value)) continue
    if (!isAdded && !Object.hasOwn(properties, key)) found.unnamed++
    else if (value === undefined) found.leftOut.push(path + key)
    else {
      const was = isAdded ? undefined : (before[key] as JsonValue)
      changed[key] = changeOf(was, value, properties[key], `${path}${key}.`, found)
    }
  }
  return changed
}

/**
 * Returns the record of a call that a page before this one started, and of which nobody knows the
 * end. Returns undefined for a call that was not started, or that has its answer.
 */
export function startedBefore({ run, callId }: CallWork): Intent | undefined {
  const intent = run.journal?.intents.get(callId)
  return intent?.answer ? undefined : intent
}

/**
 * Makes a call the one that was started: with the tool that a plug-in had sent it to, and with the
 * arguments of the user. It has the same idempotency key, so it must be the same call.
 */
export function takeStarted(work: CallWork, { call, isChanged }: Intent): void {
  const { name, arguments: args } = call
  if (isChanged) {
    work.replaced = toArgs(textOf(work.call))
    work.changed = args
  }
  work.call = { id: work.call.id, name, arguments: args }
}

/** Tells the model that the call runs, or ran, with the arguments of a user. */
export function tellChange(work: CallWork, original: JsonObject, args: JsonObject): void {
  const schema = work.find(work.call.name)?.executable.jsonSchema
  tellModel(work.run, describeChange(work, schema, original, args))
}
