import type { ReactElement, ReactNode } from 'react'

/** Shows a part of the state: a title, and names with their values. */
export function Facts(props: {
  readonly title: string
  readonly of: readonly (readonly [name: string, value: ReactNode])[]
}): ReactElement {
  return (
    <section aria-label={props.title}>
      <h3>{props.title}</h3>
      <dl>
        {props.of.map(([name, value], at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Shows a part of the state that is a list. Shows nothing if it is empty. */
export function Items(props: {
  readonly title: string
  readonly children: readonly ReactElement[]
}): ReactElement | null {
  if (props.children.length === 0) return null
  return (
    <section aria-label={props.title}>
      <h3>
        {props.title} <small>{props.children.length}</small>
      </h3>
      <ul>{props.children}</ul>
    </section>
  )
}
