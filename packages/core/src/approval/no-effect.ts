import { type JsonObject, type JsonValue, cloneJson } from '../json/json.ts'
import { toCanonicalText } from './binding.ts'
import { isPlainObject, toShownValue } from './shown-value.ts'

/** Arguments, and the value that the schema makes of them. */
export interface Parsed {
  readonly args: JsonObject
  readonly value: unknown
}

type Path = readonly string[]

/**
 * The search for arguments that a schema reads without using. It tries to leave them out: what
 * changes nothing of the parsed value has no effect.
 */
export class NoEffect {
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
