import type { JSONSchema7 } from '@ai-sdk/provider'
import { type CallWork, checkArguments, type Executable } from '../engine/call.ts'
import { tellModel } from '../engine/commit.ts'
import {
  cloneJson,
  isJsonObject,
  isPlainJson,
  type JsonObject,
  type JsonValue,
  maxDepth,
} from '../json/json.ts'
import { deepFreeze } from '../messages/message.ts'
import { coerce } from '../schema/coerce.ts'
import type { Intent } from '../storage/storage.ts'
import { textOf, toArgs, toCanonicalText } from './binding.ts'
import type { ApprovalRequest } from './policy.ts'

/** The arguments of a call as a person is shown them, and the value that the handler gets. */
export interface ShownArguments extends Pick<ApprovalRequest, 'args' | 'ignored' | 'parsed'> {
  /** `args` as canonical JSON text. */
  readonly text: string
  /** The value for the handler: a parse of exactly `args`, which nobody else has. */
  readonly value: unknown
  /** Tells if `value` still reads as it was shown. */
  readonly isAsShown: () => boolean
}

/**
 * Reads the arguments of a call as the handler gets them: without what the schema drops, with what
 * it adds. If the schema changes more than that, `args` is the side before and `parsed` the side
 * after. Rejects with `ToolValidationError` if the arguments are not valid.
 */
export async function readArguments(
  work: CallWork,
  executable: Executable,
  given: JsonObject,
): Promise<ShownArguments> {
  const { call, run } = work
  const { id, name } = call
  const isLenient = run.config.toolArgValidation === 'lenient'
  const input = (
    isLenient ? coerce(given, executable.jsonSchema, () => undefined) : given
  ) as JsonObject
  let isAsync = false
  const parse = async (args: JsonObject): Promise<Parsed> => {
    const asked = { id, name, arguments: args }
    const value = checkArguments({ ...work, call: asked, warnings: [] }, executable)
    isAsync ||= value instanceof Promise
    return { args, value: await value }
  }
  const tryParse = (args: JsonObject): Promise<Parsed | undefined> =>
    parse(args).catch(() => {
      work.cancellation.throwIfCancelled()
      return undefined
    })

  const first = await parse(input)
  const filled = fill(input, first.value)
  if (!filled.isTransformed && isEqual(filled.kept, input)) return toShown(input, first)
  const again = await tryParse(filled.kept as JsonObject)
  if (again && !filled.isTransformed && isEqual(again.value, filled.kept)) {
    return toShown(input, again)
  }
  const search = new NoEffect(first, tryParse, isAsync ? 8 : 200)
  return toShown(input, await search.find(again))
}

function toShown(input: JsonObject, { args, value }: Parsed): ShownArguments {
  const shown = toShownValue(value)
  const shownText = toCanonicalText(shown)
  const text = toCanonicalText(args)
  const ignored = leftOut(input, args)
  return {
    args: deepFreeze(args),
    ...(ignored !== undefined && { ignored: deepFreeze(ignored as JsonObject) }),
    ...(shownText !== text && { parsed: deepFreeze(shown) }),
    text,
    value,
    isAsShown: () => toCanonicalText(toShownValue(value)) === shownText,
  }
}

/** Tells if a value is plain JSON data that equals other JSON data. */
const isEqual = (value: unknown, json: JsonValue): boolean =>
  isPlainJson(value, maxDepth) && toCanonicalText(value) === toCanonicalText(json)

/** A value with what its schema added and without what the schema dropped. */
interface Filled {
  readonly kept: JsonValue
  /** True if the schema changed more than that. Then `kept` has the values before. */
  readonly isTransformed: boolean
}

