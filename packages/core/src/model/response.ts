import { toBase64 } from '@ambit/protocol'
import type {
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
  SharedV4Warning,
} from '@ai-sdk/provider'
import { parseObject, toJsonText, isWritableJson } from '../json/json-text.ts'
import { dropUndefined, type JsonValue } from '../json/json.ts'
import type {
  AssistantToolCall,
  FileData,
  FinishReason,
  MessagePart,
  ProviderMetadata,
} from '../messages/message.ts'
import { joinText, matchParts, unlinked } from '../messages/read.ts'
import { findFailure, type FinishPart, modelFailed, toFinishReason } from './model-errors.ts'
import type { Usage } from './usage.ts'

/** The response of one model call. */
export interface ModelResponse {
  readonly content: string
  readonly reasoning?: string | undefined
  readonly calls: readonly AssistantToolCall[]
  /** The reason for which the model stopped; undefined if the stream ended before the model did. */
  readonly finishReason: FinishReason | undefined
  /** The usage of the call; undefined if the provider reported none. */
  readonly usage: Usage | undefined
  /** The lossless record of the message, in order. */
  readonly parts: readonly MessagePart[]
  /** The provider's own chunks, when `request.keepRaw` asks for them. */
  readonly raw?: readonly unknown[] | undefined
  /** The provider's id of the response. */
  readonly responseId?: string | undefined
  /** The model that answered, as its provider names it. */
  readonly modelId?: string | undefined
}

/**
 * Returns a response with the changes of a plug-in. Its `parts` say the same as its `content`,
 * `reasoning` and `calls`. If only `parts` were changed, the other fields follow them.
 */
export function changeResponse(
  response: ModelResponse,
  change: Partial<ModelResponse>,
): ModelResponse {
  const { parts = response.parts } = change
  const before = parts === response.parts ? response : readParts(response, parts)
  const isText = (text: string | undefined, own: string | undefined): boolean =>
    text !== undefined && text !== own
  const content = isText(change.content, response.content) ? change.content : before.content
  const calls = change.calls && change.calls !== response.calls ? change.calls : before.calls
  const reasoning =
    'reasoning' in change && change.reasoning !== response.reasoning
      ? change.reasoning
      : before.reasoning
  const written = { content: content ?? '', reasoning: reasoning ?? '', calls }
  const hasSameCalls = calls === response.calls || isSameJson(calls, response.calls)
  const own = hasSameCalls ? parts : parts.map(unlinked)
  const matched = matchParts({ ...written, parts: own })
  return { ...response, ...change, ...written, reasoning, parts: matched }
}

/** Returns a response whose text and calls are those of other parts. */
const readParts = (response: ModelResponse, parts: readonly MessagePart[]): ModelResponse => {
  const ids = new Set(parts.map((part) => (part.type === 'tool-call' ? part.id : undefined)))
  return {
    ...response,
    content: joinText(parts, 'text'),
    reasoning: joinText(parts, 'reasoning') || undefined,
    calls: response.calls.filter(({ id }) => ids.has(id)),
  }
}

/** The empty response, which no model gave. */
export const emptyResponse: ModelResponse = {
  content: '',
  calls: [],
  finishReason: 'stop',
  usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
  parts: [],
}

/** Whether two values have the same JSON. A value that has none is like no other. */
function isSameJson(a: unknown, b: unknown): boolean {
  try {
    return JSON.stringify(a) === JSON.stringify(b)
  } catch {
    return false
  }
}

/** The callbacks of the assembler. */
export interface AssemblerEvents {
  /** Gets each piece of a part, with the same `part` object for every piece of one part. */
  onDelta: (part: Open<'text' | 'reasoning'> | Open<'tool-call'>, delta: string) => void
  /** Gets each other part that a user could see, once it is whole. */
  onPart?: ((part: MessagePart) => void) | undefined
  /** Gets what the application should know of an answer, as the event `warning` has it. */
  onWarning: (code: string, message: string) => void
}

/** What a model says of its answer before it. */
interface Answered {
  readonly id?: string
  readonly modelId?: string
  readonly providerMetadata?: SharedV4ProviderMetadata
}

/** Returns the id of the model that was asked, as `ambit` has added it. */
function askedId(part: Pick<Answered, 'providerMetadata'> | undefined): string | undefined {
  const id = part?.providerMetadata?.['ambit']?.['modelId']
  return typeof id === 'string' ? id : undefined
}

