import { checkOptions } from '../../options/check-names.ts'
import { AgentError } from '../../errors/agent-error.ts'
import { canBeMeant, type MeantCall, readMeant } from '../../messages/meant-call.ts'
import type { AssistantToolCall, Message } from '../../messages/message.ts'
import { useToolName } from '../../messages/read.ts'
import type { ModelResponse } from '../../model/response.ts'
import { isHidden, isSecret } from '../../model/request.ts'
import type { ListedTool, OnDelta, ToolChoice, ToolList } from '../../model/tool-list.ts'
import { checkCount, checkFunctions } from '../../options/values.ts'
import type { AgentPlugin } from '../../plugins.ts'
import type { AnyTool } from '../../tools/tool.ts'
import { createDigestTools, findToolsName } from './find-tools.ts'
import { createSteadyList, dropCold, mostGone, rule, toPlugin } from './steady-tools.ts'
import { describeTool } from './tools-on.ts'

/** The options of {@link digest}. */
export interface DigestOptions {
  /** The most tools that a request lists as `steadyTools` does. Default 40. */
  readonly above?: number | undefined
  /** The names of tools that each request lists in full. Default: none. */
  readonly pinned?: readonly string[] | undefined
  /** The most characters of the names of tools, in each of the two places. Default 6,000. */
  readonly maxChars?: number | undefined
  /**
   * Finds tools by the words of the model, in place of the search by words: returns the names of
   * those that fit, the best first. Gets the tools that the model may know of, with their `name`,
   * `title`, `description` and `aliases`. What it throws is the answer of the call. Default: words
   * of names and aliases before those of titles, scopes and descriptions.
   */
  readonly search?:
    | ((query: string, tools: readonly AnyTool[]) => readonly string[] | Promise<readonly string[]>)
    | undefined
}

/** The most tools of scopes that have just come which are listed in full. */
const mostRecent = 8

/** The most characters of JSON of the tools that are listed in full and are not pinned. */
const mostFullChars = 3_000

/** The digest of one page, or of some of its tools. It lasts as long as a provider's cache. */
interface Digest {
  readonly known: ReadonlySet<string>
  readonly text: string
  /** The names of the tools that are listed in full, and the list of them. */
  readonly full: Set<string>
  readonly list: ToolList
  fullChars: number
  scopes: ReadonlySet<string>
  at: number
}

/**
 * Creates the plug-in that lists the tools of pages with many tools. A page with at most `above`
 * tools has the list of `steadyTools()`. On others the model gets the tools `find_tools` and
 * `use_tool`, and the names of all tools by scope. What it calls through `use_tool` is a call of
 * the tool itself.
 *
 * Some tools are listed in full: pinned ones, and those of a small scope that has just come. So are
 * those that the model has called in earlier runs. A tool that is listed stays so. A page keeps its
 * digest until no request was made for five minutes, or most of its tools have changed.
 *
 * Throws `AgentError` for options that are not whole numbers. A run fails with one if a tool of the
 * page has the name of one of the two.
 */
export function digest(options: DigestOptions = {}): AgentPlugin {
  checkOptions('`digest`', options, {
    above: 'max maxTools',
    maxChars: '',
    pinned: 'always',
    search: 'find rank',
  })
  const { above = 40, pinned = [], maxChars = 6_000, search } = options
  checkCount('above', above)
  checkCount('maxChars', maxChars, 200)
  checkFunctions('`digest`', { search })
  const few = createSteadyList()
  const pages = new WeakMap<object, Map<string, Digest>>()
  const own = createDigestTools(() => []).map(describeTool)
  return toPlugin({
    createTools: (list) => createDigestTools(list, search),
    readCalls,
    readDeltas,
    choose(tools, at) {
      tools.forEach(refuseClash)
      const visible = tools.filter((entry) => !entry.isOwn && !isHidden(entry))
      const lasting = visible.filter((entry) => !isSecret(entry))
      const digests = pages.get(at.page) ?? new Map<string, Digest>()
      pages.set(at.page, digests)
      // The requests of a run that may use only some tools share no cache with the others.
      const narrowing = at.isNarrowed ? lasting.map(({ tool }) => tool.name).join() : ''
      const key = `${at.owner} ${narrowing}`
      dropCold(digests, at.now)
      const before = lasts(digests.get(key), lasting)
      if (!before && visible.length <= above) return few.choose(tools, at)
      const page = before ?? begin(lasting, pinned, maxChars)
      digests.set(key, page)
      page.at = at.now
      addRecent(page, lasting, before === undefined)
      if (!before || at.iteration === 0) addUsed(page, lasting, at.messages)
      const {
        tools: full,
        gone,
        finish,
      } = page.list.choose(
        tools.filter(({ tool, isOwn }) => isOwn || page.full.has(tool.name)),
        at,
      )
      return { ...toChoice(page, { full: [...own, ...full], gone, visible, maxChars }), finish }
    },
  })
}

