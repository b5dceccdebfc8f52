import { type ComponentProps, type ComponentType, useContext } from 'react'
import { ShellContext } from './chat-context.ts'
import type * as Chat from './parts.ts'

/** Components in place of parts of the chat. Each gets the props of the part that it replaces. */
export type ReplacedParts = {
  readonly [Name in Exclude<keyof typeof Chat, 'Root'>]?:
    | ComponentType<ComponentProps<(typeof Chat)[Name]>>
    | undefined
}

/** Returns the application's component in place of a part; undefined if it has none. */
export function useReplaced<Name extends keyof ReplacedParts>(name: Name): ReplacedParts[Name] {
  return useContext(ShellContext)?.replaced?.[name]
}
