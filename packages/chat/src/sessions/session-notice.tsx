import { useAgent } from '@ambit/react'
import { useEffect, useState, type ReactElement } from 'react'
import { ActionButton } from '../actions/action-button.tsx'
import { useChat } from '../chat-context.ts'
import { useFrame } from '../frame/frame-context.ts'
import { Icon } from '../icon.tsx'
import { type PartProps, renderPart } from '../part.ts'
import { useLeave } from './left-runs.ts'
import { englishSessions } from './session-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { useSession } from '../use-activity.ts'

/**
 * The state of `SessionNotice`. `interrupted`: the last run was cut short. `degraded`: the storage
 * keeps less than it should.
 */
export type SessionNoticeState = { readonly interrupted: boolean; readonly degraded: boolean }

/** The props of `SessionNotice`. */
export type SessionNoticeProps = PartProps<SessionNoticeState>

/**
 * Offers to resume a run that a reload or a crash cut short. Says of one that stopped because the
 * user opened another session why it did, and that a session was deleted elsewhere. Also shows
 * what a storage does not keep, until the user dismisses the notice. Renders nothing if all is
 * well.
 */
export function SessionNotice(props: SessionNoticeProps): ReactElement | null {
  const { announce, field } = useChat()
  const strings = useWords('session', englishSessions)
  const { open } = useFrame()
  const { agent, status, resume } = useAgent()
  const { current, isInterrupted, isResuming, degraded } = useSession(agent)
  const [read, setRead] = useState<typeof degraded>()
  const interrupted = isInterrupted && !isResuming && status === 'idle'
  const leave = useLeave(agent, current)
  const why = leave && !interrupted && status === 'idle' && strings[leave]
  const lost = degraded === read ? undefined : degraded
  const warning = lost && strings.notStored(lost)
  const spoken = [interrupted && strings.interrupted, why, warning].filter(Boolean).join(' ')
  useEffect(() => {
    if (open && spoken) announce(spoken)
  }, [announce, open, spoken])
  if (!spoken) return null

  const goOn = (): void => {
    // The button disappears with its offer.
    field.current?.focus()
    void resume()
  }
  const dismiss = (): void => {
    field.current?.focus()
    setRead(degraded)
  }
  return renderPart(
    'div',
    'stored',
    props,
    { interrupted, degraded: lost !== undefined },
    {
      children: (
        <>
          {interrupted && (
            <div>
              <Icon name="pending" />
              <p>{strings.interrupted}</p>
              <button type="button" className="ambit-button" onClick={goOn}>
                {strings.resume}
              </button>
            </div>
          )}
          {why && (
            <div>
              <Icon name="cancelled" />
              <p>{why}</p>
            </div>
          )}
          {warning !== undefined && (
            <div>
              <Icon name="note" />
              <p dir="auto">{warning}</p>
              <ActionButton name="close" label={strings.dismiss} onClick={dismiss} />
            </div>
          )}
        </>
      ),
    },
  )
}
