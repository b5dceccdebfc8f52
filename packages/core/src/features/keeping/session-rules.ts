import { isDeeper } from '@ambit/protocol'
import type { Message } from '../../messages/message.ts'
import { findContentFault } from '../../messages/read.ts'
import { noUsage } from '../../model/usage.ts'
import type { Intent, RunCheckpoint } from '../../storage.ts'

// What an import and a storage may give: the shapes of messages, and of what is beside messages.

/** Returns the fault of a value, in words that begin with the path inside of the value. */
type Rule = (value: unknown) => string | undefined

type Kind = 'text' | 'flag' | 'number' | 'amount' | 'time'

/** The kinds of plain values: the fault of other values, the type, and the bounds of a number. */
const kinds: Readonly<
  Record<Kind, readonly [fault: string, type: string, least?: number, most?: number]>
> = {
  text: ['no text', 'string'],
  flag: ['neither true nor false', 'boolean'],
  number: ['no number', 'number', -Number.MAX_VALUE],
  amount: ['no number of 0 or more', 'number', 0],
  time: ['no number of milliseconds since the Unix epoch', 'number', -8.64e15, 8.64e15],
}

/** What a value has to be: of a kind, one of some texts, without a fault, or made of others. */
type Shape = Kind | ReadonlySet<unknown> | Rule | Parts

/**
 * A list with the shape of its items, or an object with the shapes of its fields. A field whose
 * name ends with `?` may be missing, and `*` stands for every field. Other fields may be anything.
 */
type Parts = readonly [Shape] | { readonly [name: string]: Shape }

/**
 * Returns the fault of an object or a list, in words that begin with the path inside of it. It is
 * called once for each of them: a plain value is checked here, because storages give thousands.
 */
function findFault(value: unknown, shape: Parts): string | undefined {
  const isList = Array.isArray(shape)
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== isList) {
    return isList ? ' is no array' : ' is no object'
  }
  const given = value as Readonly<Record<string | number, unknown>>
  const shapes = shape as Readonly<Record<string | number, Shape>>
  const each = shapes[isList ? 0 : '*']
  const keys = Array.isArray(value) ? value.keys() : Object.keys(each ? value : shape)
  for (const key of keys) {
    const name = each ? key : String(key).replace('?', '')
    const part = given[name]
    if (part === undefined && name !== key) continue
    const wanted = each ?? (shapes[key] as Shape)
    let fault: string | undefined
    if (typeof wanted === 'string') {
      const [words, type, least, most = Number.MAX_VALUE] = kinds[wanted]
      const isFit = typeof part !== 'number' || (part >= (least ?? 0) && part <= most)
      if (typeof part !== type || !isFit) fault = ` is ${words}`
    } else if (wanted instanceof Set) {
      if (!wanted.has(part)) fault = ` is none of '${[...wanted].join("', '")}'`
    } else if (typeof wanted === 'function') fault = wanted(part)
    else fault = findFault(part, wanted as Parts)
    if (fault) return isList ? `[${name}]${fault}` : `.${name}${fault}`
  }
  return undefined
}

const isTrue: Rule = (value) => (value === true ? undefined : ' is not true')
const isGiven: Rule = (value) => (value === undefined ? ' is missing' : undefined)
const isUrl: Rule = (value) =>
  typeof value === 'string' && URL.canParse(value) ? undefined : ' is no URL'

const object: Parts = {}

/** The shape of the tokens that model calls used. */
const usage: Parts = {
  promptTokens: 'amount',
  completionTokens: 'amount',
  totalTokens: 'amount',
  'reasoningTokens?': 'amount',
  'cachedTokens?': 'amount',
  'cacheWriteTokens?': 'amount',
  'audioInputTokens?': 'amount',
  'audioOutputTokens?': 'amount',
}

const anyPart = { type: 'text', 'providerMetadata?': { '*': object } } as const

