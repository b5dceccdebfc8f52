import { isDeeper } from '@ambit/protocol'
import { isJsonObject } from '../../json/json.ts'
import type { Message } from '../../messages/message.ts'
import { findContentFault } from '../../messages/read.ts'

// What an import and a storage may give: the faults of a message, and of what is beside messages.

/**
 * Returns the fault of a value, in words that begin with the path inside of the value; undefined if
 * there is none.
 */
export type Rule = (value: unknown) => string | undefined

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

export const text: Rule = rule((value) => typeof value === 'string', 'no text')
export const object: Rule = rule(isJsonObject, 'no object')
const yes = rule((value) => value === true, 'not true')
const flag = rule((value) => typeof value === 'boolean', 'neither true nor false')
const given = rule((value) => value !== undefined, 'missing')

const number = rule((value) => Number.isFinite(value), 'no number')

/** The rule for an amount: a finite number of 0 or more. */
export const amount: Rule = rule(
  (value) => Number.isFinite(value) && (value as number) >= 0,
  'no number of 0 or more',
)

/** The rule for a time, in milliseconds since the Unix epoch. */
const time: Rule = rule(
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
export function fields(rules: Readonly<Record<string, Rule>>): Rule {
  const named = Object.entries(rules)
  return (value) => {
    if (!isJsonObject(value)) return ' is no object'
    for (const [name, find] of named) {
      const fault = find(value[name])
      if (fault) return `.${name}${fault}`
    }
    return undefined
  }
}

/** Returns the rule for a field that may be missing. */
export const maybe =
  (find: Rule): Rule =>
  (value) =>
    value === undefined ? undefined : find(value)

/** The rule for the tokens that model calls used. */
export const usageRule: Rule = fields({
  promptTokens: amount,
  completionTokens: amount,
  totalTokens: amount,
  reasoningTokens: maybe(amount),
  cachedTokens: maybe(amount),
  cacheWriteTokens: maybe(amount),
  audioInputTokens: maybe(amount),
  audioOutputTokens: maybe(amount),
})

const url = rule((value) => typeof value === 'string' && URL.canParse(value), 'no URL')

const file = fields({
  mediaType: text,
  data: (value) =>
    fields({ type: text })(value) ??
    fields((value as { type: string }).type === 'url' ? { url } : { data: text })(value),
})

const parts: ReadonlyMap<unknown, Rule> = new Map([
  ['text', fields({ text })],
  ['reasoning', fields({ text })],
  ['tool-call', fields({ id: text, name: text, providerExecuted: maybe(flag) })],
  ['tool-result', fields({ id: text, name: text, result: given, isError: maybe(flag) })],
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

const anyPart = fields({ type: text, providerMetadata: maybe(metadata) })

const part: Rule = (value) => anyPart(value) ?? parts.get((value as { type: string }).type)?.(value)

const media = listOf(
  fields({ mediaType: maybe(text), filename: maybe(text), untrusted: maybe(yes) }),
)

/** Returns the fault of the fields of parts that `toMessages` does not read. */
const content: Rule = (value) => (Array.isArray(value) ? media(value) : undefined)

/** The rule for a content that is stored, of a message or for the model. */
export const storedContent: Rule = (value) =>
  findContentFault(value, '', { isStored: true, allowsNewer: true }) ?? content(value)

const anyMessage = fields({
  createdAt: maybe(time),
  taint: maybe(oneOf('untrusted', 'derived')),
  taintedBy: maybe(text),
  local: maybe(yes),
  imported: maybe(yes),
})

const texts = listOf(text)
const finishReasons = ['stop', 'tool_calls', 'length', 'content_filter', 'other']
const statuses = ['ok', 'error', 'invalid', 'unknown', 'disabled', 'stale', 'denied']
const unfinished = ['cancelled', 'timeout', 'interrupted']

const user = fields({
  content,
  source: maybe(oneOf('app')),
  forModel: maybe(yes),
  undo: maybe(fields({ undone: texts, failed: texts, left: texts })),
  refused: maybe(
    listOf(fields({ messageId: text, at: amount, reason: oneOf('too_large', 'kind', 'rejected') })),
  ),
})
const assistant = fields({
  calls: maybe(listOf(fields({ raw: maybe(text), subject: maybe(text) }))),
  finishReason: maybe(oneOf(...finishReasons)),
  usage: maybe(usageRule),
  parts: maybe(listOf(part)),
  source: maybe(oneOf('ui')),
})
const tool = fields({
  name: maybe(text),
  label: maybe(text),
  status: maybe(oneOf(...statuses, ...unfinished)),
  arguments: maybe(object),
  // Less than 0 if the clock of the device went back.
  durationMs: maybe(number),
  output: maybe(storedContent),
})

const byRole: ReadonlyMap<unknown, Rule> = new Map(Object.entries({ user, assistant, tool }))

/** The rules for what an exported session has beside its messages. */
export const sessionRules: Readonly<Record<string, Rule>> = {
  title: text,
  createdAt: time,
  state: object,
  usage: usageRule,
  costUsd: amount,
}

/** The rules for what a message cannot lack, which an import reads by itself. */
const needed: ReadonlyMap<unknown, Rule> = new Map(
  Object.entries({
    user: fields({ content: storedContent }),
    assistant: fields({
      content: maybe(text),
      reasoning: maybe(text),
      calls: maybe(listOf(fields({ id: text, name: text, arguments: object }))),
      usage: given,
      parts: given,
    }),
    tool: fields({ id: text, name: text, content: text }),
  }),
)

/** The most levels of a message, which has arguments of at most 100 levels. */
const maxLevels = 120

/** Returns true for a message that an import takes as it is, which may have no place yet. */
export function isMessage(value: unknown): boolean {
  if (!isJsonObject(value) || isDeeper(value, maxLevels)) return false
  const find = needed.get(value['role'])
  return find !== undefined && !find(value) && !findMessageFault(value)
}

const placed = fields({
  id: rule((value) => typeof value === 'string' && value !== '', 'no id'),
  parentId: (value) => (value === null ? undefined : text(value)),
  createdAt: time,
})

/** Returns true for a message as Ambit stores it. */
export const isStored = (value: unknown): value is Message =>
  placed(value) === undefined && isMessage(value)
