import { AgentError } from '@ambit/core'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Throws `AgentError` in a production build, unless `force` is true. */
export function refuseProduction(force: boolean = false): void {
  if (force || !isProduction()) return
  throw new AgentError(
    'The devtools are in a production build, where everyone can read the prompts of the agent. Import them from `@ambit/devtools`, which is empty in production, or set `force`.',
  )
}

/** Whether this is a production build. A page without a bundler is not one. */
export function isProduction(): boolean {
  try {
    // Bundlers replace this value.
    return process.env.NODE_ENV === 'production'
  } catch {
    return false
  }
}
