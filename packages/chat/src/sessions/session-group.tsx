import { useId, type ReactElement, type ReactNode } from 'react'

/** Shows sessions below the heading of their group. */
export function SessionGroup(props: {
  readonly name: string
  readonly children: ReactNode
}): ReactElement {
  const { name, children } = props
  const id = useId()
  return (
    <>
      <h4 id={id}>{name}</h4>
      <ul aria-labelledby={id}>{children}</ul>
    </>
  )
}
