import { AgentError } from '../errors/agent-error.ts'
import { useToolName } from '../messages/match-parts.ts'
import type { Message } from '../messages/message.ts'
import { checkCount } from '../options/check-values.ts'
import { describeTool } from './describe-tool.ts'
import { readCalls, readDeltas } from './digest-calls.ts'
import { groupNames, toDirectory } from './digest-directory.ts'
import { createDigestTools, findToolsName } from './digest-tools.ts'
import { cacheMs, mostGone, rule, stable } from './stable.ts'
import { type ListedTool, type ToolChoice, type ToolList, isHidden } from './tool-list.ts'

/** The options of {@link digest}. */
export interface DigestOptions {
  /** The most tools that a request lists as `stable` does. Default 40. */
  readonly above?: number | undefined
  /** The names of tools that each request lists in full. Default: none. */
  readonly pinned?: readonly string[] | undefined
  /** The most characters of the names of tools, in each of the two places. Default 6,000. */
  readonly maxChars?: number | undefined
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
 * Creates the tool list for pages with many tools. A page with at most `above` tools has the list
 * of `stable()`. On others the model gets the tools `find_tools` and `use_tool`, and the names of
 * all tools by scope. What it calls through `use_tool` is a call of the tool itself.
 *
 * Some tools are listed in full: pinned ones, and those of a small scope that has just come. So are
 * those that the model has called in earlier runs. A tool that is listed stays so. A page keeps its
 * digest until no request was made for five minutes, or most of its tools have changed.
 *
 * Throws `AgentError` for options that are no whole numbers. A run fails with one if a tool of the
 * page has the name of one of the two.
 */
export function digest({
  above = 40,
  pinned = [],
  maxChars = 6_000,
}: DigestOptions = {}): ToolList {
  checkCount('above', above)
  checkCount('maxChars', maxChars, 200)
  const few = stable()
  const pages = new WeakMap<object, Map<string, Digest>>()
  const own = createDigestTools(() => []).map(describeTool)
  return {
    createTools: createDigestTools,
    readCalls,
    readDeltas,
    choose(tools, at) {
      tools.forEach(refuseClash)
      const visible = tools.filter((entry) => !entry.isOwn && !isHidden(entry))
      const lasting = visible.filter(({ tool, scope }) => !tool.hide && !scope.hide)
      const digests = pages.get(at.page) ?? new Map<string, Digest>()
      pages.set(at.page, digests)
      // The requests of a run that may use only some tools share no cache with the others.
      const key = at.isNarrowed ? lasting.map(({ tool }) => tool.name).join() : ''
      for (const [other, { at: then }] of digests) {
        if (Math.abs(at.now - then) > cacheMs) digests.delete(other)
      }
      const before = lasts(digests.get(key), lasting)
      if (!before && visible.length <= above) return few.choose(tools, at)
      const page = before ?? begin(lasting, pinned, maxChars)
      digests.set(key, page)
      page.at = at.now
      addRecent(page, lasting, before === undefined)
      if (!before || at.iteration === 0) addUsed(page, lasting, at.messages)
      const { tools: full, gone } = page.list.choose(
        tools.filter(({ tool, isOwn }) => isOwn || page.full.has(tool.name)),
        at,
      )
      return toChoice(page, { full: [...own, ...full], gone, visible, maxChars })
    },
  }
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
    list: stable(),
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
