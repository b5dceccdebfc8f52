import type { ScopeRegistry } from '@ambit/core'
import { type AnyToolOptions, ruleOf } from './tool-options.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

const hinted = new Set<string>()
/** The number of commits in a row that brought a new handler, by component. */
const newHandlers = new WeakMap<object, number>()

/**
 * Warns once per tool, in development, that every render creates a new handler. Only for tools that
 * a user is asked about, where neither the tool nor a scope around it says what a call is for.
 */
export function hintToBind(
  component: object,
  before: AnyToolOptions,
  options: AnyToolOptions,
): void {
  try {
    // Bundlers replace this value, and remove the rest of the function for production.
    if (process.env.NODE_ENV === 'production') return
    const { name, effect, subject, edits, handler } = options
    const count = handler === before.handler ? 0 : (newHandlers.get(component) ?? 0) + 1
    newHandlers.set(component, count)
    if (count < 2) return
    const { when, preview, binds } = ruleOf(options)
    if (hinted.has(name) || preview || binds || edits || subject !== undefined) return
    if (effect !== 'destructive' && effect !== 'egress' && !when) return
    const { registered } = component as { readonly registered?: { readonly scopes: ScopeRegistry } }
    for (let at = registered?.scopes.find(name)?.scope; at; at = at.parent)
      if (at.subject !== undefined) return
    hinted.add(name)
    console.warn(
      `[ambit] The handler of tool "${name}" is new with every render, so it may use props or state. If they change between the request and the call, another thing could be done than was meant. Give it a \`subject\` with the id of what it acts on, or its \`approval\` a \`preview\`, or \`binds\` if that depends on the arguments. A handler that uses neither can be defined outside of the component.`,
    )
  } catch {
    // A page without a bundler has no `process`.
  }
}
