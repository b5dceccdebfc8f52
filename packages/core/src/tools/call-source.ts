/** The kind of a caller from outside of the page. */
export type OutsideSource = 'webmcp' | 'mcp' | 'mcp-app' | (string & {})

/** The taint of a call from outside that names none, in words for people. */
export const fromOutside = 'an agent outside this page'

const ofPage: readonly string[] = ['model', 'ui', 'runAgent']

/** Tells if a call comes from outside of the page. */
export const isOutside = (source: string): source is OutsideSource => !ofPage.includes(source)

/** The callers from outside that may know and call a tool: all, none, or those of some kinds. */
export type Expose = boolean | readonly OutsideSource[]

/** Tells if callers of a kind may know all of these: a tool and its scope, or a scope. */
export const isExposed = (
  source: OutsideSource,
  ...parts: readonly { readonly expose: Expose }[]
): boolean =>
  parts.every(({ expose }) => (typeof expose === 'boolean' ? expose : expose.includes(source)))
