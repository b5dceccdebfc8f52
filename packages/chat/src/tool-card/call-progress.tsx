import type { ReactElement } from 'react'
import { cleanText } from '../markdown/text-intake.ts'
import { englishCalls } from '../strings/call-strings.ts'
import { useWords } from '../strings/use-words.ts'

interface CallProgressProps {
  /** The progress, from 0 to 100. */
  readonly percent: number | undefined
  readonly message: string | undefined
}

/** Shows the last progress report of a running tool, or nothing before the first report. */
export function CallProgress({ percent, message }: CallProgressProps): ReactElement | null {
  const strings = useWords('calls', englishCalls)
  if (percent === undefined && message === undefined) return null
  return (
    <div className="ambit-tool-progress">
      {message !== undefined && <p dir="auto">{cleanText(message)}</p>}
      {percent !== undefined && (
        <progress aria-label={strings.progress} max={100} value={percent} />
      )}
    </div>
  )
}
