// The reasons: decisions/0024.
import { checkOptions } from '../../options/check-names.ts'
import { estimateTokens, fileTokens } from '@ambit/protocol'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { AgentError } from '../../errors/agent-error.ts'
import { isJsonObject } from '../../json/json.ts'
import { toJsonText } from '../../json/json-text.ts'
import type { Message, UserMessage } from '../../messages/message.ts'
import { findTaint } from '../../messages/taint.ts'
import { toUntrustedEnvelope } from '../../model/envelope.ts'
import { filesIn, toSent } from '../../model/left-out.ts'
import type { LocalModel } from '../../model/local-model.ts'
import { toModelResult } from '../../model/model-result.ts'
import type { RunContext } from '../../engine/run-context.ts'
import type { AgentPlugin, RequestChange } from '../../plugins.ts'
import { checkCount } from '../../options/values.ts'

/**
 * Splits a history into whole turns. Each turn begins with a user message, and contains calls
 * together with their answers.
 */
function toTurns(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = []
  for (const message of messages) {
    if (message.role === 'user' || turns.length === 0) turns.push([message])
    else turns.at(-1)?.push(message)
  }
  return turns
}

/** Estimates the tokens that messages take in a prompt. */
const tokensOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + tokensOfOne(message), 0)

const counted = new WeakMap<Message, number>()

function tokensOfOne(message: Message): number {
  let tokens = counted.get(message)
  if (tokens === undefined) {
    const [sent = message] = toSent([message])
    const said = sent.role === 'assistant' ? [sent.parts, sent.calls] : sent.content
    tokens = Math.ceil(estimateTokens(typeof said === 'string' ? said : toTextJson(said))) + 4
    tokens += filesIn([sent]).length * fileTokens
    counted.set(message, tokens)
  }
  return tokens
}

/** Returns the JSON of parts without their files, whose letters are not what a model reads. */
const toTextJson = (said: readonly unknown[]): string =>
  JSON.stringify(said, (_, value: unknown) => (isFile(value) ? 'file' : value))

const isFile = (value: unknown): boolean =>
  isJsonObject(value) && 'data' in value && /^(image|audio|file)$/.test(String(value['type']))

/** The size of the history that a request may hold. */
export interface CompactionOptions {
  /**
   * The most tokens of a request, which are estimated. A model in the page knows its own context
   * and counts itself, whatever is given here. Default: only that.
   */
  readonly maxContextTokens?: number | undefined
  /**
   * The tokens kept free for the answer, tools and contexts. Default: a quarter of
   * `maxContextTokens`.
   */
  readonly reserveTokens?: number | undefined
}

/** The options of a compaction that makes summaries. */
export interface SummaryOptions extends CompactionOptions {
  /** The model that makes the summaries. Default: the run's model. */
  readonly summarizeModel?: LanguageModelV4 | undefined
}

/**
 * Leaves the oldest whole turns out of a request that is too large. The newest turn always stays.
 * The history itself does not change. Throws `AgentError` if the reserve leaves no room.
 */
export function trim(options: CompactionOptions = {}): AgentPlugin {
  checkOptions('`trim`', options, sizes)
  return toCompaction(roomOf(options), (messages, room) => keepNewest(messages, room).kept)
}

const unknownContext =
  'Nothing is left out of the request, because the model does not tell how much it can take. Give the compaction `maxContextTokens`.'

const sizes = { maxContextTokens: 'maxTokens tokens', reserveTokens: 'reserve' }

/**
 * Returns the plug-in that sends other messages in place of a history that is too long. A model in
 * the page is asked to refuse what it would leave out, and the history is then made shorter.
 */
const toCompaction = (
  room: number,
  compact: (
    messages: readonly Message[],
    room: number,
    run: RunContext,
    /** The most tokens that the model of the run can sum up. */
    most: number,
  ) => readonly Message[] | Promise<readonly Message[]>,
): AgentPlugin => ({
  name: 'compaction',
  enforce: 'pre',
  request: async ({ run, messages, model, request: { providerOptions } }, next) => {
    let sent = await compact(messages, room, run, Infinity)
    const send = (change?: RequestChange) =>
      sent === messages ? next(change) : next({ ...change, messages: sent })
    if (!(model as Partial<LocalModel>).isLocal) {
      if (room === Infinity) run.warn('unknown_context', unknownContext)
      return send()
    }
    const whole = { ...providerOptions, ambit: { ...providerOptions?.['ambit'], whole: true } }
    for (;;) {
      const answer = await send({ providerOptions: whole })
      const share = AgentError.is(answer.error, 'model') && answer.error.details.fittingShare
      if (!share) return answer
      // The share is of instructions and tools too, which stay.
      const fitting = tokensOf(sent) * share * 0.75
      const smaller = await compact(messages, fitting, run, fitting)
      // What cannot get shorter is left to the model.
      if (tokensOf(smaller) >= tokensOf(sent)) return send({ providerOptions })
      sent = smaller
    }
  },
})

