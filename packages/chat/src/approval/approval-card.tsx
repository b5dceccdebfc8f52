import type { ApprovalRequest, JsonObject } from '@ambit/core'
import {
  type KeyboardEvent,
  type ReactElement,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { withLabel } from '../tool-card/tool-title.ts'
import { ApprovalFacts } from './approval-facts.tsx'
import { englishApproval } from './approval-strings.ts'
import { LateArgsEditor } from './late-args-editor.tsx'
import type { Steadiness } from './steady-watch.ts'
import { useAllowGuard } from './use-allow-guard.ts'
import { useCardFocus } from './use-card-focus.ts'

/** The state of `ApprovalCard`. */
export type ApprovalCardState = {
  readonly effect: ApprovalRequest['effect']
  readonly tainted: boolean
  readonly editing: boolean
  /** The readiness of the allow button: `ready`, or the reason why it cannot be pressed. */
  readonly steadiness: Steadiness
}

/** The props of `ApprovalCard`: the request to show and to decide. */
export interface ApprovalCardProps extends PartProps<ApprovalCardState> {
  readonly request: ApprovalRequest
}

/**
 * Asks the person to decide about one call. Shows the reason, the tool's preview, and every
 * argument as it will be passed. The person can allow the call, change its arguments, or deny it
 * with a comment for the model. Some requests can be allowed for an hour.
 *
 * A new card takes the focus only from an empty text field of the chat. The card itself is focused,
 * so that no key already pressed can allow anything. The allow button is off until it has stayed in
 * place, in view and uncovered, for half a second. Only the person can press the button, not a
 * script.
 */
export function ApprovalCard(props: ApprovalCardProps): ReactElement {
  const { request } = props
  const chat = useChat()
  const { approvals } = chat.agent
  const strings = { ...englishApproval, ...chat.strings.approval }
  const [isEditing, setEditing] = useState(false)
  const [isRemembered, setRemembered] = useState(false)
  const [comment, setComment] = useState('')
  const card = useRef<HTMLElement>(null)
  const takeFocus = useCardFocus()
  const { steadiness, isMeant } = useAllowGuard(card)
  const ids = useId()
  const { id, effect, taint, canRemember } = request
  const title = cleanText(request.title).slice(0, 120)

  const allow = (event: SyntheticEvent, args?: JsonObject): void => {
    if (!isMeant(event)) return
    void approvals.approve(id, { args, remember: canRemember && isRemembered })
  }
  const isReady = steadiness === 'ready'
  const deny = (): void => void approvals.deny(id, comment.trim() || undefined)
  const edited = useRef<HTMLButtonElement>(null)
  const stopEditing = (): void => setEditing(false)
  // The edit button is back after the edit, and gets the focus back.
  const wasEditing = useRef(false)
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing) edited.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  return renderPart(
    'div',
    'approval',
    props,
    { effect, tainted: taint !== undefined, editing: isEditing, steadiness },
    {
      ref: (element) => {
        card.current = element ?? card.current
        takeFocus(element)
      },
      role: 'group',
      'aria-labelledby': `${ids}title`,
      'aria-describedby': `${ids}why`,
      tabIndex: -1,
      children: (
        <>
          <p className="ambit-approval-title" id={`${ids}title`}>
            <Icon name="note" />
            <span>{strings.title(withLabel(title, request.label))}</span>
          </p>
          <div id={`${ids}why`}>
            <p>{strings.cause[request.cause]}</p>
            {taint !== undefined && (
              <p className="ambit-warning" dir="auto">
                {strings.taint(cleanText(taint))}
              </p>
            )}
          </div>
          <ApprovalFacts request={request} strings={strings} isEditing={isEditing} />
          {canRemember && (
            <label className="ambit-check">
              <input
                type="checkbox"
                checked={isRemembered}
                onChange={(event) => setRemembered(event.target.checked)}
              />
              {strings.remember}
            </label>
          )}
          {isEditing ? (
            <LateArgsEditor
              {...{ request, strings, isReady }}
              onAllow={allow}
              onStop={stopEditing}
            />
          ) : (
            <div className="ambit-approval-buttons">
              <button
                type="button"
                className="ambit-button"
                data-primary=""
                aria-disabled={!isReady || undefined}
                onClick={allow}
                onKeyDown={holdsNothing}
              >
                {strings.allow}
              </button>
              {Object.keys(request.args).length > 0 && (
                <button
                  type="button"
                  className="ambit-button"
                  ref={edited}
                  onClick={() => setEditing(true)}
                >
                  {strings.edit}
                </button>
              )}
            </div>
          )}
          <form
            className="ambit-approval-deny"
            onSubmit={(event) => {
              event.preventDefault()
              deny()
            }}
          >
            <input
              type="text"
              dir="auto"
              aria-label={strings.comment}
              placeholder={strings.comment}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
            <button type="submit" className="ambit-button">
              {strings.deny}
            </button>
          </form>
          <div className="ambit-approval-notes">
            {/* Always rendered: a notice that moves the button would make it settle again. */}
            <p className="ambit-warning" data-silent={steadiness !== 'covered' || undefined}>
              {strings.covered}
            </p>
            <p className="ambit-approval-expires">{strings.expires(timeOf(request.expiresAt))}</p>
          </div>
        </>
      ),
    },
  )
}

/** Ignores the repetitions of a key that is held down. */
const holdsNothing = (event: KeyboardEvent): void => {
  if (event.repeat) event.preventDefault()
}

const timeOf = (at: number): string =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }).format(at)
