import type { ScopeOptions } from '@ambit/core'
import { type ReactElement, type ReactNode, useContext, useState } from 'react'
import { InPlace, PlaceContext, useAgentIfProvided } from '../agent/agent-context.ts'
import { useCommitted, useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { EnabledObserver, isOn } from './enabled.ts'
import { registrarOf } from './registrar.ts'
import { type ScopeHandle, ScopeRegistration } from './scope-registration.ts'
import { subjectValueOf } from './tool-options.ts'
import { type ToolList, useToolList } from './use-tools.ts'

/** The options of a scope of the page. Further tools are registered by `useTool`. */
export interface UseScopeOptions<All extends readonly unknown[] = readonly never[]> extends Omit<
  ScopeOptions,
  'tools'
> {
  /** The tools of this render, as for `useTools`. Default: none. */
  tools?: ToolList<All> | undefined
}

/**
 * Registers a scope while the component is mounted. Returns the `scope` option of `useTool`.
 * `context`, `enabled`, `instructions` and `subject` are those of the latest committed render. A
 * re-render registers nothing.
 *
 * If the name is taken, the first scope keeps it. The second is reported once in the console, and
 * waits until the name is free. A scope that cannot be made is left out with its tools, as
 * `useTool` tells.
 */
export const useScope = <All extends readonly unknown[]>(
  options: UseScopeOptions<All>,
): ScopeHandle => useScopeOfTools(options as UseScopeOptions)

function useScopeOfTools(asked: UseScopeOptions): ScopeRegistration {
  // Without options the scope has no name, so it is left out.
  const { tools, ...options } = asked ?? ({} as UseScopeOptions)
  const scope = useScopeRegistration(options)
  useToolList(tools as unknown as Parameters<typeof useToolList>[0], scope, 'useScope')
  return scope
}

/** Registers a scope. With a `problem`, leaves it out with its tools. */
export function useScopeRegistration(
  options: Omit<ScopeOptions, 'tools'>,
  problem?: unknown,
): ScopeRegistration {
  const agent = useAgentIfProvided('useScope')
  const { name } = options
  const parent = useContext(PlaceContext).scope
  const [scope] = useState(() => new ScopeRegistration(name))
  const [enabled] = useState(() => new EnabledObserver())
  const committed = useCommitted(options)
  useIsomorphicLayoutEffect(() => {
    if (!agent) return undefined
    if (problem !== undefined) return agent.scopes.leaveOut(`scope "${name}"`, problem)
    const options: ScopeOptions = {
      ...committed.current,
      name,
      context: () => committed.current.context?.(),
      enabled: () => isOn(committed.current.enabled),
      subject: () => subjectValueOf(committed.current.subject),
      instructions: () => readWords(committed.current),
    }
    const remove = scope.register(registrarOf(agent), options, parent)
    return () => {
      remove()
      enabled.stop()
    }
  }, [agent, scope, parent, enabled, committed, name, problem])
  useIsomorphicLayoutEffect(() => {
    if (!agent) return
    scope.update(options)
    enabled.update(agent, options.enabled, scope)
  })
  return scope
}

/** Returns the instructions of the latest committed render. */
const readWords = ({ instructions }: ScopeOptions): ReturnType<Words> =>
  typeof instructions === 'function' ? instructions() : (instructions ?? '')

type Words = Extract<UseScopeOptions['instructions'], (...args: never[]) => unknown>

/** The props of `AgentScope`: the options of the scope. */
export interface AgentScopeProps<
  All extends readonly unknown[] = readonly never[],
> extends UseScopeOptions<All> {
  children?: ReactNode
}

/**
 * Registers a scope, as `useScope` does, around the tools and scopes of the components below. What
 * guards it guards these, too.
 */
export function AgentScope<All extends readonly unknown[]>({
  children,
  ...scope
}: AgentScopeProps<All>): ReactElement {
  const registration = useScopeOfTools(scope as UseScopeOptions)
  return <InPlace scope={registration}>{children}</InPlace>
}