/**
 * Replaces every turn except the newest by a summary, once the history is too large. Works like
 * `trim` if the summary fails. Throws `AgentError` if the reserve leaves no room.
 */
export const summarize = (options: SummaryOptions = {}): AgentPlugin =>
  withSummary('`summarize`', options, 0)

/**
 * Replaces the oldest turns by a summary, once the history is too large. Keeps as many of the
 * newest turns as fit in half the room. Works like `trim` if the summary fails. Throws `AgentError`
 * if the reserve leaves no room.
 */
export const hybrid = (options: SummaryOptions = {}): AgentPlugin =>
  withSummary('`hybrid`', options, 0.5)

function withSummary(owner: string, options: SummaryOptions, share: number): AgentPlugin {
  checkOptions(owner, options, { ...sizes, summarizeModel: 'model' })
  // A summary is made once for the turns that it replaces. When more turns must go, the next
  // summary is made from the last one.
  const summaries = new Map<string, UserMessage>()
  return toCompaction(roomOf(options), async (messages, room, run, most) => {
    if (tokensOf(messages) <= room) return messages
    const sent = withKnownSummary(messages, summaries)
    if (tokensOf(sent) <= room) return sent
    const { kept, dropped } = keepNewest(sent, room * share)
    const last = dropped.at(-1)
    if (!last) return sent
    try {
      const { summarizeModel } = options
      const told = summarizeModel ? dropped : keepNewest(dropped, most).kept
      const summary = await summarizeMessages(told, run, summarizeModel)
      summaries.set(last.id, summary)
      return keepNewest([summary, ...kept], room).kept
    } catch {
      return keepNewest(sent, room).kept
    }
  })
}

function withKnownSummary(
  messages: readonly Message[],
  summaries: ReadonlyMap<string, UserMessage>,
): readonly Message[] {
  const at = messages.findLastIndex(({ id }) => summaries.has(id))
  const summary = summaries.get(messages[at]?.id ?? '')
  return summary ? [summary, ...messages.slice(at + 1)] : messages
}

async function summarizeMessages(
  messages: readonly Message[],
  run: RunContext,
  model: LanguageModelV4 | undefined,
): Promise<UserMessage> {
  const text = await run.ask(messages.map(toLine).join('\n'), { model, instructions })
  if (!text) throw new AgentError('The model gave no summary.')
  const id = `summary_${messages.at(-1)?.id}`
  const content = `Summary of the conversation so far:\n${text}`
  const taintedBy = findTaint(messages)
  const tainted = taintedBy === undefined ? {} : { taint: 'untrusted' as const, taintedBy }
  return { id, parentId: null, createdAt: 0, role: 'user', source: 'app', content, ...tainted }
}

const instructions =
  'Summarise this conversation for the assistant that goes on with it: what the user wants, what was done, results and ids, what is open. Short.'

/** Returns a message as one line of JSON, which its text cannot leave. */
function toLine(message: Message): string {
  const json = toJsonText(saidIn(message))
  if (message.taint !== 'untrusted') return `${tellerOf(message)}: ${json}`
  return toUntrustedEnvelope(
    message.role === 'tool' ? `tool ${message.name}` : 'conversation',
    json,
  )
}

function tellerOf(message: Message): string {
  if (message.role === 'tool') return `result of ${toJsonText(message.name)}`
  if (message.role === 'assistant') return 'assistant'
  return message.source === 'app' ? 'application' : 'user'
}

function saidIn(message: Message): unknown {
  if (message.role === 'tool') return toModelResult(message).text
  if (message.role === 'user') {
    return typeof message.content === 'string'
      ? message.content
      : message.content.map((part) =>
          part.type === 'text' ? part.text : `[${part.mediaType ?? part.type}]`,
        )
  }
  const { content, calls = [] } = message
  const called = calls.map(({ name, arguments: args }) => ({ call: name, arguments: args }))
  return called.length > 0 ? [...(content ? [content] : []), ...called] : content
}

/**
 * Keeps as many of the newest turns as fit in the room. The newest turn is kept whatever its size.
 */
