import { ModelError } from '@ambit/core'
import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
  SharedV4Warning,
} from '@ai-sdk/provider'

/** The form that an answer must have. */
export interface AnswerForm {
  /**
   * `text`: free text. `json`: JSON that fits the schema of the request. `choice`: one object,
   * which holds what the model says, or a call.
   */
  readonly kind: 'text' | 'json' | 'choice'
  readonly schema: JSONSchema7 | undefined
  /** The key of what the model says in a `choice`. Undefined if it must make a call. */
  readonly says?: 'say' | 'answer' | undefined
  readonly tools: readonly LanguageModelV4FunctionTool[]
  readonly warnings: SharedV4Warning[]
}

type Schema = JSONSchema7 | boolean

/** The keywords that every engine enforces. `anyOf` and `$ref` are read apart. */
const enforced = new Set(['type', 'enum', 'const', 'required', 'minItems', 'maxItems'])

/** The keywords that say nothing of a value. */
const silent =
  /^(\$schema|\$id|\$comment|\$defs|definitions|title|description|default|examples|deprecated|readOnly|writeOnly)$/

/** The keywords that engines enforce of whole numbers alone. */
const bounds = /^(exclusive)?m(in|ax)imum$/i

/** Returns the form of the answer to a request. `keywords` are those that the engine adds. */
export function toForm(
  { tools = [], toolChoice, responseFormat }: LanguageModelV4CallOptions,
  keywords: readonly string[] = [],
): AnswerForm {
  const warnings: SharedV4Warning[] = []
  const functions = tools.filter((tool) => tool.type === 'function')
  if (functions.length < tools.length)
    warnings.push({ type: 'unsupported', feature: 'tools of a provider' })
  const toGrammar = (schema: JSONSchema7, of: string): JSONSchema7 => {
    const lost = new Set<string>()
    const grammar = simplify(schema, { root: schema, keywords, lost, refs: [] })
    const details = 'Not enforced while the model writes, and checked afterwards.'
    if (lost.size)
      warnings.push({ type: 'unsupported', feature: `${[...lost].join(', ')} of ${of}`, details })
    return grammar
  }
  const json =
    responseFormat?.type === 'json'
      ? toGrammar(responseFormat.schema ?? { type: 'object' }, 'the answer')
      : undefined
  const choice = toolChoice?.type
  const offered =
    choice === 'none'
      ? []
      : functions.filter(({ name }) => toolChoice?.type !== 'tool' || name === toolChoice.toolName)
  if (!offered.length)
    return { kind: json ? 'json' : 'text', schema: json, tools: offered, warnings }
  const calls = offered.map(({ name, inputSchema }) =>
    toObject({
      call: toObject({
        name: { const: name },
        arguments: { ...toGrammar(inputSchema, `"${name}"`), type: 'object' },
      }),
    }),
  )
  const isCall = choice === 'required' || choice === 'tool'
  const says = isCall ? undefined : json ? 'answer' : 'say'
  const said = says && toObject({ [says]: json ?? { type: 'string' } })
  const schema = { anyOf: said ? [said, ...calls] : calls }
  return { kind: 'choice', schema, says, tools: offered, warnings }
}

const toObject = (properties: Record<string, JSONSchema7>): JSONSchema7 => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

interface Simplifying {
  readonly root: JSONSchema7
  readonly keywords: readonly string[]
  /** The keywords that were left out. */
  readonly lost: Set<string>
  /** The references that are being followed. */
  readonly refs: readonly string[]
}

/**
 * Returns a schema in the words that the grammars know. It may allow more than the given one, and
 * never less.
 */
function simplify(schema: Schema, at: Simplifying): JSONSchema7 {
  if (typeof schema !== 'object') return {}
  const { $ref } = schema
  if ($ref !== undefined) {
    const target = at.refs.includes($ref) ? undefined : find($ref, at.root)
    if (target !== undefined) return simplify(target, { ...at, refs: [...at.refs, $ref] })
    at.lost.add('$ref')
    return {}
  }
  const simple: Record<string, unknown> = {}
  const each = (schemas: readonly Schema[]): JSONSchema7[] => schemas.map((of) => simplify(of, at))
  for (const [keyword, value] of Object.entries(schema)) {
    // Schema libraries state the limits of whole numbers, which no grammar needs.
    if (Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) continue
    if (enforced.has(keyword)) simple[keyword] = value
    else if (keyword === 'anyOf' || keyword === 'oneOf') simple['anyOf'] = each(value as Schema[])
    else if (keyword === 'properties') {
      const named = Object.entries(value as Record<string, Schema>)
      simple[keyword] = Object.fromEntries(named.map(([name, of]) => [name, simplify(of, at)]))
    } else if (keyword === 'items' && !Array.isArray(value))
      simple[keyword] = simplify(value as Schema, at)
    else if (keyword === 'additionalProperties')
      simple[keyword] = typeof value === 'object' ? simplify(value as Schema, at) : value
    else if (at.keywords.includes(keyword) && (!bounds.test(keyword) || schema.type === 'integer'))
      simple[keyword] = value
    else if (!silent.test(keyword)) at.lost.add(keyword)
  }
  // A small model that may add properties does so.
  const { properties, additionalProperties } = simple
  if (properties && typeof additionalProperties !== 'object') simple['additionalProperties'] = false
  return simple
}

