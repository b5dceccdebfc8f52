import { isJsonObject } from '../json/json.ts'
import { findContentFault } from '../messages/check-input.ts'

/**
 * Returns the fault of a value, in words that begin with the path inside of the value; undefined if
 * there is none.
 */
type Rule = (value: unknown) => string | undefined

/**
 * Returns the fault of a message's fields that `toMessages` takes as they are, in words that begin
 * with the path of the field. Parts of a type that only a later version knows have no fault.
 */
export function findMessageFault(message: unknown): string | undefined {
  if (!isJsonObject(message)) return ' is no object'
  return anyMessage(message) ?? byRole.get(message['role'])?.(message)
}

const rule =
  (isFit: (value: unknown) => boolean, fault: string): Rule =>
  (value) =>
    isFit(value) ? undefined : ` is ${fault}`

const text = rule((value) => typeof value === 'string', 'no text')
const object = rule(isJsonObject, 'no object')
const yes = rule((value) => value === true, 'not true')
const flag = rule((value) => typeof value === 'boolean', 'neither true nor false')
const given = rule((value) => value !== undefined, 'missing')

/** The rule for an amount: a finite number of 0 or more. */
export const amount: Rule = rule(
  (value) => Number.isFinite(value) && (value as number) >= 0,
  'no number of 0 or more',
)

/** The rule for a time, in milliseconds since the Unix epoch. */
export const time: Rule = rule(
  (value) => typeof value === 'number' && Math.abs(value) <= 8.64e15,
  'no number of milliseconds since the Unix epoch',
)

const oneOf = (...values: readonly string[]): Rule =>
  rule(
    (value) => (values as readonly unknown[]).includes(value),
    `none of ${values.map((one) => `'${one}'`).join(', ')}`,
  )

const listOf =
  (each: Rule): Rule =>
  (value) => {
    if (!Array.isArray(value)) return ' is no array'
    for (const [at, item] of value.entries()) {
      const fault = each(item)
      if (fault) return `[${at}]${fault}`
    }
    return undefined
  }

/** Returns the rule for an object with fields. Fields without a rule may be anything. */
function fields(
  required: Readonly<Record<string, Rule>>,
  optional: Readonly<Record<string, Rule>> = {},
): Rule {
  const needed = Object.entries(required)
  const others = Object.entries(optional)
  return (value) => {
    if (!isJsonObject(value)) return ' is no object'
    const find = ([name, check]: readonly [string, Rule]): string | undefined => {
      const fault = check(value[name])
      return fault && `.${name}${fault}`
    }
    for (const field of needed) {
      const fault = find(field)
      if (fault) return fault
    }
    for (const field of others) {
      const fault = value[field[0]] === undefined ? undefined : find(field)
      if (fault) return fault
    }
    return undefined
  }
}

/** The rule for the tokens that model calls used. */
export const usageRule: Rule = fields(
  { promptTokens: amount, completionTokens: amount, totalTokens: amount },
  {
    reasoningTokens: amount,
    cachedTokens: amount,
    cacheWriteTokens: amount,
    audioInputTokens: amount,
    audioOutputTokens: amount,
  },
)

const file = fields({
  mediaType: text,
  data: (value) =>
    fields({ type: text })(value) ??
    fields((value as { type: string }).type === 'url' ? { url } : { data: text })(value),
})

const url = rule((value) => typeof value === 'string' && URL.canParse(value), 'no URL')

const parts: ReadonlyMap<unknown, Rule> = new Map([
  ['text', fields({ text })],
  ['reasoning', fields({ text })],
  ['tool-call', fields({ id: text, name: text }, { providerExecuted: flag })],
  ['tool-result', fields({ id: text, name: text, result: given }, { isError: flag })],
  ['file', file],
  ['reasoning-file', file],
  ['custom', fields({ kind: text })],
  ['source', fields({ source: object })],
])

const metadata: Rule = (value) => {
  if (!isJsonObject(value)) return ' is no object'
  const name = Object.keys(value).find((key) => !isJsonObject(value[key]))
  return name === undefined ? undefined : `.${name} is no object`
}

const anyPart = fields({ type: text }, { providerMetadata: metadata })

const part: Rule = (value) => anyPart(value) ?? parts.get((value as { type: string }).type)?.(value)

const media = listOf(fields({}, { mediaType: text, filename: text, untrusted: yes }))

/** Returns the fault of the fields of parts that `toMessages` does not read. */
const content: Rule = (value) => (Array.isArray(value) ? media(value) : undefined)

const output: Rule = (value) =>
  findContentFault(value, '', { isStored: true, allowsNewer: true }) ?? content(value)

const anyMessage = fields(
  {},
  {
    createdAt: time,
    taint: oneOf('untrusted', 'derived'),
    taintedBy: text,
    imported: yes,
  },
)

const texts = listOf(text)

const finishReasons = ['stop', 'tool_calls', 'length', 'content_filter', 'other']
const statuses = ['ok', 'error', 'invalid', 'unknown', 'disabled', 'denied']
const unfinished = ['cancelled', 'timeout', 'interrupted']

const byRole: ReadonlyMap<unknown, Rule> = new Map([
  [
    'user',
    fields(
      { content },
      {
        source: oneOf('app'),
        forModel: yes,
        undo: fields({ undone: texts, failed: texts, left: texts }),
      },
    ),
  ],
  [
    'assistant',
    fields(
      {},
      {
        calls: listOf(fields({}, { raw: text })),
        finishReason: oneOf(...finishReasons),
        usage: usageRule,
        parts: listOf(part),
        source: oneOf('ui'),
      },
    ),
  ],
  [
    'tool',
    fields(
      {},
      {
        name: text,
        label: text,
        status: oneOf(...statuses, ...unfinished),
        arguments: object,
        durationMs: amount,
        output,
      },
    ),
  ],
])
