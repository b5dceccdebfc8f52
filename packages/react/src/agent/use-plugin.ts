import type { AgentPlugin } from '@ambit/core'
import { orLeaveOut } from '../tools/or-leave-out.ts'
import { useAgentIfProvided } from './agent-context.ts'
import { useCommitted, useIsomorphicLayoutEffect } from './use-committed.ts'

/**
 * Adds a plug-in to the agent while the component is mounted, as `agent.use` does; false or
 * undefined adds none. Its functions are those of the latest committed render. A re-render
 * registers nothing, unless the plug-in gets another name or other members. A run that goes on
 * keeps the plug-ins with which it began.
 */
export function usePlugin(plugin: AgentPlugin | false | undefined): void {
  const agent = useAgentIfProvided('usePlugin')
  const committed = useCommitted(plugin)
  const kind = plugin ? [plugin.name, plugin.enforce, ...membersOf(plugin)].join() : undefined
  useIsomorphicLayoutEffect(() => {
    const { current } = committed
    if (!agent || !current) return undefined
    const latest: AgentPlugin = { ...current, name: current.name }
    for (const member of membersOf(current)) {
      const call = (...given: never[]): unknown => {
        const plugin = committed.current || current
        return (plugin[member] as (...given: never[]) => unknown).apply(plugin, given)
      }
      Object.assign(latest, { [member]: call })
    }
    return orLeaveOut(agent, `plug-in "${current.name}"`, () => agent.use(latest))
  }, [agent, kind, committed])
}

const members = [
  'run',
  'input',
  'request',
  'call',
  'execute',
  'message',
  'approve',
  'setup',
  'redact',
] as const

/** Returns the names of the functions that a plug-in has. */
const membersOf = (plugin: AgentPlugin): (typeof members)[number][] =>
  members.filter((member) => typeof plugin[member] === 'function')
