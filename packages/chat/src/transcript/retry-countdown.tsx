import { useAgent } from '@ambit/react'
import { useEffect, useState, type ReactElement } from 'react'
import { useActivity } from '../use-activity.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'

/**
 * Shows the time until the model is called again. The time is not spoken: a live region would speak
 * every second.
 */
export function RetryCountdown(): ReactElement | null {
  const strings = useWords('chat', englishFrame)
  const { agent } = useAgent()
  const retryAt = useActivity(agent, (activity) => activity.retryAt)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.ceil(((retryAt ?? now) - now) / 1000)
  return seconds > 0 ? <span aria-hidden>{strings.waitingFor(seconds)}</span> : null
}
