import type { JsonObject, PendingApproval } from '@ambit/core'
import {
  type KeyboardEvent,
  memo,
  type ReactElement,
  type ReactNode,
  type RefCallback,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useChat } from '../chat-context.ts'
import { isEscape } from '../composer/is-composing.ts'
import { Icon } from '../icon.tsx'
import { type PartProps, renderPart } from '../part.ts'
import { withLabel } from '../tool-card/tool-title.ts'
import { ApprovalFacts } from './approval-facts.tsx'
import { ApprovalReason, isDangerous } from './approval-reason.tsx'
import { type ApprovalStrings, englishApproval } from './approval-strings.ts'
import { Fact } from './fact.tsx'
import { LateArgsEditor } from './late-args-editor.tsx'
import { shownName, shownSentence, wholeName } from './shown-value.ts'
import type { Steadiness } from './steady-watch.ts'
import { thingsArg } from './things-arg.ts'
import { toChanges } from './to-changes.ts'
import { type AllowGuard, type Missed, useAllowGuard } from './use-allow-guard.ts'
import { useWords } from '../strings/use-words.ts'
import { moveFocus } from '../frame/move-focus.ts'
import { timeOf } from '../units.ts'

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
  /** Whether the tool's own `render` shows the call, too. Default false. */
  readonly isDrawn?: boolean | undefined
}

/**
 * Asks the user to decide about one call, with the sentence of the tool's `title` or with its
 * name. Shows the reason, the tool's preview, and every argument as the tool gets it. Long values
 * stand last, and show their beginning until they are opened. Arguments that the tool does not get
 * stand apart. Characters that nobody sees are named.
 *
 * The user can allow the call, change its arguments, or deny it. Some requests can be allowed for
 * an hour. The buttons stay in view at the foot of a long card.
 *
 * A new card takes the focus only from an empty text field of the chat. The card itself is focused,
 * so that no key already pressed can allow anything. The allow button is off until all of the card
 * has been in view. The button must also stay in place, uncovered, for half a second. The card says
 * why the button is off. Only the user can press the button, not a script.
 *
 * A request that replaces another for the same call takes its place in the card. The card says that
 * it changed, and everything must be seen anew, as where the tool's own `render` comes or goes.
 */
export function ApprovalCard(props: ApprovalCardProps): ReactElement {
  const { request, isDrawn } = props
  const { id, effect, taint, canRemember } = request
  const chat = useChat()
  const strings = useWords('pending', englishApproval)
  const [isRemembered, setRemembered] = useState(false)
  const card = useRef<HTMLElement>(null)
  const takeFocus = useCardFocus()
  const ids = useId()
  const guard = useAllowGuard(card, `${id} ${isDrawn}`, (reason) =>
    chat.announce(strings[missedNotes[reason]]),
  )
  const edit = useEdit(request)
  const { isEditing } = edit
  const [shownId, setShownId] = useState(id)
  if (shownId !== id) {
    setShownId(id)
    setRemembered(false)
    edit.restart()
  }
  const allow = (event: SyntheticEvent, args?: JsonObject): void => {
    if (!guard.isMeant(event)) return
    void chat.agent.pending.approve(id, { args, remember: canRemember && isRemembered })
  }
  const { steadiness } = guard
  const state = { effect, tainted: taint !== undefined, editing: isEditing, steadiness }
  const isReady = steadiness === 'ready'
  const shared = { request, strings, edit, isReady }
  return renderPart('div', 'approval', props, state, {
    ref: (element) => {
      card.current = element ?? card.current
      takeFocus(element)
    },
    role: 'group',
    'data-danger': isDangerous(chat.agent, request) ? '' : undefined,
    'aria-labelledby': `${ids}title`,
    'aria-describedby': `${ids}why`,
    tabIndex: -1,
    onKeyDown: (event) => {
      if (isEscape(event) && edit.stop()) event.preventDefault()
    },
    children: (
      <>
        <CardTitle {...{ request, strings, isEditing }} id={`${ids}title`} />
        <ApprovalReason key={`${id} why`} {...{ request, strings }} id={`${ids}why`} />
        <ApprovalFacts key={id} {...{ request, strings, isEditing }} />
        {canRemember && <RememberBox {...{ request, strings, isRemembered, setRemembered }} />}
        <Choices {...shared} noteId={noteOf(guard) && `${ids}note`} allow={allow}>
          {isEditing && (
            <div className="ambit-approval-buttons">
              <DenyButton {...shared} />
            </div>
          )}
          {request.source !== undefined && <StopOutside strings={strings} />}
          <ApprovalNotes {...{ request, strings, guard, isEditing }} id={`${ids}note`} />
        </Choices>
      </>
    ),
  })
}

