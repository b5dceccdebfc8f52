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
  readonly field: Ref<HTMLTextAreaElement>
  readonly value: string
}

/**
 * Renders a text field that grows with its text. Where a browser cannot do that by itself, a hidden
 * copy of the text's beginning sets the height.
 */
export function GrowingField({ field, value, ...attributes }: GrowingFieldProps): ReactElement {
  const [first] = useState(value)
  const own = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(field, () => own.current as HTMLTextAreaElement, [])
  const shown = useRef(value)
  // A field that React controls gets all of its text a second time with each key. What a person
  // wrote before the page came to life is no news from here, and stays.
  useLayoutEffect(() => {
    if (shown.current === value) return
    shown.current = value
    if (own.current && own.current.value !== value) own.current.value = value
  }, [value])
  return (
    <div
      className="ambit-growing"
      data-full={value.length > MOST_COPIED ? '' : undefined}
      data-copy={`${value.slice(0, MOST_COPIED)}\u200B`}
    >
      <textarea ref={own} rows={1} dir="auto" {...attributes} defaultValue={first} />
    </div>
  )
}
