import type {
  JSONSchema7,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
} from '@ai-sdk/provider'
import { toJsonText } from '../json/json-text.ts'
import { type Message, deepFreeze } from '../messages/message.ts'
import { cloneJson } from '../json/json.ts'
import type { Availability } from '../tools/availability.ts'
import type { ModelRequest } from './request.ts'
import type { Scope } from '../tools/scope.ts'
import type { AnyTool } from '../tools/tool.ts'
import { toContextEnvelope, toUnavailableEnvelope } from './envelope.ts'
import type { OnNewer } from './known-parts.ts'
import { toPrompt } from './prompt.ts'

/** The data that a request is built from. */
export interface RequestSource {
  readonly instructions: string | undefined
  readonly messages: readonly Message[]
  readonly scopes: readonly { readonly scope: Scope; readonly availability: Availability }[]
  readonly tools: readonly {
    readonly tool: AnyTool
    readonly scope?: Scope | undefined
    readonly availability: Availability
  }[]
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
  /** Hears of the type of parts that only a later version knows, and that are left out. */
  readonly onNewer?: OnNewer | undefined
}

/**
 * Builds the request of one model call: instructions, stable contexts, history, and last the
 * current contexts and the tools that are off. Each request thus repeats the previous one byte for
 * byte up to its end part.
 */
export function buildRequest(source: RequestSource): ModelRequest {
  const { instructions, messages, tools, redact, onForeign } = source
  reportPredicates(source)
  const stable = readContexts(source, 'system')
  const current = readContexts(source, 'user')
  const on: LanguageModelV4FunctionTool[] = []
  const off: { name: string; reason: string }[] = []
  const foreign: typeof off = []
  for (const { tool, scope, availability } of tools) {
    const { name, untrusted } = tool
    if (availability.enabled) on.push(describe(tool))
    else if (!availability.reason) off.push({ name, reason: notAvailable })
    else if (!untrusted && !scope?.untrusted) {
      off.push({ name, reason: reasonOf(availability.reason, redact) })
    } else {
      foreign.push({ name, reason: reasonOf(availability.reason, redact) })
      onForeign?.(`why "${name}" is off`)
    }
  }
  if (off.length) current.push(toUnavailableEnvelope(off))
  if (foreign.length) current.push(toUnavailableEnvelope(foreign, true))
  const lead: LanguageModelV4Message[] = []
  if (instructions) lead.push({ role: 'system', content: instructions })
  if (stable.length) lead.push({ role: 'system', content: stable.join('\n') })
  const end: LanguageModelV4Message[] = []
  if (current.length) {
    end.push({ role: 'user', content: [{ type: 'text', text: current.join('\n') }] })
  }
  return {
    prompt: lead.concat(toPrompt(messages, source.onNewer), end),
    ...(on.length > 0 && { tools: on, toolChoice: { type: 'auto' } }),
  }
}

/** Returns why a tool is off, as the model gets it. A redaction that throws withholds it. */
const notAvailable = 'not available now'

/** Returns a reason without its secrets. A redaction that throws withholds it. */
function reasonOf(reason: string, redact: RequestSource['redact']): string {
  try {
    return redact ? redact(reason) : reason
  } catch {
    return notAvailable
  }
}

function reportPredicates({ scopes, tools, onThrow }: RequestSource): void {
  const report = (kind: string, { name }: Scope | AnyTool, availability: Availability): void => {
    if ('thrown' in availability) onThrow(`\`enabled\` of ${kind} "${name}"`, availability.thrown)
  }
  for (const { scope, availability } of scopes) report('scope', scope, availability)
  for (const { tool, availability } of tools) report('tool', tool, availability)
}

function readContexts(
  { scopes, redact, onThrow, onLoss, onForeign }: RequestSource,
  injection: Scope['injection'],
): string[] {
  return scopes.flatMap(({ scope, availability }) => {
    if (!scope.context || !availability.enabled || scope.injection !== injection) return []
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
      return [toContextEnvelope(shown, redact ? redact(json) : json)]
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

/** The description of each tool for models, with the schema it was made from. */
const described = new WeakMap<AnyTool, { of: JSONSchema7; as: LanguageModelV4FunctionTool }>()

/**
 * Returns the description of a tool for models. It is frozen, so that it is written as JSON once. A
 * tool whose schema has changed gets a new description.
 */
function describe(tool: AnyTool): LanguageModelV4FunctionTool {
  const { name, description, jsonSchema, strict } = tool
  const known = described.get(tool)
  if (known?.of === jsonSchema) return known.as
  // The schema belongs to the application, so a copy is frozen.
  const inputSchema = cloneJson(jsonSchema)
  const as: LanguageModelV4FunctionTool = { type: 'function', name, description, inputSchema }
  if (strict !== undefined) as.strict = strict
  described.set(tool, { of: jsonSchema, as: deepFreeze(as) })
  return as
}
