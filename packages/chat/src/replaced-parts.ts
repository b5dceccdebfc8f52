import { type ReactNode, useContext } from 'react'
import { ShellContext } from './chat-context.ts'
import type * as Chat from './parts.ts'

/** The props of a component; none for one without. */
type PropsOfComponent<Part> = Part extends (...given: [infer Props]) => unknown
  ? unknown extends Props
    ? object
    : Props
  : never

/** The props of a part. */
export type PropsOf<Name extends keyof typeof Chat> = PropsOfComponent<(typeof Chat)[Name]>

/**
 * Components in place of parts inside the frame of the chat. Each gets the props of the part that
 * it replaces. In place of one that throws, the part itself is shown. That does not hold for
 * `Launcher` and `Header`, because a closed chat has no code for it.
 */
export type ReplacedParts = {
  readonly [Name in Exclude<keyof typeof Chat, 'Root' | 'Popup' | 'Sidebar' | 'Panel'>]?:
    | ((props: PropsOf<Name>) => ReactNode)
    | undefined
}

/** Returns the application's components in place of parts. */
export const useReplaced = (): ReplacedParts =>
  (useContext(ShellContext)?.replaced as ReplacedParts | undefined) ?? {}