function keepNewest(
  messages: readonly Message[],
  room: number,
): { kept: readonly Message[]; dropped: readonly Message[] } {
  if (tokensOf(messages) <= room) return { kept: messages, dropped: [] }
  const turns = toTurns(messages)
  let start = turns.length - 1
  let size = tokensOf(turns[start] ?? [])
  for (; start > 0; start--) {
    size += tokensOf(turns[start - 1] ?? [])
    if (size > room) break
  }
  return { kept: turns.slice(start).flat(), dropped: turns.slice(0, start).flat() }
}

function roomOf({
  maxContextTokens,
  reserveTokens = Number(maxContextTokens) / 4,
}: CompactionOptions): number {
  if (maxContextTokens === undefined) return Infinity
  const room = maxContextTokens - reserveTokens
  if (room > 0) return room
  throw new AgentError(
    `\`maxContextTokens\` is ${maxContextTokens} and \`reserveTokens\` is ${reserveTokens}, so no room is left for messages. Raise the first, or lower the second.`,
  )
}

/** The size of a result that the model gets. */
export interface ToolResultLimitOptions {
  /** The most characters of JSON. A whole number from 200. Default 20,000. */
  readonly maxChars?: number | undefined
}

/**
 * Cuts long results. A list keeps its first entries and a note of the number of entries. So does
 * the only list in an object, such as `{ total, rows }`. Anything else keeps its beginning.
 */
export function truncate(options: ToolResultLimitOptions = {}): AgentPlugin {
  checkOptions('`truncate`', options, { maxChars: 'max' })
  const maxChars = maxOf(options)
  return toResultLimit((json) => (json.length <= maxChars ? json : cut(json, maxChars)))
}

/** Returns the plug-in that makes the text of results smaller before the model gets it. */
const toResultLimit = (
  limit: (
    json: string,
    at: { readonly tool: string; readonly run: RunContext },
  ) => string | Promise<string>,
): AgentPlugin => ({
  name: 'result limit',
  call: ({ run, call, toModel }, next) => {
    toModel((json) => limit(json, { tool: call.name, run }))
    return next()
  },
})

/** Lets a model summarize long results. Works like `truncate` if that fails. */
export function condense(
  options: ToolResultLimitOptions & { readonly model?: LanguageModelV4 | undefined } = {},
): AgentPlugin {
  checkOptions('`condense`', options, { maxChars: 'max', model: 'summarizeModel' })
  const maxChars = maxOf(options)
  const { model } = options
  return toResultLimit(async (json, { tool, run }) => {
    if (json.length <= maxChars) return json
    try {
      // Somebody else may have written what a tool returned, whatever its author thinks.
      const text = toUntrustedEnvelope(`tool ${tool}`, json.slice(0, maxChars * 10))
      const instructions = `Sum up this result of the tool "${tool}" in at most ${maxChars} characters. Keep ids, names and numbers.`
      const summary = await run.ask(text, { model, instructions })
      return cut(
        JSON.stringify({ summary, note: `Summed up from ${json.length} characters.` }),
        maxChars,
      )
    } catch {
      return cut(json, maxChars)
    }
  })
}

function cut(json: string, maxChars: number): string {
  if (json.length <= maxChars) return json
  const value: unknown = JSON.parse(json)
  if (Array.isArray(value)) return cutList(value, maxChars)
  // A page of rows has one list, and small fields beside it, such as a total.
  const fields = isJsonObject(value) && !('note' in value) ? Object.entries(value) : []
  const [only, ...others] = fields.filter((field): field is [string, unknown[]] =>
    Array.isArray(field[1]),
  )
  const page = only && others.length === 0 && cutList(only[1], maxChars, only[0], value as object)
  if (page && page.length <= maxChars) return page
  const note = `Cut from ${json.length} characters.`
  // JSON escapes quotes and backslashes, so the cut text may still be too long.
  let cutAt = maxChars
  for (;;) {
    const text = JSON.stringify({ start: json.slice(0, cutAt), note })
    if (text.length <= maxChars) return text
    cutAt -= text.length - maxChars
  }
}

/** Cuts a list, which is the field `name` of an object. */
function cutList(
  list: readonly unknown[],
  maxChars: number,
  name: string = 'items',
  whole: object = {},
): string {
  let size = 80 + JSON.stringify({ ...whole, [name]: [] }).length
  const fitting = list.findIndex((item) => (size += JSON.stringify(item).length + 1) > maxChars)
  const items = list.slice(0, Math.max(0, fitting))
  const note = `The first ${items.length} of ${list.length} entries.`
  return JSON.stringify({ ...whole, [name]: items, note })
}

function maxOf({ maxChars = 20_000 }: ToolResultLimitOptions): number {
  checkCount('maxChars', maxChars, 200)
  return maxChars
}