function fill(input: JsonValue, parsed: unknown): Filled {
  if (Array.isArray(input) && Array.isArray(parsed) && input.length === parsed.length) {
    const items = (input as readonly JsonValue[]).map((item, at) => fill(item, parsed[at]))
    return {
      kept: items.map(({ kept }) => kept),
      isTransformed: items.some(({ isTransformed }) => isTransformed),
    }
  }
  if (!isPlainObject(input) || !isPlainObject(parsed)) {
    return { kept: input, isTransformed: input !== parsed }
  }
  const kept: { [key: string]: JsonValue | undefined } = {}
  let isTransformed = false
  for (const [key, value] of Object.entries(parsed)) {
    if (value === undefined || key === '__proto__') continue
    const before = Object.hasOwn(input, key) ? (input as JsonObject)[key] : undefined
    if (before !== undefined) {
      const inner = fill(before, value)
      kept[key] = inner.kept
      isTransformed ||= inner.isTransformed
    } else if (isPlainJson(value, maxDepth)) {
      kept[key] = cloneJson(value) as JsonValue
    } else {
      isTransformed = true
    }
  }
  return { kept, isTransformed }
}

/** Returns the members that are in `input` alone, in its shape; undefined if there are none. */
function leftOut(input: JsonValue, args: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(input)) {
    const items = (input as readonly JsonValue[]).map(
      (item, at) => leftOut(item, (args as readonly JsonValue[])[at]) ?? null,
    )
    return items.some((item) => item !== null) ? items : undefined
  }
  if (!isPlainObject(input)) return undefined
  const without = Object.entries(input as JsonObject).flatMap(([key, value]) => {
    if (value === undefined) return []
    const isKept = Object.hasOwn(args as JsonObject, key)
    const inner = isKept ? leftOut(value, (args as JsonObject)[key]) : value
    return inner === undefined ? [] : [[key, inner] as const]
  })
  return without.length > 0 ? Object.fromEntries(without) : undefined
}

/** Arguments, and the value that the schema makes of them. */
interface Parsed {
  readonly args: JsonObject
  readonly value: unknown
}

type Path = readonly string[]

/**
 * The search for arguments that a schema reads without using. It tries to leave them out: what
 * changes nothing of the parsed value has no effect.
 */
class NoEffect {
  /** The smallest arguments so far that give the same value. */
  #best: Parsed
  readonly #shown: JsonValue
  readonly #tryParse: (args: JsonObject) => Promise<Parsed | undefined>
  /** The number of parses that are left. */
  #budget: number
  #isOpaque = false

  constructor(
    first: Parsed,
    tryParse: (args: JsonObject) => Promise<Parsed | undefined>,
    budget: number,
  ) {
    this.#best = first
    this.#shown = toShownValue(first.value, () => (this.#isOpaque = true))
    this.#tryParse = tryParse
    this.#budget = budget
  }

  /**
   * Returns arguments without those that have no effect. `filled` is a first guess. Leaves out
   * nothing if the parsed value has parts that cannot be compared.
   */
  async find(filled: Parsed | undefined): Promise<Parsed> {
    if (this.#isOpaque) return this.#best
    if (filled) this.#offer(filled)
    await this.#leaveOut(absent(this.#best.args, this.#best.value, []))
    return this.#best
  }

  /** Takes other arguments as the best ones if they give the same value. Tells if they do. */
  #offer(parsed: Parsed): boolean {
    // A schema that makes random values gives another one each time. Then nothing is left out.
    if (toCanonicalText(toShownValue(parsed.value)) !== toCanonicalText(this.#shown)) return false
    this.#best = parsed
    return true
  }

  /** Tries all members at once, then each half, so that few parses find few members. */
  async #leaveOut(paths: readonly Path[]): Promise<void> {
    if (paths.length === 0 || this.#budget-- <= 0) return
    const parsed = await this.#tryParse(without(this.#best.args, paths))
    if (parsed && this.#offer(parsed)) return
    const [path] = paths
    if (path && paths.length === 1) {
      return this.#leaveOut(absent(valueAt(this.#best.args, path), undefined, path))
    }
    const half = Math.ceil(paths.length / 2)
    await this.#leaveOut(paths.slice(0, half))
    await this.#leaveOut(paths.slice(half))
  }
}

/** Returns the paths of the outermost members that the parsed value does not have. */
function absent(args: JsonValue | undefined, parsed: unknown, path: Path): readonly Path[] {
  if (Array.isArray(args)) {
    return (args as readonly JsonValue[]).flatMap((item, at) =>
      absent(item, Array.isArray(parsed) ? parsed[at] : undefined, [...path, String(at)]),
    )
  }
  if (!isPlainObject(args)) return []
  return Object.entries(args as JsonObject).flatMap(([key, value]) => {
    const inner = [...path, key]
    const isThere = isPlainObject(parsed) && parsed[key] !== undefined
    return isThere ? absent(value, parsed[key], inner) : [inner]
  })
}

const valueAt = (args: JsonObject, path: Path): JsonValue | undefined =>
  path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], args) as JsonValue

function without(args: JsonObject, paths: readonly Path[]): JsonObject {
  const copy = cloneJson(args)
  for (const path of paths) {
    const holder = valueAt(copy, path.slice(0, -1)) as Record<string, unknown>
    delete holder[path.at(-1) ?? '']
  }
  return copy
}

/**
 * Returns any value as JSON for a person to read. Nothing is left out but members that are
 * undefined. A value that JSON does not have is shown as text, such as `[a function]`. Calls
 * `onOpaque` for each value that can differ from another one without being shown differently.
 */
export function toShownValue(
  value: unknown,
  onOpaque: () => void = () => undefined,
  above: readonly object[] = [],
): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'bigint':
    case 'symbol':
      return String(value)
    case 'undefined':
      return null
    case 'object':
      return value === null ? null : toShownObject(value, onOpaque, above)
    default:
      onOpaque()
      return '[a function]'
  }
}

