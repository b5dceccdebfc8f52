import { Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from '../error-boundary.tsx'

interface OwnViewProps<T> {
  /** The name of the option, for the warning. */
  readonly name: string
  readonly source: T
  /** A value that changes with the source. After an error, another value is tried again. */
  readonly of: unknown
  /** The application's renderer. May use hooks. */
  readonly render: (source: T) => ReactNode | undefined
  /** The content to show if the renderer gives nothing, throws, or still loads. */
  readonly instead: ReactNode
}

const warned = new Set<string>()

/** Shows what a renderer of the application makes of a source. Its errors stay inside. */
export function OwnView<T>(props: OwnViewProps<T>): ReactNode {
  const { name, of, instead } = props
  return (
    <ErrorBoundary of={of} instead={instead} onError={(error) => tellOnce(name, error)}>
      <Suspense fallback={instead}>
        <Drawn {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Makes the function a component of its own, so that the function may use hooks. */
function Drawn<T>({ name, source, render, instead }: OwnViewProps<T>): ReactNode {
  try {
    return render(source) ?? instead
  } catch (error) {
    // A promise is not an error: React waits for it.
    if (typeof error === 'object' && error !== null && 'then' in error) throw error
    tellOnce(name, error)
    return instead
  }
}

function tellOnce(name: string, error: unknown): void {
  if (warned.has(name)) return
  warned.add(name)
  console.error(`[ambit] ${name} threw, so the text is shown as it was written.`, error)
}
