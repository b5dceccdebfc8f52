import { estimateTokens, fileTokens, noteStable } from '@ambit/protocol'
import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'
import { toJsonText } from '../json/json-text.ts'
import type { Message } from '../messages/message.ts'
import type { Reasoning } from '../options.ts'
import type { Availability } from '../tools/availability.ts'
import type { ToolInstance } from '../tools/context.ts'
import { tellInstances } from './instances.ts'
import type { Scope } from '../tools/scope.ts'
import type { RequestTexts } from '../engine/seams.ts'
import { toContextEnvelope, toInstancesEnvelope, toUnavailableEnvelope } from './envelope.ts'
import type { Modalities } from './left-out.ts'
import { type OnNewer, toPrompt, toWellFormed } from './prompt.ts'
import type { ListedTool, ToolChoice } from './tool-list.ts'

/** The data that a request is built from. */
interface RequestSource {
  readonly instructions: string | undefined
  readonly messages: readonly Message[]
  /** The kinds of files that the model takes. Default: all. */
  readonly modalities?: Modalities | undefined
  /** Whether the messages may have files, or say of files that they are not to be sent. */
  readonly mayHaveFiles: boolean
  readonly scopes: readonly { readonly scope: Scope; readonly availability: Availability }[]
  /** The tools that the run may use, and those of them that the request lists. */
  readonly tools: readonly ListedTool[]
  readonly choice: ToolChoice
  /** What the scopes say: among the instructions, and at the end. */
  readonly texts?: Pick<RequestTexts, 'instructions' | 'end'> | undefined
  /** Removes the secrets from a context's JSON, and from the reasons of tools that are off. */
  readonly redact?: ((json: string) => string) | undefined
  /** Hears of each third-party text of the page in the request, in words for people. */
  readonly onForeign?: ((source: string) => void) | undefined
  /**
   * Hears of an `enabled` that throws, whose scope or tool is then off. Hears also of a `context`
   * that throws or is not JSON, which is then left out.
   */
  readonly onThrow: (owner: string, thrown: unknown) => void
  /**
   * Hears of a `context` whose value JSON cannot say: a fault in words, and the text that the model
   * gets in its place.
   */
  readonly onLoss?: ((scope: Scope, fault: string, told: string) => void) | undefined
  /** Hears of each context that the request holds, as JSON text. */
  readonly onContext?: ((scope: Scope, json: string) => void) | undefined
  /** Hears of the type of parts that only a later version knows, and that are left out. */
  readonly onNewer?: OnNewer | undefined
}

/**
 * Builds the request of one model call: instructions, those of scopes, history. At its end stand
 * the current contexts, the instances of tools and the tools that are off. Each request thus
 * repeats the previous one byte for byte up to its end part.
 */
export function buildRequest(source: RequestSource): ModelRequest {
  const { instructions, messages, choice, texts } = source
  reportPredicates(source)
  const current = [...readContexts(source), ...(texts?.end ?? [])]
  current.push(...readInstances(source), ...readOff(source))
  if (choice.note) current.push(choice.note)
  const lead: LanguageModelV4Message[] = []
  const said = [instructions, choice.instructions].filter(Boolean).join('\n\n')
  if (said) lead.push({ role: 'system', content: said })
  if (texts?.instructions.length) {
    lead.push({ role: 'system', content: texts.instructions.join('\n\n') })
  }
  const end: LanguageModelV4Message[] = []
  if (current.length) {
    end.push({ role: 'user', content: [{ type: 'text', text: current.join('\n') }] })
  }
  const { onNewer, modalities, mayHaveFiles } = source
  const history = toPrompt(messages, onNewer, modalities, mayHaveFiles)
  const repeated = toWellFormed(lead).concat(history)
  noteStable(repeated)
  return {
    prompt: repeated.concat(toWellFormed(end)),
    ...(choice.tools.length > 0 && { tools: [...choice.tools], toolChoice: { type: 'auto' } }),
  }
}

/**
 * Returns the envelopes of the instances of tools, one for each listed tool that is on and has
 * instances.
 */
function readInstances({ tools, choice, redact, onForeign, onThrow }: RequestSource): string[] {
  return tools.flatMap((entry) => {
    const { name } = entry.tool
    try {
      let { instances } = entry.tool
      if (!instances || !entry.availability.enabled) return []
      if (!choice.tools.some((listed) => listed.name === name)) return []
      if (entry.scope.visible.off === 'secret')
        instances = instances.filter(({ off }) => off === undefined)
      const { told, lines } = tellInstances(instances)
      const isForeign = told.some((instance) => isForeignText(instance, entry))
      if (isForeign) onForeign?.(`the instances of "${name}"`)
      const json = JSON.stringify(lines)
      return [toInstancesEnvelope(name, redact ? redact(json) : json, isForeign)]
    } catch (thrown) {
      onThrow(`\`instances\` of tool "${name}"`, thrown)
      return []
    }
  })
}

