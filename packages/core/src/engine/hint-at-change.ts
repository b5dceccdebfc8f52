import type { Scope } from '../tools/scope.ts'
import type { ScopeRegistry } from '../tools/scope-registry.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** The latest context of each scope with `injection: 'system'`; undefined once a hint was given. */
const told = new WeakMap<ScopeRegistry, Map<string, string | undefined>>()

/**
 * Warns in the console of a context among the instructions that is another than in the request
 * before. Warns in development only, once for each scope of a page.
 */
export function hintAtChange(
  registry: ScopeRegistry,
  { name, injection }: Scope,
  json: string,
): void {
  if (injection !== 'system') return
  try {
    // Bundlers replace this value, and remove the rest of the function for production.
    if (process.env.NODE_ENV === 'production') return
  } catch {
    // A page without a bundler has no `process`.
    return
  }
  const contexts = told.get(registry) ?? new Map<string, string | undefined>()
  told.set(registry, contexts)
  const before = contexts.get(name) ?? json
  if (contexts.has(name) && contexts.get(name) === undefined) return
  contexts.set(name, before === json ? json : undefined)
  if (before === json) return
  console.warn(
    `[ambit] The \`context\` of scope "${name}" has changed between two requests. It has \`injection: 'system'\`, so it stands before the conversation, and all after it has to be paid in full again. Leave \`injection\` out, or keep what changes in another scope.`,
  )
}
