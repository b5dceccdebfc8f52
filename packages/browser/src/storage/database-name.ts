import { AgentError } from '@ambit/core'
import { hash } from '@ambit/core/storage'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Returns the name of a user's database. It holds the user's id as a hash, because names of
 * databases and keys of `localStorage` can be read without a secret. Two pairs of name and user
 * never share a name. Throws `AgentError` for a name or a user that is not text.
 */
export function databaseName(options: {
  readonly name?: string | undefined
  readonly user?: string | undefined
}): string {
  const { name = 'ambit', user } = options
  requireText('name', name, 'Give the name of the database, or leave it out for "ambit".')
  const escaped = name.replaceAll('%', '%25').replaceAll(':', '%3A')
  if (user !== undefined) {
    requireText(
      'user',
      user,
      'Everybody without an id would share one database, and see the conversations of the others. Create the storage after sign-in, with the id of the user as text. Leave `user` out if the application has no users.',
    )
    return `${escaped}:${hash(user)}`
  }
  if ('user' in options) hintAtUser()
  return escaped
}

function requireText(option: string, value: unknown, advice: string): void {
  if (typeof value === 'string' && value.trim() !== '') return
  const what = typeof value === 'string' ? 'empty' : value === null ? 'null' : `a ${typeof value}`
  throw new AgentError(`\`${option}\` of \`indexedDbStorage\` is ${what}. ${advice}`)
}

let isHinted = false

/** Warns once, in development, that a `user` that is not known yet gets the database of nobody. */
function hintAtUser(): void {
  try {
    // Bundlers replace this value, and remove the rest of the function for production.
    if (process.env.NODE_ENV === 'production' || isHinted) return
    isHinted = true
    console.warn(
      '[ambit] `user` of `indexedDbStorage` is undefined: everybody who uses this browser without signing in shares these conversations. Create the storage after sign-in, or leave `user` out if the application has no users.',
    )
  } catch {
    // A page without a bundler has no `process`.
  }
}