/** Returns a digest, unless most of its tools have changed. */
function lasts(page: Digest | undefined, tools: readonly ListedTool[]): Digest | undefined {
  if (!page) return undefined
  const added = tools.filter(({ tool }) => !page.known.has(tool.name)).length
  const gone = page.known.size - (tools.length - added)
  return Math.max(added, gone) > Math.max(mostGone, tools.length / 2) ? undefined : page
}

function begin(tools: readonly ListedTool[], pinned: readonly string[], maxChars: number): Digest {
  return {
    known: new Set(tools.map(({ tool }) => tool.name)),
    text: toDirectory(groupNames(tools), maxChars),
    full: new Set(pinned),
    list: createSteadyList(),
    fullChars: 0,
    scopes: new Set(),
    at: 0,
  }
}

/** Lists the tools of the scopes in full that have come since the last request, if they are few. */
function addRecent(page: Digest, tools: readonly ListedTool[], isFirst: boolean): void {
  const scopes = new Map<string, ListedTool[]>()
  for (const entry of tools) {
    const { name } = entry.scope
    scopes.set(name, [...(scopes.get(name) ?? []), entry])
  }
  const come = [...scopes].filter(([name]) => !page.scopes.has(name)).reverse()
  page.scopes = new Set(scopes.keys())
  let left = mostRecent
  // All scopes of the first request are new, and only the last of them has just come.
  for (const [, entries] of isFirst ? come.slice(0, 1) : come) {
    left -= entries.length
    if (left < 0) return
    for (const entry of entries) addFull(page, entry)
  }
}

/**
 * Lists the tools in full that the model has called, the latest first. Within a run the history has
 * their parameters, and a changed list would cost the cache.
 */
function addUsed(page: Digest, tools: readonly ListedTool[], messages: readonly Message[]): void {
  const byName = new Map(tools.map((entry) => [entry.tool.name, entry]))
  for (const message of messages.toReversed()) {
    if (message.role !== 'assistant' || message.source === 'ui') continue
    for (const { name } of message.calls ?? []) {
      const entry = byName.get(name)
      if (entry) addFull(page, entry)
    }
  }
}

function addFull(page: Digest, { tool }: ListedTool): void {
  const { name } = tool
  if (page.full.has(name)) return
  const chars = page.fullChars + JSON.stringify(describeTool(tool)).length
  if (chars > mostFullChars) return
  page.full.add(name)
  page.fullChars = chars
}

interface Chosen {
  readonly full: readonly ToolChoice['tools'][number][]
  readonly gone: readonly string[] | undefined
  readonly visible: readonly ListedTool[]
  readonly maxChars: number
}

function toChoice(page: Digest, { full, gone, visible, maxChars }: Chosen): ToolChoice {
  const named = new Set(full.map(({ name }) => name))
  const later = visible.filter(({ tool }) => !page.known.has(tool.name) && !named.has(tool.name))
  return {
    tools: full,
    gone,
    named,
    instructions: `${introduction}\n<more-tools>\n${page.text}\n</more-tools>\n${rule}`,
    note: later.length
      ? `<later-tools>\n${toDirectory(groupNames(later), maxChars)}\n</later-tools>`
      : undefined,
  }
}

const introduction = [
  'You have more tools than those that are listed.',
  '<more-tools> has their names by scope, and <later-tools> at the end of the conversation those that came later.',
  `Call ${findToolsName} for the parameters of one, then call it with ${useToolName}.`,
].join(' ')

function refuseClash({ tool: { name }, scope }: ListedTool): void {
  if (name !== findToolsName && name !== useToolName) return
  throw new AgentError(
    `The tool "${name}" (scope "${scope.name}") has the name of a tool of \`digest()\`, so the model could not tell them apart. Rename your tool.`,
  )
}

/**
 * Returns a response whose calls are those that the model meant. The parts keep each call of
 * `use_tool` as the model made it. A call that means no tool stays as it is.
 */
function readCalls(response: ModelResponse): ModelResponse {
  const meant = new Map<string, MeantCall>()
  const inputs = new Map<string, unknown>()
  for (const call of response.calls) {
    const found = call.name === useToolName ? toMeant(call) : undefined
    if (!found) continue
    meant.set(call.id, found)
    const { name, arguments: args } = found
    inputs.set(call.id, call.raw === undefined ? call.arguments : { name, arguments: args })
  }
  if (meant.size === 0) return response
  return {
    ...response,
    calls: response.calls.map((call) => ({ id: call.id, ...(meant.get(call.id) ?? call) })),
    parts: response.parts.map((part) =>
      part.type === 'tool-call' && inputs.has(part.id)
        ? { ...part, input: inputs.get(part.id) }
        : part,
    ),
  }
}

function toMeant({ arguments: args, raw }: AssistantToolCall): MeantCall | undefined {
  if (raw === undefined) return readMeant(args)
  const start = readStart(raw)
  // The text was cut, or is not JSON. Its tool is known all the same.
  return start && { name: start.name, arguments: {}, raw: raw.slice(start.end) || '…' }
}

