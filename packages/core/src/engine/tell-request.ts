import type { BuiltTool } from '../model/built-request.ts'
import type { ModelRequest } from '../model/request.ts'
import type { ListedTool } from '../tool-list/tool-list.ts'
import type { Scope } from '../tools/scope.ts'
import { dropUndefined } from '../json/json.ts'
import { toWireJson } from '../wire/json.ts'
import type { LoopRun } from './run-core.ts'

/** The parts that a request was built from. */
export interface BuiltFrom {
  readonly tools: readonly ListedTool[]
  /** The scopes whose context the request holds, each with the JSON. */
  readonly contexts: readonly { readonly scope: Scope; readonly json: string }[]
}

/** Emits `request_built` for a request that goes to the model. Call it only if somebody listens. */
export function tellRequest(
  run: LoopRun,
  iteration: number,
  request: ModelRequest,
  from: BuiltFrom,
): void {
  const { log, taint } = run
  const listed = new Set(request.tools?.map(({ name }) => name))
  const tools = from.tools.map(({ tool: { name }, scope, availability }): BuiltTool => {
    const entry = { name, scope: scope.name, listed: listed.has(name) }
    if (availability.enabled) return { ...entry, on: true }
    const { enabled: _enabled, ...why } = availability
    return { ...entry, on: false, ...why }
  })
  const contexts = from.contexts.map(({ scope, json }) => ({
    scope: scope.name,
    bytes: bytesOf(json),
    untrusted: scope.untrusted,
  }))
  log.tell(
    Object.freeze({
      type: 'agent:request_built',
      seq: log.count,
      at: log.now(),
      ...dropUndefined(log.identity),
      iteration,
      request: Object.freeze({ ...request }),
      tools: Object.freeze(tools),
      contexts: Object.freeze(contexts),
      bytes: Object.freeze({
        prompt: bytesOf(toWireJson(request.prompt)),
        tools: bytesOf(toWireJson(request.tools ?? [])),
      }),
      ...(taint !== undefined && { taint }),
    }),
  )
}

const encoder = new TextEncoder()

const bytesOf = (text: string): number => encoder.encode(text).length