/** A part of the message under construction, still mutable. */
type Open<Type extends MessagePart['type']> = {
  -readonly [Key in keyof Extract<MessagePart, { type: Type }>]: Extract<
    MessagePart,
    { type: Type }
  >[Key]
}

type OpenText = Open<'text' | 'reasoning'>

interface OpenCall {
  readonly part: Open<'tool-call'>
  raw: string
  isDone: boolean
}

/**
 * The assembler of a model's stream parts into one response, in whatever pieces they come. Calls
 * get ids that are unique in the history: the model's own ids where they are unique.
 */
export class ResponseAssembler {
  readonly #events: AssemblerEvents
  readonly #claimCallId: (wanted: string | undefined) => string
  readonly #parts: MessagePart[] = []
  readonly #texts = { text: new Map<string, OpenText>(), reasoning: new Map<string, OpenText>() }
  readonly #inputs = new Map<string, OpenCall>()
  readonly #calls: OpenCall[] = []
  #error: { readonly thrown: unknown } | undefined
  #finish: FinishPart | undefined
  #answered: Answered = {}
  #raw: unknown[] | undefined
  /** True if a call has another id than the provider gave it, which its own items still have. */
  #isRenamed = false

  readonly #mayBeEmpty: boolean

  /**
   * `claimCallId` returns the wanted id, or another if the wanted one is taken, missing or unfit.
   * `mayBeEmpty` is true where a model may end its turn without a word, as after a tool.
   */
  constructor(
    events: AssemblerEvents,
    claimCallId: (wanted: string | undefined) => string,
    mayBeEmpty: boolean = false,
  ) {
    this.#mayBeEmpty = mayBeEmpty
    this.#events = events
    this.#claimCallId = claimCallId
  }