/** Whether a text of an instance is a third party's. An id is the page's own. */
const isForeignText = (
  { label, off, untrusted }: ToolInstance,
  { tool, scope }: ListedTool,
): boolean =>
  (label !== undefined || off !== undefined) &&
  (untrusted === true || tool.untrusted || scope.untrusted)

/** Returns the envelopes of the tools that cannot be called now. */
function readOff({ tools, choice, redact, onForeign }: RequestSource): string[] {
  const redacted = redact ?? ((reason: string): string => reason)
  const off: { name: string; reason: string }[] = []
  const foreign: typeof off = []
  const listed = new Set(choice.tools.map(({ name }) => name))
  for (const entry of tools) {
    const { tool, scope, availability } = entry
    const { name, untrusted } = tool
    if (availability.enabled || isHidden(entry)) continue
    const isNamed = availability.reason || listed.has(name) || isExplained(entry)
    if (!(choice.named?.has(name) ?? isNamed)) continue
    if (!availability.reason) off.push({ name, reason: notAvailable })
    else if (!untrusted && !scope.untrusted) {
      off.push({ name, reason: redacted(availability.reason) })
    } else {
      foreign.push({ name, reason: redacted(availability.reason) })
      onForeign?.(`why "${name}" is off`)
    }
  }
  for (const name of choice.gone ?? []) off.push({ name, reason: gone })
  const envelopes: string[] = []
  if (off.length) envelopes.push(toUnavailableEnvelope(off))
  if (foreign.length) envelopes.push(toUnavailableEnvelope(foreign, true))
  return envelopes
}

const notAvailable = 'not available now'
const gone = 'no longer on the page'

function reportPredicates({ scopes, tools, onThrow }: RequestSource): void {
  const off = new Set<Scope>()
  for (const { scope, availability } of scopes) {
    if (availability.enabled) continue
    const isTold = scope.parent && off.has(scope.parent)
    off.add(scope)
    if (isTold || !('thrown' in availability)) continue
    onThrow(`\`enabled\` of scope "${scope.name}"`, availability.thrown)
  }
  // What a scope threw is also told of each of its tools.
  for (const { tool, scope, availability } of tools) {
    if (off.has(scope) || !('thrown' in availability)) continue
    onThrow(`\`enabled\` of tool "${tool.name}"`, availability.thrown)
  }
}

function readContexts({
  scopes,
  redact,
  onThrow,
  onLoss,
  onForeign,
  onContext,
}: RequestSource): string[] {
  return scopes.flatMap(({ scope, availability }) => {
    if (!scope.context || !availability.enabled) return []
    try {
      const value = scope.context()
      if (value === undefined) return []
      const json = toJsonText(value)
      const fault = findContextFault(value, json)
      if (fault) onLoss?.(scope, fault, json)
      // An empty context says nothing, and then a label of a third party stays away too.
      const isEmpty = empty.has(json)
      if (scope.untrusted && !isEmpty) onForeign?.(`the page's "${scope.label}"`)
      const { name } = scope
      const shown = scope.untrusted && isEmpty ? { name, label: name, untrusted: true } : scope
      const told = redact ? redact(json) : json
      onContext?.(scope, told)
      return [toContextEnvelope(shown, told)]
    } catch (thrown) {
      onThrow(`\`context\` of scope "${scope.name}"`, thrown)
      return []
    }
  })
}

/** The contexts that hold no text of anyone. */
const empty: ReadonlySet<string> = new Set(['null', '""', '{}', '[]'])

/**
 * Returns the fault of a context's value that JSON cannot say, in words; undefined if `json` says
 * it. A rejection of an async context is handled, so that it cannot end a process.
 */
function findContextFault(value: unknown, json: string): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') {
    return `returned a ${typeof value}. Return plain data`
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (isPromise(value)) return 'is async, and a request does not wait for it. Load the data before'
  const pending = Object.entries(value).find(([, inner]) => isPromise(inner))
  if (pending) return `returned a promise in \`${pending[0]}\`. Load the data before`
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === null || prototype === Object.prototype
  if (isPlain || json !== '{}' || value instanceof Map) return undefined
  return `returned a ${value.constructor.name}, which JSON cannot hold. Return plain data`
}

function isPromise(value: unknown): boolean {
  if (!(value instanceof Promise)) return false
  value.catch(() => undefined)
  return true
}

/** A tool that a run could use when a request was built. */
export interface BuiltTool {
  readonly name: string
  readonly scope: string
  readonly on: boolean
  /** The reason for which it is off, in words. */
  readonly reason?: string | undefined
  /** The value that its `enabled`, or that of its scope, threw. */
  readonly thrown?: unknown
  /** True if the request lists it. */
  readonly listed: boolean
}

/** A scope that was on the page when a request was built. While it is off, so are its tools. */
export interface BuiltScope {
  readonly name: string
  readonly on: boolean
  /** The reason for which it is off, in words. */
  readonly reason?: string | undefined
  /** The value that its `enabled` threw. */
  readonly thrown?: unknown
}

