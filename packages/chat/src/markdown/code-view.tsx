import { useContext, type ReactNode } from 'react'
import { CopyCode } from './copy-code.tsx'
import { decodeEntities } from './entities.ts'
import { MarkdownOptionsContext } from './markdown-options.ts'

interface CodeViewProps {
  /** The fence's info string as written. */
  readonly info: string
  readonly chunks: readonly string[]
}

/** A code block: its language, what can be done with it, and the code, which scrolls by itself. */
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

/** The info string's first word, when it looks like the name of a language. */
function toLanguage(info: string): string {
  const word = decodeEntities(info.slice(0, 200)).trim().split(/\s/, 1)[0] ?? ''
  return /^[\w+#.-]{1,32}$/.test(word) ? word : ''
}
