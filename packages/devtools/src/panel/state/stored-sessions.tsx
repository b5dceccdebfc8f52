import type { Agent } from '@ambit/core'
import { type ReactElement, useState } from 'react'
import { toDateClock } from '../format.ts'
import { useRead } from '../use-read.ts'
import { errorWords } from '../error-words.ts'
import { toShownStart } from '../redact-shown.ts'

type Info = Awaited<ReturnType<Agent['sessions']['list']>>[number]

const limit = 50

/** Lists the stored sessions when asked to, and opens one. */
export function StoredSessions({ agent }: { readonly agent: Agent }): ReactElement {
  const { sessions } = agent
  const { current } = useRead(sessions)
  const [found, setFound] = useState<readonly Info[]>()
  const [words, setWords] = useState('')
  const attempt = async (act: () => Promise<string>): Promise<void> => {
    try {
      setWords(await act())
    } catch (error) {
      setWords(errorWords(error, agent))
    }
  }
  const list = async (): Promise<string> => {
    const infos = await sessions.list({ limit })
    setFound(infos)
    return infos.length === limit ? `The newest ${limit}.` : `${infos.length} sessions.`
  }
  const open = async (id: string): Promise<string> => {
    await sessions.open(id)
    return 'The session is open.'
  }
  return (
    <section aria-label="Stored sessions">
      <h3>Stored sessions</h3>
      <button type="button" onClick={() => void attempt(list)}>
        List
      </button>
      <p role="status">{words}</p>
      <ul>
        {found?.map(({ id, title, updatedAt, messages, isRunning }) => (
          <li key={id}>
            <span>
              {toShownStart(title ?? 'without a title', agent, 200)}{' '}
              <small>
                {messages} messages, {toDateClock(updatedAt)}
                {isRunning && ', a run has not ended'}
              </small>
            </span>
            <button
              type="button"
              disabled={id === current}
              onClick={() => void attempt(() => open(id))}
            >
              {id === current ? 'Is open' : 'Open'}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