function toShownObject(value: object, onOpaque: () => void, above: readonly object[]): JsonValue {
  if (above.includes(value)) return '[Circular]'
  if (above.length >= maxDepth) {
    onOpaque()
    return '[nested too deeply]'
  }
  const inside = [...above, value]
  const show = (inner: unknown): JsonValue => toShownValue(inner, onOpaque, inside)
  try {
    if (Array.isArray(value)) return value.map(show)
    if (isPlainObject(value)) return showMembers(Object.entries(value), show)
    if (value instanceof Set) return [...value].map(show)
    if (value instanceof Map) {
      const isNamed = [...value.keys()].every((key) => typeof key === 'string')
      return isNamed ? showMembers([...value], show) : [...value].map((entry) => entry.map(show))
    }
    if (value instanceof Date) return value.toJSON() ?? '[Invalid Date]'
    if (value instanceof URL || value instanceof RegExp) return String(value)
    onOpaque()
    if (value instanceof Error) return `[${value.name}: ${value.message}]`
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
      return `[${nameOf(value)}, ${value.byteLength} bytes]`
    }
    const { toJSON } = value as { toJSON?: unknown }
    if (typeof toJSON === 'function') return show(toJSON.call(value))
    const members = Object.entries(value)
    return members.length > 0 ? showMembers(members, show) : `[${nameOf(value)}]`
  } catch {
    onOpaque()
    return '[unreadable]'
  }
}

const showMembers = (
  members: readonly (readonly [string, unknown])[],
  show: (inner: unknown) => JsonValue,
): JsonValue =>
  Object.fromEntries(
    members.flatMap(([key, inner]) =>
      inner === undefined || key === '__proto__' ? [] : [[key, show(inner)]],
    ),
  )

/** Returns the name of an object's class, such as `Response`. */
function nameOf(value: object): string {
  const tag = Object.prototype.toString.call(value).slice(8, -1)
  return tag === 'Object' ? `an instance of ${value.constructor.name}` : tag
}

/** Tells if a value is an object without a class of its own. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

type Schema = JSONSchema7 | boolean | undefined

/** The changes that are told without a name, and the names that can be told. */
interface Found {
  readonly leftOut: string[]
  /** The number of members whose name is not in the schema. The model may have made up the name. */
  unnamed: number
}

/**
 * Returns the text for the model about arguments that a person changed. It has only the changed
 * values, and only names that the schema has or the person wrote. The message is in the person's
 * name, and the rest may be third-party text.
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
    `The person changed the arguments of the call ${callId} of "${tool}" before allowing it, and it ran so.`,
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
    const known = new Set((before as readonly JsonValue[]).map(toCanonicalText))
    return (now as readonly JsonValue[]).map((item, at) =>
      known.has(toCanonicalText(item))
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
    if (!isAdded && toCanonicalText(before[key]) === toCanonicalText(value)) continue
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
