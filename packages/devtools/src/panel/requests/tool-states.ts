import type { BuiltScope, BuiltTool } from '@ambit/core'
import type { KeptRequest, LeftOutTool } from '../../watch/request-log.ts'
import { toToolBlocks } from './request-text.ts'

/** A tool in a request: its state, and why. */
export interface ToolState {
  readonly name: string
  readonly scope: string
  /** `held`: the tool is on, and the request does not list it. `absent`: nothing is known of it. */
  readonly state: 'on' | 'off' | 'held' | 'absent'
  /** The words around the reason. Empty if there is nothing to say. */
  readonly why: string
  /** The reason as the request said it. */
  readonly reason?: string | undefined
  /** The value that an `enabled` threw, in an array of one. */
  readonly thrown?: readonly [unknown] | undefined
  /** The UTF-8 bytes of the tool in the request. 0 if it is not listed. */
  readonly bytes: number
}

const order = { off: 0, held: 1, absent: 2, on: 3 }

/**
 * Returns the tools of a request and of its page, those that could not be called first. With
 * `wanted` only the tools of these names.
 */
export function toToolStates(
  { built }: KeptRequest,
  leftOut: readonly LeftOutTool[] = [],
  wanted?: ReadonlySet<string>,
): ToolState[] {
  const isWanted = ({ name }: { readonly name: string }): boolean => wanted?.has(name) ?? true
  const listed = built.request.tools ?? []
  // Without the ends of the lines.
  const tools = listed.filter(isWanted)
  const sizes = new Map(toToolBlocks({ tools }).map(({ name, bytes }) => [name, bytes - 1]))
  const scopes = new Map(built.scopes.map((scope) => [scope.name, scope]))
  const isDigest = hasDigest(built)
  const states = built.tools.filter(isWanted).map((tool): ToolState => {
    const { name, scope } = tool
    const entry = { name, scope, bytes: sizes.get(name) ?? 0 }
    if (!tool.on) return { ...entry, state: 'off', ...whyOff(tool, scopes.get(scope)) }
    if (!tool.listed) return { ...entry, state: 'held', why: isDigest ? inDigest : held }
    const definition = listed.find((one) => one.name === name)
    return { ...entry, state: 'on', why: isDeferred(definition) ? deferred : '' }
  })
  const known = new Set(states.map(({ name }) => name))
  for (const tool of tools) {
    const { name, type } = tool
    if (known.has(name)) continue
    const bytes = sizes.get(name) ?? 0
    if (isOfList(tool, isDigest)) {
      const why = type === 'provider' ? 'A tool of the provider.' : 'A tool of the tool list.'
      states.push({ name, scope: '', bytes, state: 'on', why })
    } else states.push({ name, scope: '', bytes, state: 'off', why: gone })
  }
  for (const { name, scope, why } of leftOut) {
    if (known.has(name) || sizes.has(name) || !isWanted({ name })) continue
    states.push({ name, scope, bytes: 0, state: 'absent', why: left[why] })
  }
  return states.sort((a, b) => order[a.state] - order[b.state])
}

/** Returns how many tools of a request are off in `toToolStates`. */
export function countOff({ built }: KeptRequest): number {
  const known = new Set(built.tools.map(({ name }) => name))
  const isDigest = hasDigest(built)
  const gone = (built.request.tools ?? []).filter(
    (tool) => !known.has(tool.name) && !isOfList(tool, isDigest),
  )
  return built.tools.filter(({ on }) => !on).length + gone.length
}

const hasDigest = ({ request: { tools = [] } }: KeptRequest['built']): boolean =>
  tools.some(({ name }) => name === 'use_tool')

/** Whether a tool that the page does not have is one of the provider or of the tool list. */
const isOfList = (
  { name, type }: { readonly name: string; readonly type: string },
  isDigest: boolean,
): boolean => type === 'provider' || (isDigest && /^(?:use_tool|find_tools)$/.test(name))

/** Returns why a tool was off, from what the request said. */
function whyOff(
  tool: BuiltTool,
  scope: BuiltScope | undefined,
): Pick<ToolState, 'why' | 'reason' | 'thrown'> {
  const isScope = scope?.on === false
  const { reason } = tool
  const owner = isScope ? scope : tool
  const of = isScope ? `its scope "${scope.name}"` : 'the tool'
  if ('thrown' in owner) return { why: `The \`enabled\` of ${of} threw.`, thrown: [owner.thrown] }
  const why = isScope ? `Its scope "${scope.name}" is off.` : ''
  if (reason) return { why, reason }
  return { why: `${why} Its \`enabled\` gave no reason.`.trim() }
}

const isDeferred = (tool: object | undefined): boolean => {
  const { providerOptions = {} } = (tool ?? {}) as {
    readonly providerOptions?: Readonly<Record<string, { readonly deferLoading?: unknown }>>
  }
  return Object.values(providerOptions).some(({ deferLoading }) => deferLoading === true)
}

const inDigest = 'On. The tool list holds it back: the model finds it with `find_tools`.'
const held = 'On, but not in the request: a tool list or a plug-in left it out.'
const deferred = 'The model gets it after a search of the provider.'
const gone = 'It is no longer on the page. It stays in the list, so that the cache lasts.'
const left = {
  hidden: 'No model may know of it: `visible.model` is false.',
  narrowed: 'Left out: this call was limited to other tools, or the tool is not for its run.',
}
