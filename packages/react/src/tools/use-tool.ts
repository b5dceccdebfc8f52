import type { ToolOptions } from '@ambit/core'
import { type ReactNode, useContext, useInsertionEffect, useState } from 'react'
import { useProvidedAgent } from '../agent/agent-context.ts'
import { type AnyToolOptions, type InstanceOption, idOf } from './tool-options.ts'
import { ScopeContext } from './scope-context.ts'
import type { ScopeHandle, ScopeSlot } from './scope-registration.ts'
import type { ToolRenderProps } from './tool-render-props.ts'
import { ToolSlot } from './component-tool.ts'
import { useIsomorphicLayoutEffect } from '../agent/use-committed.ts'

/** Where a tool of the page stands. */
interface Placement {
  /**
   * What `useScope` returned. Default: the nearest `ScopeProvider`'s scope, else one of the tool's
   * own, of its name.
   */
  scope?: ScopeHandle | undefined
  /**
   * Which one this is, where a component that registers the tool is mounted many times: an id that is unique among them, and a label for
   * the model. The model then sees one tool with a parameter `instance`, of at most 50 that are on, and the call reaches the one it chose.
   * They stand in one scope; description and parameters are those of the first. A parameter of that name throws `AgentError`.
   */
  instance?: InstanceOption | undefined
}

/** What a tool of the page is made of. Write `handler` before `render`, so that the result's type is known there. */
export interface UseToolOptions<Args, Result> extends ToolOptions<Args, Result>, Placement {
  /**
   * Shows a call of the tool, where the page shows calls: the chat, or `ToolView`. Called as the body of a component, so it may use hooks;
   * always the one of the latest committed render, and after the component has unmounted its last one. Kept outside of the component it costs
   * nothing; written in place, calls on the page are shown anew with each render. Default: as every tool's.
   */
  render?: ((props: ToolRenderProps<Args, Result>) => ReactNode) | undefined
}

/** A tool without a handler: what it shows is what it does. The model is told that it is there. */
export interface RenderOnlyToolOptions<Args>
  extends Omit<ToolOptions<Args, { readonly ok: true }>, 'handler' | 'toModelOutput'>, Placement {
  handler?: undefined
  /** As in {@link UseToolOptions}. */
  render: (props: ToolRenderProps<Args, { readonly ok: true }>) => ReactNode
}

/** Registers a component that the model places, with the props it gives: a tool without a handler. All else is as with one. */
export function useTool<Args = Record<string, never>>(options: RenderOnlyToolOptions<Args>): void
/**
 * Registers a tool while the component is mounted. Unmounting removes it and cancels its running
 * calls with `scope_ended`, except those that called `ctx.outlive()`; so does React when it hides a
 * component that waits for something. Calls in the history are still shown by its `render`.
 *
 * `handler`, `enabled`, `preview`, `requiresApproval`, `toModelOutput` and `render` are those of the latest committed render: they may close
 * over props and state, and there are no dependencies to list. A re-render registers nothing; a new
 * `name`, or other options that changed (schemas are compared by identity), register once.
 *
 * Where the name is taken the first tool stays, and this one, reported once in the console, waits
 * until it is gone. Throws `AgentError` for what `new Tool` throws for.
 */
export function useTool<Args = Record<string, never>, Result = unknown>(
  options: UseToolOptions<Args, Result>,
): void
export function useTool<Args, Result>(
  options: UseToolOptions<Args, Result> | RenderOnlyToolOptions<Args>,
): void {
  const agent = useProvidedAgent('useTool')
  const provided = useContext(ScopeContext)
  // Arguments are checked against the tool's own schema before they reach its own handler.
  const given = options as unknown as AnyToolOptions
  const [slot] = useState(() => new ToolSlot(given))
  const { name } = options
  const scope = (options.scope as ScopeSlot | undefined) ?? provided
  const instance = idOf(options.instance)
  useInsertionEffect(() => {
    slot.current = given
  })
  useIsomorphicLayoutEffect(() => {
    const leave =
      instance === undefined ? slot.mount(agent, scope) : slot.mountInstance(agent, scope)
    return () => {
      leave()
      slot.unmount()
    }
  }, [agent, scope, slot, name, instance])
  useIsomorphicLayoutEffect(() => slot.update(agent))
}
