import { useContext, type ReactNode } from 'react'
import { CopyCode } from './copy-code.tsx'
import { decodeEntities } from './entities.ts'
import { MarkdownOptionsContext } from './markdown-options.ts'

interface CodeViewProps {
  /** The info string of the fence, as written. */
  readonly info: string
  readonly chunks: readonly string[]
}

/**
 * Shows a code block: its language, its actions, and the code in a region that scrolls by itself.
 */
export function CodeView({ info, chunks }: CodeViewProps): ReactNode {
  const { strings, renderCodeActions } = useContext(MarkdownOptionsContext)
  const language = toLanguage(info)
  const readCode = () => ({ text: chunks.join(''), language })
  return (
    <div data-code="" dir="ltr">
      <div data-code-head="">
        <span data-lang="">{language}</span>
        {renderCodeActions ? renderCodeActions(readCode()) : <CopyCode read={readCode} />}
      </div>
      <pre role="group" aria-label={strings.code(language)} tabIndex={0} data-lang={language}>
        <code>{chunks}</code>
      </pre>
    </div>
  )
}

/**
 * Returns the first word of the info string if it looks like the name of a language, otherwise
 * `''`.
 */
function toLanguage(info: string): string {
  const word = decodeEntities(info.slice(0, 200)).trim().split(/\s/, 1)[0] ?? ''
  return /^[\w+#.-]{1,32}$/.test(word) ? word : ''
}