const data: Rule = (value) => {
  const { type } = Object(value) as { readonly type?: unknown }
  return findFault(value, { type: 'text', ...(type === 'url' ? { url: isUrl } : { data: 'text' }) })
}

const texts = { ...anyPart, text: 'text' } as const
const file = { ...anyPart, mediaType: 'text', data } as const
const call = { ...anyPart, id: 'text', name: 'text' } as const

/** The shapes of the parts of a message, by type. One that only a later version knows has none. */
const parts: ReadonlyMap<unknown, Parts> = new Map<string, Parts>([
  ['text', texts],
  ['reasoning', texts],
  ['tool-call', { ...call, 'providerExecuted?': 'flag' }],
  ['tool-result', { ...call, result: isGiven, 'isError?': 'flag' }],
  ['file', file],
  ['reasoning-file', file],
  ['custom', { ...anyPart, kind: 'text' }],
  ['source', { ...anyPart, source: object }],
])

const part: Rule = (value) =>
  findFault(value, parts.get((Object(value) as { readonly type?: unknown }).type) ?? anyPart)

const media: Parts = [{ 'mediaType?': 'text', 'filename?': 'text', 'untrusted?': isTrue }]

/** Returns the fault of the fields of parts that `toMessages` does not read. */
const content: Rule = (value) => (Array.isArray(value) ? findFault(value, media) : undefined)

/** Returns the fault of a content that is stored, of a message or for the model. */
const storedContent: Rule = (value) =>
  typeof value === 'string'
    ? undefined
    : (findContentFault(value, '', { isStored: true, allowsNewer: true }) ?? content(value))

const anyMessage = {
  'createdAt?': 'time',
  'taint?': new Set(['untrusted', 'derived']),
  'taintedBy?': 'text',
  'local?': isTrue,
  'imported?': isTrue,
} as const

const user = {
  ...anyMessage,
  content,
  'source?': new Set(['app']),
  'forModel?': isTrue,
  'undo?': { undone: ['text'], failed: ['text'], left: ['text'] },
  'refused?': [
    { messageId: 'text', at: 'amount', reason: new Set(['too_large', 'kind', 'rejected']) },
  ],
} as const

const assistant = {
  ...anyMessage,
  'finishReason?': new Set(['stop', 'tool_calls', 'length', 'content_filter', 'other']),
  'source?': new Set(['ui']),
} as const

const asked = { 'raw?': 'text', 'subject?': 'text' } as const

const ended = ['ok', 'error', 'invalid', 'unknown', 'disabled', 'stale', 'denied']

const tool = {
  ...anyMessage,
  'name?': 'text',
  'label?': 'text',
  'status?': new Set([...ended, 'cancelled', 'timeout', 'interrupted']),
  'arguments?': object,
  // Less than 0 if the clock of the device went back.
  'durationMs?': 'number',
  'output?': storedContent,
} as const

/** The shapes of the fields that `toMessages` takes as they are, by role. */
const imported: ReadonlyMap<unknown, Parts> = new Map<string, Parts>([
  ['user', user],
  ['assistant', { ...assistant, 'calls?': [asked], 'usage?': usage, 'parts?': [part] }],
  ['tool', tool],
])

const called = { ...asked, id: 'text', name: 'text', arguments: object } as const
const said = { 'content?': 'text', 'reasoning?': 'text' } as const

/** The shapes of whole messages, by role. */
const whole: ReadonlyMap<unknown, Parts> = new Map<string, Parts>([
  ['user', { ...user, content: storedContent }],
  ['assistant', { ...assistant, ...said, 'calls?': [called], usage, parts: [part] }],
  ['tool', { ...tool, id: 'text', name: 'text', content: 'text' }],
])

/**
 * Returns the fault of a message's fields that `toMessages` takes as they are, in words that begin
 * with the path of the field. Parts of a type that only a later version knows have no fault.
 */
