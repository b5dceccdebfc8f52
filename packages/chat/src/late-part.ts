import { createElement, lazy, Suspense, type ComponentType, type ReactElement } from 'react'

/**
 * A part that is fetched when it is first shown. What cannot be fetched (offline, a new deployment) is `instead`, by default nothing; the chat
 * works without it.
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
