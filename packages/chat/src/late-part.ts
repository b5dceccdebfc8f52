import { createElement, lazy, Suspense, type ComponentType, type ReactElement } from 'react'

/**
 * Returns a component that loads its code when it is first shown. A part that cannot load (offline,
 * a new deployment) shows `instead`, by default nothing. The rest of the chat works without the
 * part.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props> = () => null,
): (props: Props) => ReactElement {
  const Part = lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: instead }),
    ),
  )
  const Late: ComponentType<Props> = Part
  return (props) => createElement(Suspense, null, createElement(Late, props))
}