/** A request after the plug-ins, and all that it was built from. */
export interface BuiltRequest {
  readonly request: ModelRequest
  readonly tools: readonly BuiltTool[]
  readonly scopes: readonly BuiltScope[]
  /** The contexts in the request, each with the UTF-8 bytes of its JSON. */
  readonly contexts: readonly {
    readonly scope: string
    readonly bytes: number
    readonly untrusted: boolean
  }[]
  /** The UTF-8 bytes of the JSON of the prompt, and of the tools. */
  readonly bytes: { readonly prompt: number; readonly tools: number }
  /** The third-party text in the request, in words for people. Absent without any. */
  readonly taint?: string | undefined
}

/**
 * One model call as the model gets it, without the signal. Source: `LanguageModelV4CallOptions` of
 * `@ai-sdk/provider`.
 */
export type ModelRequest = Omit<LanguageModelV4CallOptions, 'abortSignal'>

/** Converts the option to that of a model request. Undefined leaves thinking to the provider. */
export function toReasoning(
  reasoning: Reasoning | undefined,
): LanguageModelV4CallOptions['reasoning'] {
  if (typeof reasoning !== 'object') return reasoning === 'off' ? 'none' : reasoning
  const { tokens } = reasoning
  if (tokens <= 2_048) return 'low'
  return tokens <= 8_192 ? 'medium' : 'high'
}

/** The least and the most tokens of thinking that the models of Google with a budget take. */
const googleBudget = { least: 512, most: 24_576 }

/**
 * Adds the exact budget of thinking for the providers that have one: they do not read the effort
 * then. Options that were given stay.
 */
export function withThinking(
  options: ModelRequest['providerOptions'],
  reasoning: Reasoning | undefined,
): ModelRequest['providerOptions'] {
  if (typeof reasoning !== 'object') return options
  const { tokens } = reasoning
  const { anthropic, google } = options ?? {}
  const thinking = { type: 'enabled', budgetTokens: Math.max(tokens, 1_024) }
  const { least, most } = googleBudget
  const thinkingConfig = { thinkingBudget: Math.max(tokens, least) }
  return {
    ...options,
    anthropic: { thinking, ...anthropic },
    // A larger one is the most that there is, as for the effort `high`.
    ...(tokens <= most && { google: { thinkingConfig, ...google } }),
  }
}

/** The tokens around the text of a message, or around a tool. */
const frameTokens = 4

type Content = LanguageModelV4Message['content']
type Part = Exclude<Content, string>[number]

/** The estimates of messages and tools that cannot change, because they are frozen. */
const known = new WeakMap<object, number>()

/**
 * Estimates the tokens of a whole request, as a whole number: instructions, contexts, history,
 * tools with their schemas, and the schema of the answer.
 */
export function estimateRequest({ prompt, tools = [], responseFormat }: ModelRequest): number {
  let tokens = 0
  for (const message of prompt) tokens += once(message, () => tokensOfContent(message.content))
  for (const tool of tools) tokens += once(tool, () => estimateTokens(JSON.stringify(tool)))
  if (responseFormat?.type === 'json' && responseFormat.schema) {
    tokens += estimateTokens(JSON.stringify(responseFormat.schema))
  }
  return Math.ceil(tokens)
}

function once(value: object, estimate: () => number): number {
  const before = known.get(value)
  if (before !== undefined) return before
  const tokens = frameTokens + estimate()
  if (Object.isFrozen(value)) known.set(value, tokens)
  return tokens
}

function tokensOfContent(content: Content): number {
  if (typeof content === 'string') return estimateTokens(content)
  return content.reduce((sum, part) => sum + tokensOfPart(part), 0)
}

function tokensOfPart(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return estimateTokens(part.text)
    case 'file':
    case 'reasoning-file':
      return fileTokens
    case 'tool-call':
      return estimateTokens(part.toolName + JSON.stringify(part.input))
    case 'tool-result': {
      const { output } = part
      return output.type === 'content'
        ? output.value.reduce((sum, each) => sum + tokensOfResult(each), 0)
        : estimateTokens(JSON.stringify(output))
    }
    default:
      return estimateTokens(JSON.stringify(part))
  }
}

type ResultPart = Extract<
  Extract<Part, { type: 'tool-result' }>['output'],
  { type: 'content' }
>['value'][number]

const tokensOfResult = (part: ResultPart): number =>
  part.type === 'text' ? estimateTokens(part.text) : fileTokens

type Placed = Pick<ListedTool, 'tool' | 'scope'>

/** Whether no model may learn of a tool while it is off. */
export const isSecret = ({ tool, scope }: Placed): boolean =>
  tool.visible.off === 'secret' || scope.visible.off === 'secret'

/** Whether a tool that is off is named also without a reason. */
function isExplained({ tool, scope }: Placed): boolean {
  const [own, around] = [tool.visible.off, scope.visible.off]
  return (own ?? around) === 'explain' && (around ?? own) === 'explain'
}

/** Whether no model may learn of a tool now: it is off, and secret. */
export const isHidden = (entry: ListedTool): boolean =>
  !entry.availability.enabled && isSecret(entry)