/** Returns the name that arguments of `use_tool` begin with, and where those of the tool are. */
function readStart(text: string): { readonly name: string; readonly end: number } | undefined {
  const [start, name = ''] = beginning.exec(text) ?? []
  return start !== undefined && canBeMeant(name) ? { name, end: start.length } : undefined
}

const beginning = /^\s*\{\s*"name"\s*:\s*"([\w-]{1,64})"\s*,\s*"arguments"\s*:\s*/

/**
 * Returns a listener that tells `onDelta` the arguments of the tool that a call of `use_tool`
 * means, as they come. It can do so if the name comes first and the arguments are an object.
 * Otherwise the call is first told of when it is whole.
 */
function readDeltas(onDelta: OnDelta): OnDelta {
  const readers = new Map<object, Reader>()
  return (part, delta) => {
    if (part.type !== 'tool-call' || part.name !== useToolName) return onDelta(part, delta)
    const reader = readers.get(part) ?? new Reader()
    readers.set(part, reader)
    const piece = reader.read(delta)
    const { name } = reader
    if (piece === '' || name === undefined) return
    reader.part ??= { type: 'tool-call', id: part.id, name }
    onDelta(reader.part, piece)
  }
}

/** The most characters before the arguments of the tool. */
const mostBefore = 200

/** The reader of one call of `use_tool`, whose text comes in pieces. */
class Reader {
  part: Parameters<OnDelta>[0] | undefined
  /** The name of the tool, once it is known. */
  name: string | undefined
  #before = ''
  #depth = 0
  #isInText = false
  #isEscaped = false
  #isDone = false

  /** Returns the part of a piece that belongs to the arguments of the tool. */
  read(piece: string): string {
    if (this.#isDone) return ''
    if (this.name !== undefined) return this.#take(piece)
    this.#before += piece
    const start = readStart(this.#before)
    const rest = start && this.#before.slice(start.end)
    if (start && rest?.startsWith('{')) {
      this.name = start.name
      return this.#take(rest)
    }
    this.#isDone = rest ? true : this.#before.length > mostBefore
    return ''
  }

  /** Returns a piece up to the end of the object. */
  #take(piece: string): string {
    for (let at = 0; at < piece.length; at++) {
      const character = piece[at]
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isInText) {
        if (character === '\\') this.#isEscaped = true
        else if (character === '"') this.#isInText = false
      } else if (character === '"') this.#isInText = true
      else if (character === '{') this.#depth++
      else if (character === '}' && --this.#depth === 0) {
        this.#isDone = true
        return piece.slice(0, at + 1)
      }
    }
    return piece
  }
}

/** The names of tools by the name of their scope. Tools without one are under ''. */
type ToolNames = ReadonlyMap<string, readonly string[]>

/** Groups tools by their scopes. A scope of one tool of the same name is not a scope of its own. */
function groupNames(tools: readonly ListedTool[]): ToolNames {
  const sizes = new Map<string, number>()
  for (const { scope } of tools) sizes.set(scope.name, (sizes.get(scope.name) ?? 0) + 1)
  const groups = new Map<string, string[]>()
  for (const { tool, scope } of tools) {
    const isAlone = scope.name === tool.name && sizes.get(scope.name) === 1
    const key = isAlone ? '' : scope.name
    const group = groups.get(key)
    if (group) group.push(tool.name)
    else groups.set(key, [tool.name])
  }
  return groups
}

/**
 * Returns the names of tools as text, a line for each scope. If that is longer than `maxChars`, the
 * lines show fewer names and the number of the others. If it is still too long, there are only
 * names of scopes, with their numbers of tools.
 */
function toDirectory(names: ToolNames, maxChars: number): string {
  const most = Math.max(0, ...[...names.values()].map(({ length }) => length))
  for (let shown = most; shown > 0; shown = Math.floor(shown * 0.75)) {
    const text = Array.from(names, ([scope, tools]) => toLine(scope, tools, shown)).join('\n')
    if (text.length <= maxChars) return text
  }
  const counts = Array.from(names, ([scope, { length }]) => `${toTitle(scope)} (${length} tools)`)
  const kept: string[] = []
  let left = maxChars - 40
  for (const count of counts) {
    left -= count.length + 2
    if (left < 0) break
    kept.push(count)
  }
  const others = counts.length - kept.length
  return [...kept, ...(others > 0 ? [`and ${others} more scopes`] : [])].join(', ')
}

function toLine(scope: string, tools: readonly string[], shown: number): string {
  const others = tools.length - shown
  const told = tools.slice(0, shown).join(', ') + (others > 0 ? ` and ${others} more` : '')
  return `${toTitle(scope)}: ${told}`
}

/** Returns the name of a scope in a form that can end no line. An app may make it of any text. */
const toTitle = (scope: string): string =>
  scope === '' ? 'others' : scope.replaceAll(/[^\p{L}\p{N} _./:@-]+/gu, '_').slice(0, 64)
