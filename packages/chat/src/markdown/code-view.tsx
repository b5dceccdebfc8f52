import { useContext, useEffect, useState, type ReactNode } from 'react'
import { decodeEntities } from './entities.ts'
import { type CodeSource, MarkdownOptionsContext } from './markdown-options.ts'
import { OwnView } from './own-view.tsx'

const SHOWN_MS = 2000

/**
 * Renders a button that copies exactly the code shown. For two seconds, the button shows that it
 * copied the code or that the browser refused.
 */
function CopyCode({ read }: { readonly read: () => CodeSource }): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()
  useEffect(() => {
    if (!outcome) return undefined
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(read().text)
      setOutcome('copied')
    } catch {
      setOutcome('copyFailed')
    }
  }
  return (
    <>
      <button type="button" data-outcome={outcome} onClick={() => void copy()}>
        {strings[outcome ?? 'copy']}
      </button>
      <span role="status" data-only-spoken="">
        {outcome && strings[outcome]}
      </span>
    </>
  )
}

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
