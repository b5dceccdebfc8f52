import { checkOptions } from '../../options/check-names.ts'
import { AgentError } from '../../errors/agent-error.ts'
import { deepFreeze } from '../../messages/message.ts'
import type { AgentPlugin } from '../../plugins.ts'
import type { LanguageModelV4FunctionTool, LanguageModelV4ProviderTool } from '@ai-sdk/provider'
import { createSteadyList, toPlugin } from './steady-tools.ts'

/** The options of {@link deferred}. */
export interface DeferredOptions {
  /** The provider of the agent's model. */
  readonly provider: 'anthropic' | 'openai'
  /** The names of tools that the model gets without a search. Default: none. */
  readonly pinned?: readonly string[] | undefined
}

/** The tool of each provider that searches the deferred tools of a request. */
const searches: Readonly<Record<DeferredOptions['provider'], LanguageModelV4ProviderTool>> =
  deepFreeze({
    anthropic: {
      type: 'provider',
      id: 'anthropic.tool_search_bm25_20251119',
      name: 'tool_search_tool_bm25',
      args: {},
    },
    openai: { type: 'provider', id: 'openai.tool_search', name: 'tool_search', args: {} },
  })

/**
 * Creates the plug-in for a provider that searches tools itself. Each request holds all tools, as
 * with `steadyTools()`, and the provider's search. The model gets only the tools that it finds, and
 * the pinned ones. A tool that goes off or on, comes or leaves costs no cache.
 *
 * A proxy needs the id of the search in `provider.tools`:
 * `anthropic.tool_search_bm25_20251119` or `openai.tool_search`. Use it only with models that have
 * such a search; others refuse the request.
 *
 * Throws `AgentError` for another provider. A run fails with one if a tool of the page has the name
 * of the search.
 */
export function deferred(options: DeferredOptions): AgentPlugin {
  checkOptions('`deferred`', options, {
    pinned: 'always',
    provider: '!string =anthropic =openai',
  })
  const { provider, pinned = [] } = options
  const search = searches[provider]
  const list = createSteadyList()
  const known = new WeakMap<LanguageModelV4FunctionTool, LanguageModelV4FunctionTool>()
  const defer = (tool: LanguageModelV4FunctionTool): LanguageModelV4FunctionTool => {
    const before = known.get(tool)
    if (before) return before
    const { [provider]: own, ...others } = tool.providerOptions ?? {}
    const providerOptions = { ...others, [provider]: { ...own, deferLoading: true } }
    const marked = deepFreeze({ ...tool, providerOptions })
    known.set(tool, marked)
    return marked
  }
  return toPlugin({
    searches: new Set([search.name]),
    choose(tools, at) {
      const inFull = new Set(pinned)
      for (const { tool, scope, isOwn } of tools) {
        if (tool.name === search.name) throw clash(search.name, scope.name)
        if (isOwn) inFull.add(tool.name)
      }
      const choice = list.choose(tools, at)
      const all = choice.tools.filter((tool) => tool.type === 'function')
      if (all.length === 0) return choice
      return {
        ...choice,
        tools: [search, ...all.map((tool) => (inFull.has(tool.name) ? tool : defer(tool)))],
        // The model knows of no other tools until it finds them, and is told then.
        named: inFull,
        gone: choice.gone?.filter((name) => inFull.has(name)),
      }
    },
  })
}

const clash = (name: string, scope: string): AgentError =>
  new AgentError(
    `The tool "${name}" (scope "${scope}") has the name of the provider's search, so the model could not tell them apart. Rename your tool.`,
  )
