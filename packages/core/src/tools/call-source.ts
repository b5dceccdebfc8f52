/** The kind of a caller from outside of the page. */
export type OutsideSource = 'webmcp' | 'mcp' | 'mcp-app' | (string & {})

/** The taint of a call from outside that names none, in words for people. */
export const fromOutside = 'an agent outside this page'

const ofPage: readonly string[] = ['model', 'ui', 'runAgent']

/** Tells if a call comes from outside of the page. */
export const isOutside = (source: string): source is OutsideSource => !ofPage.includes(source)
