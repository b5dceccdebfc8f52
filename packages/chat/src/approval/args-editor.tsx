import type { JsonObject, PendingApproval } from '@ambit/core'
import {
  type Dispatch,
  memo,
  type ReactElement,
  type ReactNode,
  type SetStateAction,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { sentencesOf } from '../tool-card/failure-text.ts'
import { valueText } from '../tool-card/value-text.ts'
import { writeNumber } from '../values/numbers.ts'
import { valueWords } from '../values/value-words.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import { type ArgsField, formArgs, fromFields, parseField, toFields } from './args-fields.ts'
import { Fact } from './fact.tsx'
import { UnseenNote } from './fact-value.tsx'
import { wholeName } from './shown-value.ts'
import { unseenChars } from './unseen-chars.ts'
import { usePages } from './use-pages.tsx'
import { GrowingField } from '../composer/growing-field.tsx'

export interface ArgsEditorProps {
  readonly request: PendingApproval
  readonly strings: ApprovalStrings
  /** True if the allow button can be pressed. */
  readonly isReady: boolean
  /** The id of the note that says why the button is off; undefined if there is none. */
  readonly noteId: string | undefined
  readonly onAllow: (event: SyntheticEvent, args: JsonObject | undefined) => void
  readonly onStop: () => void
  /** What stands in the foot of the card, below the buttons. */
  readonly children: ReactNode
}

/**
 * Shows a form with one field for each argument of a call. The first field takes the focus. A field
 * that cannot be parsed shows an error and takes the focus again.
 */
export function ArgsEditor(props: ArgsEditorProps): ReactElement {
  const { request, strings, isReady, noteId, onAllow, onStop, children } = props
  const [fields] = useState(() => toFields(request))
  const [given] = useState(() => formArgs(request))
  const [texts, setTexts] = useState<Texts>(() => {
    // What the user put in before the page changed is not typed twice.
    const { dropped } = request
    if (!dropped) return {}
    const emptied = fields.map(({ name }) => [name, ''] as const)
    const typed = toFields({ ...request, edited: dropped })
    return Object.fromEntries([...emptied, ...typed.map(({ name, text }) => [name, text] as const)])
  })
  const { shown, more } = usePages(fields, strings)
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const ids = useId()
  // A layout effect: no key may fall between the button that goes and the field.
  useLayoutEffect(() => {
    takeFocus(form.current, 'input, textarea, select')
  }, [])
  const isChanged = fields.some((field) => {
    const typed = texts[field.name]
    return typed !== undefined && typed !== field.text
  })
  const { args, faults: own } = fromFields(fields, texts, given, strings)
  const refused = refusedBy(request, args, strings)
  const faults = { ...refused, ...(tries > 0 && own) }
  const others = Object.entries(faults).flatMap(([name, fault]) =>
    shown.some((field) => field.name === name) ? [] : [fault],
  )
  useEffect(() => {
    if (tries === 0 && !request.issues) return
    takeFocus(form.current, '[aria-invalid="true"]')
  }, [tries, request.issues])

  // On the click, which Enter in a field makes too: no form tells if a script has submitted it.
  const submit = (event: SyntheticEvent): void => {
    if (Object.keys({ ...refused, ...own }).length > 0) setTries(tries + 1)
    else onAllow(event, isChanged ? args : undefined)
  }
  return (
    <>
      <form
        className="ambit-args"
        id={`${ids}form`}
        ref={form}
        onSubmit={(event) => event.preventDefault()}
        noValidate
      >
        {shown.map((field) => (
          <ArgsRow
            key={field.name}
            {...{ field, ids, strings, setTexts }}
            text={texts[field.name]}
            fault={faults[field.name]}
          />
        ))}
        {more}
        {others.length > 0 && (
          <p className="ambit-warning" role="alert">
            {[...new Set(others)].join(' ')}
          </p>
        )}
      </form>
      <div className="ambit-approval-foot">
        <div className="ambit-approval-buttons">
          <button
            type="submit"
            form={`${ids}form`}
            className="ambit-button"
            data-primary=""
            aria-disabled={!isReady || undefined}
            aria-describedby={noteId}
            onClick={submit}
          >
            {isChanged ? strings.allowEdited : strings.allow}
          </button>
          <button type="button" className="ambit-button" onClick={onStop}>
            {strings.stopEditing}
          </button>
        </div>
        {children}
      </div>
    </>
  )
}

type Texts = Readonly<Record<string, string>>

interface ArgsRowProps {
  readonly field: ArgsField
  /** The beginning of the ids of all fields. */
  readonly ids: string
  readonly strings: ApprovalStrings
  /** The text that the user typed; undefined if the argument is as it was given. */
  readonly text: string | undefined
  readonly fault: string | undefined
  readonly setTexts: Dispatch<SetStateAction<Texts>>
}

/** Shows the field of one argument. Typing in one field does not render the others again. */
const ArgsRow = memo(function ArgsRow(props: ArgsRowProps): ReactElement {
  const { field, ids, strings, fault, setTexts } = props
  const { name, hint, text: first } = field
  const text = props.text ?? first
  const id = `${ids}${name}`
  const isInvalid = fault !== undefined
  return (
    <Fact className="ambit-arg" data-kind={field.kind}>
      <label htmlFor={id}>{wholeName(field.title)}</label>
      <ArgsControl
        field={field}
        id={id}
        text={text}
        isInvalid={isInvalid}
        noteId={`${id}-note ${id}-read`}
        onText={(typed) => setTexts((texts) => ({ ...texts, [name]: typed }))}
      />
      <p className={isInvalid ? 'ambit-warning' : 'ambit-hint'} id={`${id}-note`}>
        {fault ?? (hint && valueText(hint))}
      </p>
      <div className="ambit-read-as" id={`${id}-read`}>
        {readAs(field, text, strings)}
        <UnseenNote chars={unseenChars(field.title + text)} strings={strings} />
      </div>
    </Fact>
  )
})

/** Moves the focus to a field of the form, unless the user is at work elsewhere. */
function takeFocus(form: HTMLFormElement | null, selector: string): void {
  const { activeElement: active, body } = document
  const isFree = !active || active === body || active.shadowRoot !== null
  const isHere = form?.closest('.ambit-approval')?.contains(active) === true
  const isIdle = active?.matches('.ambit-chat textarea:placeholder-shown') === true
  if (isFree || isHere || isIdle) form?.querySelector<HTMLElement>(selector)?.focus()
}

/**
 * Returns what the tool has against the arguments of the last press, by their names, while they are
 * what the form has.
 */
function refusedBy(
  { issues = [], dropped }: PendingApproval,
  args: JsonObject,
  strings: ApprovalStrings,
): Readonly<Record<string, string>> {
  if (issues.length === 0 || JSON.stringify(args) !== JSON.stringify(dropped)) return {}
  return Object.fromEntries(
    issues.map((issue) => [String(issue.path?.[0] ?? ''), sentencesOf([issue]) ?? strings.unfit]),
  )
}

/** Returns what a text is read as, if that is not the text itself; the hint at a list. */
function readAs({ kind, words }: ArgsField, text: string, strings: ApprovalStrings): string {
  if (kind === 'lines') return strings.onePerLine
  if (text === '' || kind === 'choice' || kind === 'boolean' || kind === 'json') return ''
  try {
    const value = parseField(text, kind)
    const said =
      valueWords(value, words, strings) ??
      (typeof value === 'number' ? writeNumber(value, true) : text)
    return said === text ? '' : `= ${said}`
  } catch {
    return ''
  }
}

interface ArgsControlProps {
  readonly field: ArgsField
  readonly id: string
  readonly text: string
  readonly isInvalid: boolean
  /** The id of the hint, or of the error. */
  readonly noteId: string
  readonly onText: (text: string) => void
}

/** Renders the control for one argument. */
function ArgsControl(props: ArgsControlProps): ReactElement {
  const { field, id, text, isInvalid, noteId, onText } = props
  const { kind, options, isRequired } = field
  const described = {
    id,
    'aria-describedby': noteId,
    'aria-invalid': isInvalid,
    'aria-required': isRequired,
  }
  const onChange = (event: { target: { value: string } }): void => onText(event.target.value)
  if (kind === 'boolean') {
    return (
      <input
        {...described}
        type="checkbox"
        checked={text === 'true'}
        onChange={(event) => onText(event.target.checked ? 'true' : '')}
      />
    )
  }
  if (kind === 'choice') {
    const known = options.includes(text) ? options : [text, ...options]
    return (
      <select {...described} value={text} onChange={onChange}>
        {known.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  }
  if (kind === 'number') {
    return <input {...described} type="text" inputMode="decimal" value={text} onChange={onChange} />
  }
  return (
    <GrowingField {...described} spellCheck={kind === 'text'} value={text} onChange={onChange} />
  )
}
