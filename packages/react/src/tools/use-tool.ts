import type { AliasedToolOptions, ToolOptions } from '@ambit/core'
import { type ReactNode, useContext, useEffect, useInsertionEffect, useState } from 'react'
import { PlaceContext, useAgentIfProvided } from '../agent/agent-context.ts'
import { useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { ComponentTool } from './component-tool.ts'
import type { ScopeHandle, ScopeRegistration } from './scope-registration.ts'
import { type AnyToolOptions, inOwnWords, mountIdOf } from './tool-options.ts'
import type { RenderProps } from './render-props.ts'

/** The scope of a tool. */
interface Placement {
  /**
   * The scope that `useScope` returned. Default: the scope of the nearest `AgentScope`. Without
   * one, the tool gets a scope of its own name.
   */
  scope?: ScopeHandle | undefined
}

/**
 * The options of a tool of the page. Write `handler` before `render`: TypeScript then knows the
 * type of the result in `render`.
 */
export interface UseToolOptions<Args, Result> extends ToolOptions<Args, Result>, Placement {
  /**
   * Shows a call of the tool in the chat, or in `Call`. Called as the body of a component, so
   * it may use hooks. The function of the latest committed render is called. After the component
   * has unmounted, its last one is called.
   *
   * A function that is defined outside the component costs nothing. One that is defined inside
   * renders the calls on the page again with each render. Default: none, and the page shows the
   * call as that of any tool.
   */
  render?: ((props: RenderProps<Args, Result>) => ReactNode) | undefined
}

/** The options of a tool of the page in the words `inputSchema` and `execute`. */
export interface AliasedUseToolOptions<Args, Result>
  extends AliasedToolOptions<Args, Result>, Placement {
  /** Shows a call, as in {@link UseToolOptions}. */
  render?: ((props: RenderProps<Args, Result>) => ReactNode) | undefined
}

/**
 * The options of a tool without a handler: it only shows something. The model gets `{ ok: true }`.
 */
export interface RenderOnlyToolOptions<Args>
  extends Omit<ToolOptions<Args, { readonly ok: true }>, 'handler' | 'result'>, Placement {
  handler?: undefined
  /** As of any tool, without `toModel`. */
  result?: Omit<NonNullable<ToolOptions<Args, unknown>['result']>, 'toModel'> | undefined
  /** Shows a call, as in {@link UseToolOptions}. */
  render: (props: RenderProps<Args, { readonly ok: true }>) => ReactNode
}

/**
 * Registers a component that the model shows with props of its choice: a tool without a handler.
 * The rest is as for a tool with one.
 */
export function useTool<Args = Record<string, never>>(options: RenderOnlyToolOptions<Args>): void
/**
 * Registers a tool while the component is mounted. Unmounting removes the tool and cancels its
 * running calls with `scope_ended`, except those that called `ctx.outlive()`. The same happens when
 * React hides a component that suspends; a call goes on if the component is back once the page has
 * settled. The option `render` still shows the calls in the history.
 *
 * `handler`, `enabled`, `render`, `undo` and all functions in `approval`, `result` and `resume` are
 * those of the latest committed render. They may use props and state, and need no list of
 * dependencies. Each call sees the commit of the calls before it, unless they run at once.
 *
 * A handler that acts on something by its props or state needs a `subject`. The call does not run
 * if the subject has changed since the request. The `binds` of an `approval` is for what depends on
 * the arguments. That of the request's commit is kept, and has to agree with that of the call.
 *
 * `subject: { id, label }` is for a component that is mounted many times, with an id that is unique
 * among its mounts. The model sees one tool with a parameter `instance`, and the call reaches the
 * mount that it chose. The parameter has at most 50 values, those of mounts that are on. All mounts
 * are in one scope. The description and the parameters are those of the first one. A tool with a
 * parameter `instance` of its own is then left out.
 *
 * A re-render registers nothing. A new `name`, or another option that changed, registers the tool
 * again, once. Schemas are compared by their JSON Schema; the check is that of the latest one.
 *
 * If the name is taken, the first tool keeps it. The second is reported once in the console, and
 * waits until the name is free. A tool that cannot be made, for example because of its schema, is
 * left out. It is reported once in the console and in `agent.scopes.leftOut`. The page goes on,
 * also without a provider.
 */
export function useTool<Args = Record<string, never>, Result = unknown>(
  options: UseToolOptions<Args, Result> | AliasedUseToolOptions<Args, Result>,
): void
export function useTool<Args, Result>(
  asked:
    | UseToolOptions<Args, Result>
    | AliasedUseToolOptions<Args, Result>
    | RenderOnlyToolOptions<Args>,
): void {
  // Without options the tool has no name, so it is left out.
  const options = asked ?? ({} as typeof asked)
  const agent = useAgentIfProvided('useTool')
  const place = useContext(PlaceContext)
  // The tool checks the arguments by its own schema before they reach its own handler.
  const given = inOwnWords(options as unknown as AnyToolOptions)
  const [tool] = useState(() => new ComponentTool(given, place.outlet))
  const { name } = options
  const scope = (options.scope as ScopeRegistration | undefined) ?? place.scope
  const mount = mountIdOf(options.subject)
  useInsertionEffect(() => {
    tool.current = given
  })
  // React runs this at an unmount, and not where it hides the component.
  useInsertionEffect(() => () => tool.leave(), [tool])
  // Another name or mount registers the tool again.
  useIsomorphicLayoutEffect(
    () => (agent ? tool.register(agent, scope) : undefined),
    [agent, scope, tool, name, mount],
  )
  useIsomorphicLayoutEffect(() => {
    if (agent) tool.update(agent)
  })
  useEffect(() => () => tool.leave(), [tool])
}
