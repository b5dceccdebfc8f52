import { type ComponentProps, type ReactElement } from 'react'

/**
 * Shows a fact that a user must have had in view before they can allow a call. `SeenWatch` fills
 * the empty element at the end.
 */
export function Fact({ children, ...rest }: ComponentProps<'div'>): ReactElement {
  return (
    <div {...rest} data-fact="">
      {children}
      <span className="ambit-strips" aria-hidden="true" />
    </div>
  )
}
