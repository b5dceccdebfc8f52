import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { isHidden, isSecret, type ModelRequest } from '../../model/request.ts'
import type { ToolList } from '../../model/tool-list.ts'
import type { AgentPlugin } from '../../plugins.ts'
import { describeTool } from './tools-on.ts'

/** The time without a request after which a provider's cache of the prompt is gone. */
const cacheMs: number = 5 * 60_000

/** The number of tools that may stay listed after they have left, however few are there. */
export const mostGone = 16

interface Entry {
  readonly as: LanguageModelV4FunctionTool
  readonly isSecret: boolean
}

/** The tools that the requests of one page and user have listed, by name, in their order. */
interface Listed {
  readonly entries: Map<string, Entry>
  at: number
}

/**
 * Creates the plug-in whose tool list changes as little as possible. A provider's cache of the
 * prompt ends where a request differs from the one before.
 *
 * A tool that is off stays listed, unless it is `secret`. A new tool is added at the end. A tool
 * that has left the page stays until no request was made for five minutes, or until most of the
 * listed tools have left. The end of the request names the tools that cannot be called. OpenAI
 * forbids them to the model; elsewhere a call of one is refused.
 *
 * Each session and each user has a list of their own.
 */
export const steadyTools = (): AgentPlugin => toPlugin(createSteadyList())

/** Returns the plug-in that has a tool list. */
export const toPlugin = (list: ToolList): AgentPlugin => ({ name: 'tool list', list })

/** Makes the list of {@link steadyTools}. */
export function createSteadyList(): ToolList {
  const pages = new WeakMap<object, Map<string, Listed>>()
  return {
    choose(tools, { page, owner, now, allows }) {
      const lists = pages.get(page) ?? new Map<string, Listed>()
      pages.set(page, lists)
      dropCold(lists, now)
      const listed = lists.get(owner) ?? { entries: new Map<string, Entry>(), at: now }
      lists.set(owner, listed)
      listed.at = now
      const { entries } = listed
      const own: LanguageModelV4FunctionTool[] = []
      const here = new Set<string>()
      const owned = new Set<string>()
      const off = new Set<string>()
      for (const entry of tools) {
        const { name } = entry.tool
        here.add(name)
        if (!entry.availability.enabled) off.add(name)
        if (entry.isOwn) {
          owned.add(name)
          if (!isHidden(entry)) own.push(describeTool(entry.tool))
        } else if (isHidden(entry)) entries.delete(name)
        else entries.set(name, { as: describeTool(entry.tool), isSecret: isSecret(entry) })
      }
      const gone = findGone(entries, here, allows)
      for (const name of gone) off.add(name)
      const shown: LanguageModelV4FunctionTool[] = []
      for (const [name, { as }] of entries) if (allows(name) && !owned.has(name)) shown.push(as)
      const all = [...shown, ...own]
      return {
        tools: all,
        gone,
        instructions: all.length > 0 ? rule : undefined,
        finish: (request) => forbid(request, off),
      }
    },
  }
}

/** The instruction about tools that are off. */
export const rule: string =
  'Tools that <unavailable-tools> names at the end of the conversation cannot be called now.'

/** Removes what no provider has in its cache. A clock that was set back makes it new, too. */
export function dropCold(lists: Map<string, { readonly at: number }>, now: number): void {
  for (const [key, { at }] of lists) if (Math.abs(now - at) > cacheMs) lists.delete(key)
}

/** Returns the listed tools that are not on the page. Removes them if they are too many. */
function findGone(
  entries: Map<string, Entry>,
  here: ReadonlySet<string>,
  allows: (name: string) => boolean,
): string[] {
  const gone: string[] = []
  for (const [name, { isSecret }] of entries) {
    if (here.has(name) || !allows(name)) continue
    if (isSecret) entries.delete(name)
    else gone.push(name)
  }
  if (gone.length <= Math.max(mostGone, here.size)) return gone
  for (const name of gone) entries.delete(name)
  return []
}

/**
 * Returns a request whose tools that are off cannot be called at OpenAI, which takes the names of
 * the others beside an unchanged list. Other providers do not read the option. A request that makes
 * a choice of its own stays as it is, and so does one with tools that the option cannot name.
 */
function forbid(request: ModelRequest, off: ReadonlySet<string>): ModelRequest {
  const { tools = [], toolChoice, providerOptions } = request
  // The options of Azure, if there are any, are read in place of those of OpenAI.
  const provider = providerOptions?.['azure'] ? 'azure' : 'openai'
  const options = providerOptions?.[provider]
  const toolNames = tools.flatMap(({ name }) => (off.has(name) ? [] : [name]))
  const isFree = toolChoice?.type === 'auto' && options?.['allowedTools'] === undefined
  const isNeeded = toolNames.length > 0 && toolNames.length < tools.length
  if (!isFree || !isNeeded || tools.some(cannotBeNamed)) return request
  const allowedTools = { toolNames, mode: 'auto' }
  return {
    ...request,
    providerOptions: { ...providerOptions, [provider]: { ...options, allowedTools } },
  }
}

/** Whether OpenAI's list of allowed tools cannot name a tool, which would forbid it. */
function cannotBeNamed(tool: NonNullable<ModelRequest['tools']>[number]): boolean {
  if (tool.type === 'provider') return tool.id === 'openai.tool_search'
  const { openai } = tool.providerOptions ?? {}
  return !!openai && ('deferLoading' in openai || 'namespace' in openai)
}
