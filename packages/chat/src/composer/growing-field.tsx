import {
  type ComponentPropsWithoutRef,
  type ReactElement,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/**
 * The part of a text that sets the height of its field, in UTF-16 units. It fills more lines than
 * the highest field has.
 */
const MOST_COPIED = 4_000

interface GrowingFieldProps extends Omit<ComponentPropsWithoutRef<'textarea'>, 'defaultValue'> {
  readonly field?: Ref<HTMLTextAreaElement> | undefined
  readonly value: string
}

/**
 * Shows a text in a growing field. Where a browser cannot grow it by itself, a hidden copy of the
 * text's beginning sets the height. Returns false if the field had the text.
 */
export function showText(field: HTMLTextAreaElement, text: string): boolean {
  const isNew = field.value !== text
  if (isNew) field.value = text
  const box = field.parentElement
  box?.toggleAttribute('data-full', text.length > MOST_COPIED)
  // Where nothing needs it, an attribute would cost the style of the box with each key.
  if (!globalThis.CSS?.supports('field-sizing', 'content'))
    box?.setAttribute('data-copy', `${text.slice(0, MOST_COPIED)}\u200B`)
  return isNew
}

/** Renders a text field that grows with its text. */
export function GrowingField({ field, value, ...attributes }: GrowingFieldProps): ReactElement {
  const [first] = useState(value)
  const own = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(field, () => own.current as HTMLTextAreaElement, [])
  const shown = useRef(value)
  // A field that React controls gets all of its text a second time with each key. What a user
  // wrote before hydration did not come from here, and stays.
  useLayoutEffect(() => {
    if (own.current) showText(own.current, shown.current === value ? own.current.value : value)
    shown.current = value
  }, [value])
  return (
    <div className="ambit-growing">
      <textarea ref={own} rows={1} dir="auto" {...attributes} defaultValue={first} />
    </div>
  )
}
