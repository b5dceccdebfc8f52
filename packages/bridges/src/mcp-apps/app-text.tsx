import type { ReactElement } from 'react'
import type { McpAppStrings } from './mcp-app-strings.ts'

/** Shows a result as text, in place of its app. */
export const AppText = ({
  words,
  text,
}: {
  readonly words: McpAppStrings
  readonly text: string
}): ReactElement => (
  <div style={{ padding: 8 }}>
    <p style={{ margin: 0 }}>{words.notShown}</p>
    <p style={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
      {text}
    </p>
  </div>
)
