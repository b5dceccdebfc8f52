import type { ComponentPropsWithoutRef, ReactElement, Ref } from 'react'

interface GrowingFieldProps extends ComponentPropsWithoutRef<'textarea'> {
  readonly field: Ref<HTMLTextAreaElement>
  readonly value: string
}

/**
 * Renders a text field that grows with its text. A hidden copy of the text sets the height, in
 * every browser.
 */
export const GrowingField = ({ field, ...attributes }: GrowingFieldProps): ReactElement => (
  <div className="ambit-growing" data-copy={`${attributes.value}\u200B`}>
    <textarea ref={field} rows={1} dir="auto" {...attributes} />
  </div>
)
