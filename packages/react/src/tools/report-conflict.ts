import type { ScopeRegistry } from '@ambit/core'

/** A tool or a scope whose name is taken. */
export interface Conflict {
  readonly name: string
  /** The scope of a tool. Absent for a scope. */
  readonly scope?: string | undefined
}

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Reports that a name is taken; in development, with who has it and what to do. */
export function reportConflict({ name, scope }: Conflict, scopes: ScopeRegistry): void {
  let message = `The name "${name}" is taken.`
  try {
    // Bundlers replace this value, and leave the words out of production.
    if (process.env.NODE_ENV !== 'production') {
      const first = scopes.find(name)?.scope.name
      const owners =
        first === scope ? `both in scope "${first}"` : `scopes "${first}" and "${scope}"`
      const end = 'The first stays, this one waits. Rename one.'
      if (scope === undefined) message = `Scope "${name}" is registered twice. ${end}`
      else if (first !== undefined)
        message = `Tool "${name}" is registered twice (${owners}). ${end}`
      else {
        message = `Tool "${name}" waits: there is a scope of its name. Rename one, or give the tool a scope.`
      }
    }
  } catch {
    // A page without a bundler has no `process`.
  }
  console.error(`[ambit] ${message}`)
}