export const findMessageFault = (message: unknown): string | undefined =>
  findFault(message, imported.get((Object(message) as Partial<Message>).role) ?? anyMessage)

/** The shape of what a row and an exported session have. */
const session = {
  'title?': 'text',
  'state?': object,
  'usage?': usage,
  'costUsd?': 'amount',
} as const

const exported: Parts = { ...session, 'createdAt?': 'time' }

/** Returns the fault of what an exported session has beside its messages. */
export const findSessionFault = (file: unknown): string | undefined => findFault(file, exported)

/** The most levels of a message, which has arguments of at most 100 levels. */
const maxLevels = 120

/** Whether an import takes a message as it is. It may have no place yet. */
function isMessage(value: unknown): boolean {
  const shape = whole.get((Object(value) as Partial<Message>).role)
  return shape !== undefined && !isDeeper(value, maxLevels) && !findFault(value, shape)
}

/** Whether a message is as Ambit stores it. */
export function isStored(value: unknown): boolean {
  const { id, parentId, createdAt } = Object(value) as Readonly<Record<string, unknown>>
  const isPlaced = typeof id === 'string' && id !== '' && createdAt !== undefined
  return isPlaced && (parentId === null || typeof parentId === 'string') && isMessage(value)
}

/** A run that was cut short, of which nothing more is known. */
const unknownRun: RunCheckpoint = { runId: '', iterations: 0, usage: noUsage, charged: {} }

/** The shapes of the fields of a row. */
const rowShape: Parts = {
  ...session,
  'head?': (value) => (value === null || typeof value === 'string' ? undefined : ' is no id'),
  'run?': {
    runId: 'text',
    iterations: 'amount',
    usage,
    'costUsd?': 'amount',
    charged: { '*': 'amount' },
    'pages?': { '*': 'text' },
  },
  'refused?': ['text'],
  'waiting?': [{ id: 'text', content: storedContent }],
}

/** What takes the place of wrong fields. A head of no message shows the newest one. */
const instead: Readonly<Record<string, unknown>> = {
  head: '',
  state: {},
  usage: noUsage,
  run: unknownRun,
}

/**
 * Returns a row, or the facts of one, without what is wrong. Wrong items of lists are left out.
 * Calls `onWrong` if anything is wrong.
 */
export function readRow<Row extends object>(row: Row, onWrong: () => void): Row {
  if (!findFault(row, rowShape)) return row
  onWrong()
  const read = { ...row } as Record<string, unknown>
  for (const [key, shape] of Object.entries(rowShape)) {
    if (!findFault(read, { [key]: shape })) continue
    const name = key.replace('?', '')
    const value = read[name]
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    read[name] = Array.isArray(shape)
      ? items.filter((item) => !findFault([item], shape as Parts))
      : instead[name]
  }
  return read as Row
}

const intentShape: Parts = {
  call: { id: 'text', name: 'text', arguments: object },
  effect: 'text',
  key: 'text',
  runId: 'text',
  startedAt: 'amount',
  attempt: 'amount',
  'answer?': (value) => (isMessage(value) ? undefined : ' is no answer'),
  'source?': 'text',
  'taint?': 'text',
}

/**
 * Returns an intent. Of a wrong one, returns the id of its call alone: the call was started.
 * Without an id, returns nothing.
 */
export function readIntent(
  sessionId: string,
  intent: Intent,
  onWrong: () => void,
): readonly Intent[] {
  if (!findFault(intent, intentShape)) return [intent]
  onWrong()
  const { call: wrong, attempt } = Object(intent) as Partial<Intent>
  const { id } = Object(wrong) as Partial<Intent['call']>
  if (typeof id !== 'string') return []
  const started = { effect: 'write', key: `${sessionId}:${id}`, runId: '', startedAt: 0 }
  const nth = typeof attempt === 'number' ? attempt : 1
  return [{ ...started, call: { id, name: '', arguments: {} }, attempt: nth }]
}
