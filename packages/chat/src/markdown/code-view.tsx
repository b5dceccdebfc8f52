import { useContext, type ReactNode } from 'react'
import { CopyCode } from './copy-code.tsx'
import { decodeEntities } from './entities.ts'
import { MarkdownOptionsContext } from './markdown-options.ts'
import { OwnView } from './own-view.tsx'

interface CodeViewProps {
  /** The info string of the fence, as written. */
  readonly info: string
  readonly chunks: readonly string[]
  /** False while more code may follow. */
  readonly isComplete: boolean
}

/**
 * Shows a code block: its language, its actions, and the code in a region that scrolls by itself.
 * The application may render the code.
 */
export function CodeView({ info, chunks, isComplete }: CodeViewProps): ReactNode {
  const { strings, renderCode, renderCodeActions } = useContext(MarkdownOptionsContext)
  const language = toLanguage(info)
  const readCode = () => ({ text: chunks.join(''), language })
  const plain = (
    <pre role="group" aria-label={strings.code(language)} tabIndex={0} data-lang={language}>
      <code>{chunks}</code>
    </pre>
  )
  const source = renderCode && { ...readCode(), isComplete }
  return (
    <div data-code="" dir="ltr">
      <div data-code-head="">
        <span data-lang="">{language}</span>
        {renderCodeActions ? renderCodeActions(readCode()) : <CopyCode read={readCode} />}
      </div>
      {renderCode && source ? (
        <OwnView
          name="renderCode"
          of={source.text}
          source={source}
          render={renderCode}
          instead={plain}
        />
      ) : (
        plain
      )}
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