/** Returns the schema that a reference within the root means. */
function find(ref: string, root: JSONSchema7): Schema | undefined {
  if (!ref.startsWith('#')) return undefined
  let found: unknown = root
  for (const key of ref.split('/').slice(1)) {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
    found = Object.hasOwn(Object(found), name) ? Object(found)[name] : undefined
  }
  return found as Schema | undefined
}

/** A text up to the piece of a character, or of an escape, that has not come as a whole. */
const wholeText = /(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y
const halfCharacter = /(?:\\u[dD][89abAB][0-9a-fA-F]{2}|[\uD800-\uDBFF])$/
const fence = /^\s*```\w*\s([^]*?)(?:```\s*)?$/
const beginning = /^\s*\{\s*"say"\s*:\s*"/

/** The reader of one answer, which comes in pieces. */
export class AnswerReader {
  readonly #kind: AnswerForm['kind']
  #text = ''
  /** The end of the text that was passed on. Undefined if nothing can be passed on yet. */
  #at: number | undefined
  #isOpen = false

  constructor(kind: AnswerForm['kind']) {
    this.#kind = kind
    if (kind !== 'choice') this.#at = 0
  }

  /** Yields what a piece tells. */
  *read(piece: string): Generator<LanguageModelV4StreamPart> {
    this.#text += piece
    if (this.#kind !== 'choice') return yield* this.#tell(piece)
    this.#at ??= beginning.exec(this.#text)?.[0].length
    if (this.#at === undefined) return
    wholeText.lastIndex = this.#at
    const raw = wholeText.exec(this.#text)?.[0].replace(halfCharacter, '') ?? ''
    this.#at += raw.length
    // Some engines write a line break as it is.
    const text = raw.replaceAll(/[\p{Cc}]/gu, (character) => JSON.stringify(character).slice(1, -1))
    yield* this.#tell(JSON.parse(`"${text}"`) as string)
  }

  *#close(): Generator<LanguageModelV4StreamPart> {
    if (this.#isOpen) yield { type: 'text-end', id: 'text' }
  }

  *#tell(delta: string): Generator<LanguageModelV4StreamPart> {
    if (delta === '') return
    if (!this.#isOpen) yield { type: 'text-start', id: 'text' }
    this.#isOpen = true
    yield { type: 'text-delta', id: 'text', delta }
  }

  /**
   * Yields the rest. Returns why the answer ended: JSON that is not whole was cut. Throws
   * `ModelError` for an answer of another form, of which nothing was passed on.
   */
  *end(): Generator<LanguageModelV4StreamPart, 'stop' | 'length' | 'tool-calls'> {
    if (this.#kind === 'choice') return yield* this.#endChoice()
    yield* this.#close()
    return this.#kind === 'text' || parse(this.#text) !== undefined ? 'stop' : 'length'
  }

  *#endChoice(): Generator<LanguageModelV4StreamPart, 'stop' | 'length' | 'tool-calls'> {
    // Engines that keep to no schema put the object into a fence, or write none.
    const text = this.#text.replace(fence, '$1').trim()
    const value = parse(text)
    const { say, answer, call } = Object(value) as Choice
    const isObject = text.startsWith('{')
    if (!isObject) yield* this.#tell(text)
    else if (answer !== undefined) yield* this.#tell(JSON.stringify(answer))
    else if (this.#at === undefined && typeof say === 'string') yield* this.#tell(say)
    yield* this.#close()
    if (!isObject) return 'stop'
    // Line breaks in what a model says make bad JSON, which is whole all the same.
    const isSaid = this.#at !== undefined && /^"\s*\}\s*$/.test(this.#text.slice(this.#at))
    if (value === undefined) return isSaid ? 'stop' : 'length'
    if (answer !== undefined || typeof say === 'string') return 'stop'
    if (!call) throw ofOtherForm()
    // An engine that keeps to no schema may write anything here; the agent knows no such tool then.
    const toolName = String(call.name)
    const id = `local_${crypto.getRandomValues(new Uint32Array(2)).join('_')}`
    const input = JSON.stringify(call.arguments ?? {})
    yield { type: 'tool-input-start', id, toolName }
    yield { type: 'tool-input-delta', id, delta: input }
    yield { type: 'tool-input-end', id }
    yield { type: 'tool-call', toolCallId: id, toolName, input }
    return 'tool-calls'
  }
}

/** What an answer of the kind `choice` may hold. */
interface Choice {
  readonly say?: unknown
  readonly answer?: unknown
  readonly call?: { readonly name: unknown; readonly arguments?: unknown }
}

const ofOtherForm = (): ModelError =>
  new ModelError('The answer of the model does not have the form that it was asked for.', {
    kind: 'invalid_response',
    isRetryable: false,
  })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
