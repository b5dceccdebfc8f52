import {
  createElement,
  type ComponentPropsWithoutRef,
  type JSX,
  type ReactElement,
  type RefCallback,
} from 'react'

/**
 * The state of a part, shown as `data-*` attributes. `true` becomes an empty attribute and a text
 * becomes a value. `false` and `undefined` are left out.
 */
export type PartState = Readonly<Record<string, boolean | string | undefined>>

/** The attributes of a part's element, with its children and its ref. */
export type PartAttributes<Tag extends keyof JSX.IntrinsicElements> =
  ComponentPropsWithoutRef<Tag> & {
    readonly ref?: RefCallback<HTMLElement> | undefined
    readonly [data: `data-${string}`]: string | undefined
  }

/** The props of every part, beside the part's own. */
export interface PartProps<State, Tag extends keyof JSX.IntrinsicElements = 'div'> {
  /**
   * A class name to add after the part's own class, or a function of the part's state that returns
   * one.
   */
  readonly className?: string | ((state: State) => string | undefined) | undefined
  /**
   * Renders another element in place of the part's own. Spread `props` on that element: they hold
   * children, role, name, handlers, state as `data-*`, and a ref. The ref must reach a DOM element.
   */
  readonly render?: ((props: PartAttributes<Tag>, state: State) => ReactElement) | undefined
}

/**
 * Creates the element of a part, or calls `render` for another one. `name` becomes the class
 * `ambit-<name>`.
 */
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
