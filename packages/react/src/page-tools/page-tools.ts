// The reasons: decisions/0108.
import { AgentError, type AgentPlugin, checkOptions, Scope } from '@ambit/core'
import { useAgentIfProvided } from '../agent/agent-context.ts'
import { useCommitted, useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { orLeaveOut } from '../tools/or-leave-out.ts'
import { requireReady, toActs } from './acts.ts'
import { type PageToolsOptions, scopeName, UsedPage } from './used-page.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Whether this is a build for production. A page without a bundler counts as one. */
function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production'
  } catch {
    return true
  }
}

/**
 * Lets the agent use the page by what a user sees of it, where no tool does what is asked. The
 * model learns of a scope that it can load. Its context is the text of the page, with a short name
 * for each control. That is third-party text. Its tools press, fill, choose and open.
 *
 * An act is for the control that was read: if its role, its name or its place is another one, the
 * call is `stale`. What is not known to be harmless asks the user, and so does a request of a press
 * that may change something. Passwords, codes, what nobody sees, the chat, and `hide` are never
 * read. Nothing is pressed while something waits for the user.
 *
 * Throws `AgentError` for an option that does not exist, and for an `allow` without `read`.
 */
export function pageTools(options: PageToolsOptions = {}): AgentPlugin {
  check(options)
  return toPlugin(() => options)
}

/**
 * Gives the agent of the nearest `AgentProvider` the tools of {@link pageTools} while it is
 * mounted. Its options are those of the latest committed render.
 */
export function PageTools(props: PageToolsOptions): null {
  const agent = useAgentIfProvided('PageTools')
  const committed = useCommitted(props)
  const allow = String(props.allow)
  useIsomorphicLayoutEffect(() => {
    if (!agent) return undefined
    return orLeaveOut(agent, 'PageTools', () => {
      check(committed.current)
      return agent.use(toPlugin(() => committed.current))
    })
  }, [agent, committed, allow])
  return null
}

function check(options: PageToolsOptions): void {
  checkOptions('`pageTools`', options, {
    root: ':string',
    allow: '',
    asks: ':function',
    hide: ':string',
    maxChars: ':number',
  })
  const { allow, root, hide } = options
  for (const selector of [root, hide]) if (selector !== undefined) checkSelector(selector)
  const known = ['read', 'values', 'press', 'fill', 'links']
  const isKnown = Array.isArray(allow) && allow.every((one) => known.includes(one))
  if (allow && !(isKnown && allow.includes('read')))
    throw new AgentError(`\`allow\` of \`pageTools\` is a list of ${known.join()}, with \`read\`.`)
}

function checkSelector(selector: string): void {
  try {
    globalThis.document?.createDocumentFragment().querySelector(selector)
  } catch (cause) {
    throw new AgentError(`\`pageTools\`: ${JSON.stringify(selector)} is no selector.`, {
      cause,
    })
  }
}

function toPlugin(options: () => PageToolsOptions): AgentPlugin {
  let page: UsedPage | undefined
  return {
    name: 'page tools',
    setup(agent) {
      if (!options().allow && isProduction()) return undefined
      page = new UsedPage(agent, options)
      return agent.scopes.register(toScope(page))
    },
    async approve({ call, tool, run: { signal } }) {
      if (page && tool && page.tools.has(tool)) await requireReady(call, page, signal)
    },
  }
}

function toScope(page: UsedPage): Scope {
  const tools = toActs(page)
  for (const tool of tools) page.tools.add(tool)
  return new Scope({
    name: scopeName,
    label: 'Page',
    description: 'What the user sees of the page. For what no other tool does.',
    load: 'onDemand',
    untrusted: true,
    visible: { outside: false },
    context: () => page.read(),
    tools,
  })
}
