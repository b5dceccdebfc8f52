import { type ReactNode, useContext } from 'react'
import { ShellContext } from './chat-context.ts'
import type * as Chat from './parts.ts'

/** The props of a part; none for a part without. */
type PropsOf<Part> = Part extends (...given: [infer Props]) => unknown
  ? unknown extends Props
    ? object
    : Props
  : never

/**
 * Components in place of parts inside the frame of the chat. Each gets the props of the part that
 * it replaces.
 */
export type ReplacedParts = {
  readonly [Name in Exclude<keyof typeof Chat, 'Root' | 'Popup' | 'Sidebar' | 'Panel'>]?:
    | ((props: PropsOf<(typeof Chat)[Name]>) => ReactNode)
    | undefined
}

/** Returns the application's components in place of parts. */
export function useReplaced(): ReplacedParts {
  return useContext(ShellContext)?.replaced ?? none
}

const none: ReplacedParts = {}
