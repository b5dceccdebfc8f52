import type { ReactElement, ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { type PropsOf, type ReplacedParts, useReplaced } from './replaced-parts.ts'

export interface OwnPartProps<Name extends keyof ReplacedParts> {
  /** The name of the part. Undefined where it is not replaced. */
  readonly name: Name | undefined
  /** The props of the part. */
  readonly given: PropsOf<Name>
  /** The part itself. */
  readonly children: ReactNode
}

/**
 * Shows the application's component in place of a part. Shows the part if there is none, and from
 * its first error on.
 */
export function OwnPart<Name extends keyof ReplacedParts>(props: OwnPartProps<Name>): ReactNode {
  const { name, given, children } = props
  const replaced = useReplaced()
  const Own = name && (replaced[name] as ((props: typeof given) => ReactNode) | undefined)
  if (!Own) return children
  return (
    <ErrorBoundary of={Own} instead={children}>
      <Own {...given} />
    </ErrorBoundary>
  )
}

/** Returns a component that is a part, or the application's component in its place. */
export const replaceable = <Name extends keyof ReplacedParts, Props extends object>(
  name: Name,
  Part: (props: Props) => ReactNode,
): ((props: Props & PropsOf<Name>) => ReactElement) =>
  function Replaceable(props) {
    return (
      <OwnPart name={name} given={props}>
        <Part {...props} />
      </OwnPart>
    )
  }
