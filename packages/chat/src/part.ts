import {
  createElement,
  type ComponentPropsWithoutRef,
  type JSX,
  type ReactElement,
  type RefCallback,
} from 'react'

/** What a part says about itself: a `true` becomes an empty `data-*`, a text its value, the rest is left out. */
export type PartState = Readonly<Record<string, boolean | string | undefined>>

/** The attributes a part puts on its element, children and ref among them. */
export type PartAttributes<Tag extends keyof JSX.IntrinsicElements> =
  ComponentPropsWithoutRef<Tag> & {
    readonly ref?: RefCallback<HTMLElement> | undefined
    readonly [data: `data-${string}`]: string | undefined
  }

/** What every part takes beside its own props. */
export interface PartProps<State, Tag extends keyof JSX.IntrinsicElements = 'div'> {
  /** Stands after the part's own class; a function is given the part's state. */
  readonly className?: string | ((state: State) => string | undefined) | undefined
  /**
   * Another element in place of the part's. Spread `props` on it: they hold children, role, name, handlers, state as `data-*`
   * and a ref that must reach a DOM element.
   */
  readonly render?: ((props: PartAttributes<Tag>, state: State) => ReactElement) | undefined
}

/** The element of a part, or the one its user gave instead. `name` becomes the class `ambit-<name>`. */
export function renderPart<State extends PartState, Tag extends keyof JSX.IntrinsicElements>(
  tag: Tag,
  name: string,
  { className, render }: PartProps<State, Tag>,
  state: State,
  attributes: PartAttributes<Tag>,
): ReactElement {
  const added = typeof className === 'function' ? className(state) : className
  const props = {
    ...attributes,
    ...toDataAttributes(state),
    className: added ? `ambit-${name} ${added}` : `ambit-${name}`,
  } as PartAttributes<Tag>
  return render ? render(props, state) : createElement(tag, props)
}

function toDataAttributes(state: PartState): Record<string, string> {
  return Object.fromEntries(
    Object.entries(state).flatMap(([key, value]) =>
      value === undefined || value === false ? [] : [[`data-${key}`, value === true ? '' : value]],
    ),
  )
}