/** The change of a request's arguments before it is allowed. */
interface Edit {
  readonly isEditing: boolean
  readonly start: () => void
  /** Ends the edit. Returns false if there was none. */
  readonly stop: () => boolean
  /** Begins as for a new request: with the form if the tool refused the values. */
  readonly restart: () => void
  /** The ref of the edit button. The button is back after the edit, and gets the focus back. */
  readonly button: RefObject<HTMLButtonElement | null>
}

function useEdit({ issues }: PendingApproval): Edit {
  // An error of the tool is shown in the form with the refused values.
  const isUnfit = issues !== undefined
  const [isEditing, setEditing] = useState(isUnfit)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return {
    isEditing,
    start: () => setEditing(true),
    stop: () => {
      setEditing(false)
      return isEditing
    },
    restart: () => setEditing(isUnfit),
    button,
  }
}

/** The values that the parts of a card share. */
interface CardPartProps {
  readonly request: PendingApproval
  readonly strings: ApprovalStrings
  readonly edit: Edit
  readonly isReady: boolean
}

/** Returns the name of the request: that of the tool, with the label of its instance. */
const titleOf = ({ title, label }: PendingApproval): string =>
  withLabel(shownName(title, 120), label && shownName(label, 120))

interface CardTitleProps extends Pick<CardPartProps, 'request' | 'strings'> {
  readonly isEditing: boolean
  readonly id: string
}

/** Shows the sentence of the tool's `title`, or its name. A card renders while it settles, too. */
const CardTitle = memo(function CardTitle(props: CardTitleProps): ReactElement {
  const { request, strings, isEditing, id } = props
  const { args, preview } = request
  const sentence = isEditing ? undefined : shownSentence(request.sentence)
  const things = isEditing ? undefined : thingsArg(request, toChanges(preview ?? null))
  const count = things === undefined ? undefined : (args[things] as readonly unknown[]).length
  return (
    <Fact className="ambit-approval-title">
      <Icon name="note" />
      <p id={id} dir="auto">
        {unbroken(sentence ?? strings.title(titleOf(request), count))}
      </p>
    </Fact>
  )
})

interface RememberBoxProps extends Pick<CardPartProps, 'request' | 'strings'> {
  readonly isRemembered: boolean
  readonly setRemembered: (isRemembered: boolean) => void
}

/** Lets the user allow the same for an hour. */
function RememberBox(props: RememberBoxProps): ReactElement {
  const { request, strings, isRemembered, setRemembered } = props
  const key = request.rememberKey === undefined ? undefined : wholeName(request.rememberKey)
  return (
    <label className="ambit-check">
      <input
        type="checkbox"
        checked={isRemembered}
        onChange={(event) => setRemembered(event.target.checked)}
      />
      <span>{strings.remember(titleOf(request), key)}</span>
    </label>
  )
}

interface ChoicesProps extends CardPartProps {
  readonly noteId: string | undefined
  readonly allow: (event: SyntheticEvent, args?: JsonObject) => void
  /** What stands in the foot of the card, below the buttons. */
  readonly children: ReactNode
}

/**
 * Shows the foot of the card, with the buttons that allow, deny, and change the arguments. While
 * the arguments are edited, the form for them stands before it.
 */
function Choices(props: ChoicesProps): ReactElement {
  const { request, strings, edit, isReady, noteId, allow, children } = props
  if (edit.isEditing) {
    const shared = { request, strings, isReady, noteId, children }
    return <LateArgsEditor {...shared} onAllow={allow} onStop={edit.stop} />
  }
  return (
    <div className="ambit-approval-foot">
      <div className="ambit-approval-buttons">
        <button
          type="button"
          className="ambit-button"
          data-primary=""
          aria-disabled={!isReady || undefined}
          aria-describedby={noteId}
          onClick={allow}
          onKeyDown={holdsNothing}
        >
          {strings.allow}
        </button>
        <DenyButton {...props} />
        {Object.keys(request.args).length > 0 && (
          <button type="button" className="ambit-button" ref={edit.button} onClick={edit.start}>
            {strings.edit}
          </button>
        )}
      </div>
      {children}
    </div>
  )
}

