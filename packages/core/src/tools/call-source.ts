/** The kind of a caller from outside of the page. */
export type OutsideSource = 'webmcp' | 'mcp' | 'mcp-app' | (string & {})

const ofPage: readonly string[] = ['model', 'ui', 'runAgent']

/** Tells if a call comes from outside of the page. */
export const isOutside = (source: string): source is OutsideSource => !ofPage.includes(source)

/** The callers from outside that may know and call a tool: all, none, or those of some kinds. */
export type Expose = boolean | readonly OutsideSource[]

/** A tool in its scope, each with the callers from outside that it is for. */
interface Exposed {
  readonly tool: { readonly expose: Expose }
  readonly scope: { readonly expose: Expose }
}

/** Tells if callers from outside of a kind, such as `webmcp`, may know and call a tool. */
export const isExposedTo = ({ tool, scope }: Exposed, source: OutsideSource): boolean =>
  [tool.expose, scope.expose].every((expose) =>
    typeof expose === 'boolean' ? expose : expose.includes(source),
  )
