import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { BuiltRequest, BuiltScope, BuiltTool } from '../model/built-request.ts'
import type { ModelRequest } from '../model/request.ts'
import type { ListedTool } from '../tool-list/tool-list.ts'
import type { Scope } from '../tools/scope.ts'
import { dropUndefined } from '../json/json.ts'
import type { Availability } from '../tools/availability.ts'
import { toWireJson } from '../wire/json.ts'
import type { LoopRun } from './run-core.ts'

/** The parts that a request was built from. */
export interface BuiltFrom {
  readonly tools: readonly ListedTool[]
  readonly scopes: readonly { readonly scope: Scope; readonly availability: Availability }[]
  /** The scopes whose context the request holds, each with the JSON. */
  readonly contexts: readonly { readonly scope: Scope; readonly json: string }[]
}

/** Emits `request_built` for a request that goes to the model. Call it only if somebody listens. */
export function tellRequest(
  run: LoopRun,
  iteration: number,
  { request, model }: { readonly request: ModelRequest; readonly model: LanguageModelV4 },
  from: BuiltFrom,
): void {
  const { log, taint } = run
  let tools: BuiltRequest['tools'] | undefined
  let scopes: BuiltRequest['scopes'] | undefined
  let contexts: BuiltRequest['contexts'] | undefined
  let bytes: BuiltRequest['bytes'] | undefined
  log.tell(
    Object.freeze({
      type: 'agent:request_built',
      seq: log.count,
      at: log.now(),
      ...dropUndefined(log.identity),
      iteration,
      provider: model.provider,
      modelId: model.modelId,
      request: Object.freeze({ ...request }),
      // Each is made when it is read: an observer that reads later does not hold the model up.
      get tools() {
        return (tools ??= toTools(request, from))
      },
      get scopes() {
        return (scopes ??= toScopes(from))
      },
      get contexts() {
        return (contexts ??= toContexts(from))
      },
      get bytes() {
        return (bytes ??= toBytes(request))
      },
      ...(taint !== undefined && { taint }),
    }),
  )
}

function toTools({ tools = [] }: ModelRequest, from: BuiltFrom): BuiltRequest['tools'] {
  const names = new Set(tools.map(({ name }) => name))
  const built = from.tools.map(({ tool: { name }, scope, availability }): BuiltTool => {
    return { name, scope: scope.name, listed: names.has(name), ...toState(availability) }
  })
  return Object.freeze(built)
}

const toScopes = ({ scopes }: BuiltFrom): BuiltRequest['scopes'] =>
  Object.freeze(
    scopes.map(({ scope: { name }, availability }): BuiltScope => ({
      name,
      ...toState(availability),
    })),
  )

function toState(availability: Availability): Omit<BuiltScope, 'name'> {
  if (availability.enabled) return { on: true }
  const { enabled: _enabled, ...why } = availability
  return { on: false, ...why }
}

const toContexts = ({ contexts }: BuiltFrom): BuiltRequest['contexts'] =>
  Object.freeze(
    contexts.map(({ scope, json }) => ({
      scope: scope.name,
      bytes: bytesOf(json),
      untrusted: scope.untrusted,
    })),
  )

const toBytes = ({ prompt, tools = [] }: ModelRequest): BuiltRequest['bytes'] =>
  Object.freeze({ prompt: bytesOfList(prompt), tools: bytesOfList(tools) })

/** The bytes of messages and tools, which most requests of a run share. */
const known = new WeakMap<object, number>()

/** Returns the UTF-8 bytes of the JSON of a list. */
function bytesOfList(list: readonly object[]): number {
  // The brackets, and the commas between the items.
  let sum = 2 + Math.max(0, list.length - 1)
  for (const item of list) {
    const bytes = known.get(item) ?? bytesOf(toWireJson(item))
    known.set(item, bytes)
    sum += bytes
  }
  return sum
}

const encoder = new TextEncoder()

const bytesOf = (text: string): number => encoder.encode(text).length
