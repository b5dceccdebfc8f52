/** The kind of a caller from outside of the page. */
export type OutsideSource = 'webmcp' | 'mcp' | 'mcp-app' | (string & {})

const ofPage: readonly string[] = ['model', 'ui', 'runAgent']

/** Tells if a call comes from outside of the page. */
export const isOutside = (source: string): source is OutsideSource => !ofPage.includes(source)
