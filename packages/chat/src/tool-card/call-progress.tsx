import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'

interface CallProgressProps {
  /** The progress, from 0 to 100. */
  readonly percent: number | undefined
  readonly message: string | undefined
}

/** Shows the last progress report of a running tool, or nothing before the first report. */
export function CallProgress({ percent, message }: CallProgressProps): ReactElement | null {
  const { strings } = useChat()
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