  /** Takes in the next part. */
  add(part: LanguageModelV4StreamPart): void {
    // Parts after the end belong to no message.
    if (this.#finish) return
    switch (part.type) {
      case 'text-start':
      case 'text-delta':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        this.#addText(part)
        break
      case 'tool-input-start':
        this.#openCall(part.id, part.toolName, part.providerExecuted)
        break
      case 'tool-input-delta':
        this.#addInput(this.#inputs.get(part.id), part.delta)
        break
      case 'tool-call':
        this.#completeCall(part)
        break
      case 'tool-result': {
        const { type, toolCallId: id, toolName: name, result, isError, providerMetadata } = part
        if (!part.preliminary) {
          this.#addWhole({
            type,
            id,
            name,
            result: (result ?? null) as JsonValue,
            isError,
            providerMetadata,
          })
        }
        break
      }
      case 'file':
      case 'reasoning-file': {
        const { type, mediaType, data, providerMetadata } = part
        this.#addWhole({ type, mediaType, data: toFileData(data), providerMetadata })
        break
      }
      case 'source': {
        const { type, providerMetadata, ...source } = part
        this.#addWhole({ type, source, providerMetadata })
        break
      }
      case 'custom':
        this.#addWhole(part)
        break
      case 'response-metadata':
        this.#answered = { ...this.#answered, ...dropUndefined(part) }
        break
      case 'error':
        // The first error is the cause. Providers send its consequences after it.
        this.#error ??= { thrown: part.error ?? modelFailed() }
        break
      case 'finish':
        this.#finish = part
        break
      case 'stream-start':
        for (const warning of part.warnings ?? [])
          this.#events.onWarning('provider_warning', toWords(warning))
        break
      case 'tool-input-end':
      case 'ping':
        break
      case 'raw':
        ;(this.#raw ??= []).push(part.rawValue)
        break
      default:
        this.#events.onWarning(
          'unknown_part',
          `The model sent a part "${(part as { type: string }).type}", which was left out.`,
        )
    }
  }

  /** True once a part has come that a user could see. */
  get hasContent(): boolean {
    return this.#parts.some(isVisible)
  }

  /**
   * The failure that the provider gave, or that the end of its stream shows. Undefined if the
   * answer is whole.
   */
  get failure(): unknown {
    if (this.#error) return this.#error.thrown
    return findFailure(this.#finish, this.hasContent, this.#mayBeEmpty)
  }

  /**
   * The id of the model that answered, where that is not the one of the request. A proxy says so at
   * the end, and a choice in the page at the beginning. Undefined otherwise.
   */
  get modelId(): string | undefined {
    return askedId(this.#finish) ?? askedId(this.#answered)
  }

  /** The response so far, without a `finishReason` unless the model ended it. */
  get response(): ModelResponse {
    // Empty text is left out, unless it has a provider's metadata.
    const parts = this.#parts
      .filter((part) => !('text' in part) || part.text !== '' || part.providerMetadata)
      .map((part) => ({ ...(this.#isRenamed ? unlinked(part) : part) }))
    const calls = this.#calls.filter(({ part }) => !part.providerExecuted).map(toCall)
    return {
      content: joinText(parts, 'text'),
      reasoning: joinText(parts, 'reasoning') || undefined,
      calls,
      finishReason:
        this.#finish && this.failure === undefined
          ? toFinishReason(this.#finish, calls.length > 0)
          : undefined,
      usage: toUsage(this.#finish?.usage),
      parts,
      responseId: this.#answered.id,
      modelId: askedId(this.#finish) ?? this.#answered.modelId,
      raw: this.#raw,
    }
  }

  #addText(
    part: Extract<
      LanguageModelV4StreamPart,
      { type: `${'text' | 'reasoning'}-${'start' | 'delta' | 'end'}` }
    >,
  ): void {
    const type = part.type.startsWith('text') ? 'text' : 'reasoning'
    const texts = this.#texts[type]
    let open = part.type.endsWith('-start') ? undefined : texts.get(part.id)
    if (!open) {
      if (part.type.endsWith('-end')) return
      open = { type, text: '' }
      texts.set(part.id, open)
      this.#parts.push(open)
    }
    if (part.providerMetadata)
      open.providerMetadata = merge(open.providerMetadata, part.providerMetadata)
    if (!('delta' in part) || part.delta === '') return
    open.text += part.delta
    this.#events.onDelta(open, part.delta)
  }

  #openCall(providerId: string, name: string, providerExecuted: boolean | undefined): OpenCall {
    // A provider answers its own calls under its own ids.
    const id = providerExecuted ? providerId : this.#claimCallId(providerId)
    this.#isRenamed ||= id !== providerId
    const part: Open<'tool-call'> = { type: 'tool-call', id, name, providerExecuted }
    const call = { part, raw: '', isDone: false }
    this.#inputs.set(providerId, call)
    this.#calls.push(call)
    this.#parts.push(part)
    return call
  }

  #addInput(call: OpenCall | undefined, delta: string): void {
    if (!call || delta === '') return
    call.raw += delta
    if (!call.part.providerExecuted) this.#events.onDelta(call.part, delta)
  }

  #completeCall(part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): void {
    const { toolCallId, toolName, input, providerExecuted, providerMetadata } = part
    const open = this.#inputs.get(toolCallId)
    const call =
      open && !open.isDone ? open : this.#openCall(toolCallId, toolName, providerExecuted)
    // An input that was not streamed becomes one delta, so that every call has deltas first.
    if (call.raw === '') this.#addInput(call, input)
    call.raw = input
    call.isDone = true
    call.part.name = toolName
    call.part.providerMetadata = merge(call.part.providerMetadata, providerMetadata)
    if (!providerExecuted) return
    Object.assign(call.part, { providerExecuted, input: parseObject(input) ?? {} })
    this.#events.onPart?.(call.part)
  }

  #addWhole(part: MessagePart): void {
    this.#parts.push(part)
    // A request may be sent again after what nobody sees.
    if (isVisible(part)) this.#events.onPart?.(part)
  }
}

/** Returns what a provider, or a proxy before it, warns of. */
function toWords(warning: SharedV4Warning): string {
  const { type, feature, setting, message, details } = warning as Partial<Record<string, string>>
  const words = [type === 'other' ? undefined : type, feature ?? setting, details ?? message]
  return `A warning of the provider or the proxy: ${words.filter(Boolean).join(': ')}`
}

/** Whether a user could see a part. Custom parts are a provider's notes about the message. */
const isVisible = (part: MessagePart): boolean =>
  'text' in part ? part.text !== '' : part.type !== 'custom'

function toCall({ part: { id, name }, raw, isDone }: OpenCall): AssistantToolCall {
  const input = isDone ? parseObject(raw) : undefined
  if (input) return { id, name, arguments: input }
  // An input that never came differs from the empty input of a tool without parameters.
  return { id, name, arguments: {}, raw: isDone ? raw : raw || '…' }
}

/** Merges metadata, which may come with any of start, delta and end. Later values win. */
function merge(
  earlier: ProviderMetadata | undefined,
  later: ProviderMetadata | undefined,
): ProviderMetadata | undefined {
  if (!earlier || !later) return later ?? earlier
  const merged = { ...earlier }
  for (const [name, values] of Object.entries(later)) merged[name] = { ...merged[name], ...values }
  return merged
}

/**
 * Converts the usage of one call as the provider reported it. A count that is not a number above 0
 * was not reported, and is 0 here. Returns undefined if the provider reported nothing.
 */
function toUsage(reported: LanguageModelV4Usage | undefined): Usage | undefined {
  const { inputTokens: input, outputTokens: output, raw: providerMetrics } = reported ?? {}
  const promptTokens =
    toCount(input?.total) || sumOf(input?.noCache, input?.cacheRead, input?.cacheWrite)
  // Some servers leave reasoning out of the tokens of the answer.
  const completionTokens = Math.max(
    toCount(output?.total) || sumOf(output?.text, output?.reasoning),
    toCount(output?.reasoning),
  )
  if (promptTokens + completionTokens === 0) return undefined
  const { cacheRead, cacheWrite } = input ?? {}
  const cachedTokens = Math.min(toCount(cacheRead), promptTokens)
  const { reasoning } = output ?? {}
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(isCount(reasoning) && { reasoningTokens: reasoning }),
    // More cached tokens than tokens would be a cost below 0.
    ...(isCount(cacheRead) && { cachedTokens }),
    ...(toCount(cacheWrite) > 0 && {
      cacheWriteTokens: Math.min(toCount(cacheWrite), promptTokens - cachedTokens),
    }),
    ...(providerMetrics !== undefined && { providerMetrics }),
  }
}

const isCount = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0

const toCount = (value: unknown): number => (isCount(value) ? value : 0)

const sumOf = (...parts: unknown[]): number =>
  parts.reduce<number>((sum, part) => sum + toCount(part), 0)

/** The text of arguments that are too deep, or that a plug-in gave and JSON cannot express. */
export const unwritableArguments = '(arguments that are not JSON, or are nested too deeply)'

/**
 * Returns a response without data that JSON cannot express, because such data would break every
 * later request. Arguments become text, which is refused when the call is checked. Calls
 * `onLeftOut` with the name of any other data that is left out.
 */
export function toWritable(
  response: ModelResponse,
  onLeftOut: (what: string) => void,
): ModelResponse {
  const { calls, parts } = response
  return {
    ...response,
    calls: calls.every(isWritableCall) ? calls : calls.map(toWritableCall),
    parts: parts.map((part) => toWritablePart(part, onLeftOut)),
  }
}

const isWritableCall = (call: AssistantToolCall): boolean => isWritableJson(call.arguments)

/** Returns a call whose arguments can be stored and sent. */
export const toWritableCall = (call: AssistantToolCall): AssistantToolCall =>
  isWritableCall(call) ? call : { ...call, arguments: {}, raw: unwritableArguments }

function toWritablePart(given: MessagePart, onLeftOut: (what: string) => void): MessagePart {
  let part = given
  if (part.providerMetadata && !isWritableJson(part.providerMetadata)) {
    onLeftOut('provider metadata')
    const { providerMetadata: _left, ...rest } = part
    part = rest as MessagePart
  }
  if (part.type === 'tool-result' && !isWritableJson(part.result)) {
    onLeftOut('a part of a result')
    return { ...part, result: readable(part.result) }
  }
  if (part.type === 'tool-call' && part.input !== undefined && !isWritableJson(part.input)) {
    onLeftOut('the arguments of a call that the provider runs')
    return { ...part, input: {} }
  }
  if (part.type === 'source' && !isWritableJson(part.source)) {
    onLeftOut('a source')
    return { type: 'source', source: {} }
  }
  return part
}

function readable(value: unknown): string {
  try {
    return toJsonText(value)
  } catch {
    return '(a result that is not JSON)'
  }
}

/** Returns a file's data in a form that can be stored: a URL, or base64 text. */
function toFileData(
  data: { type: 'data'; data: Uint8Array | string } | { type: 'url'; url: URL },
): FileData {
  if (data.type === 'url') return { type: 'url', url: data.url.href }
  return { type: 'data', data: typeof data.data === 'string' ? data.data : toBase64(data.data) }
}
