import { useContext, useEffect, useState, type ReactNode } from 'react'
import type { CodeSource } from './markdown-options.ts'
import { MarkdownOptionsContext } from './markdown-options.ts'

const SHOWN_MS = 2000

/**
 * Renders a button that copies exactly the code shown. For two seconds, the button shows that it
 * copied the code or that the browser refused.
 */
export function CopyCode({ read }: { readonly read: () => CodeSource }): ReactNode {
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
