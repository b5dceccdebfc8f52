import type { CallWork, Executable } from '../engine/call-work.ts'
import { checkArguments } from '../engine/check-arguments.ts'
import { type JsonObject, type JsonValue, cloneJson, isPlainJson, maxDepth } from '../json/json.ts'
import { deepFreeze } from '../messages/message.ts'
import { coerce } from '../schema/coerce.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { toCanonicalText } from './binding.ts'
import { NoEffect, type Parsed } from './no-effect.ts'
import { isPlainObject, toShownValue } from './shown-value.ts'

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
