import type { PendingApproval, JsonObject } from '@ambit/core'
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useChat } from '../chat-context.ts'
import { isEscape } from '../composer/is-composing.ts'
import { Icon } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { withLabel } from '../tool-card/tool-title.ts'
import { ApprovalFacts } from './approval-facts.tsx'
import { ApprovalNotes, missedNotes, noteOf } from './approval-notes.tsx'
import { ApprovalReason } from './approval-reason.tsx'
import { englishApproval } from './approval-strings.ts'
import { Fact } from './fact.tsx'
import { LateArgsEditor } from './late-args-editor.tsx'
import { shownName, shownSentence, wholeName } from './shown-value.ts'
import type { Steadiness } from './steady-watch.ts'
import { useAllowGuard } from './use-allow-guard.ts'
import { useCardFocus } from './use-card-focus.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of `ApprovalCard`. */
export type ApprovalCardState = {
  readonly effect: PendingApproval['effect']
  readonly tainted: boolean
  readonly editing: boolean
  /** The readiness of the allow button: `ready`, or the reason why it cannot be pressed. */
  readonly steadiness: Steadiness
}

/** The props of `ApprovalCard`: the request to show and to decide. */
export interface ApprovalCardProps extends PartProps<ApprovalCardState> {
  readonly request: PendingApproval
}

/**
 * Asks the user to decide about one call, with the sentence of the tool's `title` or with its
 * name. Shows the reason, the tool's preview, and every argument as the tool gets it. Long values
 * stand last, and show their beginning until they are opened. Arguments that the tool does not get
 * stand apart. Characters that nobody sees are named.
 *
 * The user can allow the call, change its arguments, or deny it. Deny asks for the reason, which
 * may be left out, and denies when it is pressed again. Some requests can be allowed for an hour.
 *
 * A new card takes the focus only from an empty text field of the chat. The card itself is focused,
 * so that no key already pressed can allow anything. The allow button is off until all of the card
 * has been in view. The button must also stay in place, uncovered, for half a second. The card says
 * why the button is off. Only the user can press the button, not a script.
 *
 * A request that replaces another for the same call takes its place in the card. The card says that
 * it changed, and everything must be seen anew.
 */
export function ApprovalCard(props: ApprovalCardProps): ReactElement {
  const { request } = props
  const chat = useChat()
  const { pending } = chat.agent
  const strings = useWords('pending', englishApproval)
  // An error of the tool is shown in the form with the refused values.
  const isUnfit = request.issues !== undefined
  const [isEditing, setEditing] = useState(isUnfit)
  const [isRemembered, setRemembered] = useState(false)
  const [isDenying, setDenying] = useState(false)
  const comment = useRef<HTMLInputElement>(null)
  const card = useRef<HTMLElement>(null)
  const takeFocus = useCardFocus()
  const ids = useId()
  const { id, effect, taint, canRemember } = request
  const guard = useAllowGuard(card, id, (reason) => chat.announce(strings[missedNotes[reason]]))
  const { steadiness } = guard
  const note = noteOf(guard)
  const key = request.rememberKey === undefined ? undefined : wholeName(request.rememberKey)
  const title = withLabel(
    shownName(request.title, 120),
    request.label && shownName(request.label, 120),
  )
  const sentence = isEditing ? undefined : shownSentence(request.sentence)
  const [shownId, setShownId] = useState(id)
  if (shownId !== id) {
    setShownId(id)
    setRemembered(false)
    setEditing(isUnfit)
  }

  const allow = (event: SyntheticEvent, args?: JsonObject): void => {
    if (!guard.isMeant(event)) return
    void pending.approve(id, { args, remember: canRemember && isRemembered })
  }
  const isReady = steadiness === 'ready'
  const isOutside = request.source !== undefined
  const deny = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (isDenying) void pending.deny(id, comment.current?.value.trim() || undefined)
    else setDenying(true)
  }
  const edited = useRef<HTMLButtonElement>(null)
  const denied = useRef<HTMLButtonElement>(null)
  const stopEditing = (): void => setEditing(false)
  useLayoutEffect(() => {
    if (isDenying) comment.current?.focus()
  }, [isDenying])
  // The edit button is back after the edit, and gets the focus back.
  const wasEditing = useRef(false)
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing) edited.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  const denyButton = (
    <button type="submit" className="ambit-button" form={`${ids}deny`} ref={denied}>
      {strings.deny}
    </button>
  )

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
      onKeyDown: (event) => {
        if ((!isEditing && !isDenying) || !isEscape(event)) return
        event.preventDefault()
        if (isDenying) denied.current?.focus()
        else stopEditing()
        setDenying(false)
      },
      children: (
        <>
          <Fact className="ambit-approval-title">
            <Icon name="note" />
            <p id={`${ids}title`} dir="auto">
              {unbroken(sentence ?? strings.title(title))}
            </p>
          </Fact>
          <ApprovalReason key={`${id} why`} {...{ request, strings }} id={`${ids}why`} />
          {!isEditing && <ApprovalFacts key={id} {...{ request, strings }} />}
          {canRemember && (
            <label className="ambit-check">
              <input
                type="checkbox"
                checked={isRemembered}
                onChange={(event) => setRemembered(event.target.checked)}
              />
              <span>{strings.remember(title, key)}</span>
            </label>
          )}
          {isEditing ? (
            <LateArgsEditor
              {...{ request, strings, isReady }}
              noteId={note && `${ids}note`}
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
                aria-describedby={note && `${ids}note`}
                onClick={allow}
                onKeyDown={holdsNothing}
              >
                {strings.allow}
              </button>
              {denyButton}
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
          <form className="ambit-approval-deny" id={`${ids}deny`} onSubmit={deny}>
            {isDenying && (
              <input
                type="text"
                dir="auto"
                aria-label={strings.comment}
                placeholder={strings.comment}
                ref={comment}
              />
            )}
            {isEditing && denyButton}
          </form>
          {isOutside && (
            <div className="ambit-approval-buttons">
              <button
                type="button"
                className="ambit-button"
                onClick={() => chat.agent.scopes.allowOutside(false)}
              >
                {strings.stopOutside}
              </button>
            </div>
          )}
          <ApprovalNotes {...{ request, strings, guard, isEditing }} id={`${ids}note`} />
        </>
      ),
    },
  )
}

/** Keeps each short id with a hyphen, such as `A-23803`, on one line. */
const unbroken = (text: string): ReactNode[] =>
  text.split(/(\S+)/).map((word, at) =>
    word.length <= 20 && word.includes('-') && /\d/.test(word) ? (
      <span key={at} className="ambit-unbroken">
        {word}
      </span>
    ) : (
      word
    ),
  )

/** Ignores the repetitions of a key that is held down. */
const holdsNothing = (event: KeyboardEvent): void => {
  if (event.repeat) event.preventDefault()
}
