import type { PendingApproval, JsonObject } from '@ambit/core'
import {
  type FormEvent,
  type ReactElement,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { valueText } from '../tool-card/value-text.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import { ArgsControl } from './args-control.tsx'
import { formArgs, fromFields, toFields } from './args-fields.ts'
import { Fact } from './fact.tsx'
import { shownName } from './shown-value.ts'

export interface ArgsEditorProps {
  readonly request: PendingApproval
  readonly strings: ApprovalStrings
  /** True if the allow button can be pressed. */
  readonly isReady: boolean
  /** The id of the note that says why the button is off; undefined if there is none. */
  readonly noteId: string | undefined
  readonly onAllow: (event: SyntheticEvent, args: JsonObject) => void
  readonly onStop: () => void
}

/**
 * Shows a form with one field for each argument of a call. The first field takes the focus. A field
 * that cannot be parsed shows an error and takes the focus again.
 */
export function ArgsEditor(props: ArgsEditorProps): ReactElement {
  const { request, strings, isReady, noteId, onAllow, onStop } = props
  const [fields] = useState(() => toFields(request))
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, text }) => [name, text])),
  )
  const [invalid, setInvalid] = useState<readonly string[]>([])
  const form = useRef<HTMLFormElement>(null)
  const ids = useId()
  // A layout effect: no key may fall between the button that goes and the field.
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [])
  useEffect(() => {
    if (invalid.length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [invalid])

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const read = fromFields(fields, texts, formArgs(request))
    if ('args' in read) onAllow(event, read.args)
    else setInvalid(read.invalid)
  }
  return (
    <form className="ambit-args" ref={form} onSubmit={submit} noValidate>
      {fields.map((field) => {
        const { name, hint } = field
        const id = `${ids}${name}`
        const isInvalid = invalid.includes(name)
        return (
          <Fact key={name} className="ambit-arg" data-kind={field.kind}>
            <label htmlFor={id}>{shownName(field.title)}</label>
            <ArgsControl
              field={field}
              id={id}
              text={texts[name] ?? ''}
              isInvalid={isInvalid}
              noteId={`${id}-note`}
              onText={(text) => setTexts({ ...texts, [name]: text })}
            />
            <p className={isInvalid ? 'ambit-warning' : 'ambit-hint'} id={`${id}-note`}>
              {isInvalid ? strings.invalidField : hint && valueText(hint)}
            </p>
          </Fact>
        )
      })}
      <div className="ambit-approval-buttons">
        <button
          type="submit"
          className="ambit-button"
          data-primary=""
          aria-disabled={!isReady || undefined}
          aria-describedby={noteId}
        >
          {strings.allowEdited}
        </button>
        <button type="button" className="ambit-button" onClick={onStop}>
          {strings.stopEditing}
        </button>
      </div>
    </form>
  )
}