/** Denies the call with one press. The reason can be given after that, by `TellWhy`. */
function DenyButton({ request, strings }: CardPartProps): ReactElement {
  const { pending } = useChat().agent
  return (
    <button type="button" className="ambit-button" onClick={() => pending.deny(request.id)}>
      {strings.deny}
    </button>
  )
}

/** Lets the user end what agents outside of the page may do. */
function StopOutside({ strings }: Pick<CardPartProps, 'strings'>): ReactElement {
  const { scopes } = useChat().agent
  return (
    <div className="ambit-approval-buttons">
      <button type="button" className="ambit-button" onClick={() => scopes.allowOutside(false)}>
        {strings.stopOutside}
      </button>
    </div>
  )
}

/** Keeps each short id with a hyphen, such as `A-23803`, on one line. */
const unbroken = (text: string): ReactNode[] =>
  text.split(/(\S+)/).map((word, at) =>
    /^(?=.*-)(?=.*\d).{1,20}$/.test(word) ? (
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

/**
 * Moves the focus to a new card if the chat's text field has the focus and is empty, unless the
 * user has scrolled away. Brings a new card into view if the view is at the end. A card that goes
 * with the focus inside returns it to the text field. Returns the card's ref.
 */
function useCardFocus(): RefCallback<HTMLElement> {
  const { field, end } = useChat()
  const card = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const [element, text] = [card.current, field.current]
    const isAtEnd = end.isAtEnd()
    // Who has scrolled away reads on. A card that is taller than the view has left the end itself.
    const isHere = element && (isAtEnd || end.isSeen(element))
    if (isHere && text?.matches(':focus') && text.value === '') {
      moveFocus(element)
      if (isAtEnd) end.jump(element)
    }
    if (element) end.show(element)
    return () => {
      if (element?.contains(element.ownerDocument.activeElement)) focusNow(field)
    }
  }, [field, end])
  return (element) => void (card.current = element ?? card.current)
}

/** Focuses the field of now: it may have come, or been replaced, after the card. */
const focusNow = ({ current }: RefObject<HTMLElement | null>): void => moveFocus(current)

/** The texts that say why a press does not count, or did not. */
type Note = 'unseen' | 'covered' | 'missed' | 'missedUnseen' | 'missedCovered'

/** The text about a press that did not count, for each reason. */
const missedNotes: Readonly<Record<Missed, Note>> = {
  settling: 'missed',
  unseen: 'missedUnseen',
  covered: 'missedCovered',
}

interface ApprovalNotesProps {
  readonly request: PendingApproval
  readonly strings: ApprovalStrings
  readonly guard: AllowGuard
  readonly isEditing: boolean
  /** The id of the note that is shown. */
  readonly id: string
}

/** Returns the note to show under the allow button; undefined if there is none. */
function noteOf({ steadiness, missed }: AllowGuard): Note | undefined {
  const off = steadiness === 'unseen' || steadiness === 'covered' ? steadiness : undefined
  return missed ? missedNotes[off ?? missed] : off
}

/**
 * Shows why the allow button is off, or else until when an answer counts. After a press that did
 * not count, tells that too. All notes are always rendered: a note that moved the button would make
 * it settle again.
 */
function ApprovalNotes(props: ApprovalNotesProps): ReactElement {
  const { request, strings, guard, isEditing, id } = props
  const shown = noteOf(guard)
  const isUnseen = guard.steadiness === 'unseen'
  const attributes = (note: Note): object => (note === shown ? { id } : { 'data-silent': '' })
  const showRest = (
    <button type="button" data-silent={isUnseen ? undefined : ''} onClick={guard.showUnseen}>
      {strings.showUnseen}
    </button>
  )
  return (
    <div className="ambit-approval-notes">
      <p className="ambit-warning" {...attributes('unseen')}>
        {strings.unseen} {showRest}
      </p>
      <p className="ambit-warning" {...attributes('covered')}>
        {strings.covered}
      </p>
      {Object.values(missedNotes).map((note) => (
        // Only the space is taken by a text about what did not happen.
        <p
          key={note}
          className="ambit-warning"
          {...(note === shown ? { id } : { 'data-silent': strings[note] })}
        >
          {note === shown && strings[note]} {note === 'missedUnseen' && showRest}
        </p>
      ))}
      <p className="ambit-approval-expires" data-silent={shown && ''}>
        {strings.expires(timeOf(request.expiresAt), request.onTimeout, isEditing)}
      </p>
    </div>
  )
}
