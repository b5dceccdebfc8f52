import { type ComponentType, lazy, type ReactElement } from 'react'

/** A component that suspends until the test opens the gate. */
export interface Gate {
  readonly Content: ComponentType
  open(): void
}

/** Creates a lazy component that renders `content` once the gate is open. */
export function createGate(content?: ReactElement): Gate {
  const { promise, resolve } = Promise.withResolvers<{ default: ComponentType }>()
  return {
    Content: lazy(() => promise),
    open: () => resolve({ default: () => content ?? <i /> }),
  }
}
