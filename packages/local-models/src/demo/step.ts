import type { Missing } from './fill-slots.ts'
import type { Part } from './partial-lists.ts'
import type { ToolCard } from './tool-card.ts'

/** The meaning of one step of a request. */
export type Step =
  | { kind: 'call'; tool: ToolCard; inputs: readonly Record<string, unknown>[]; prepares: boolean }
  | { kind: 'ask'; tool: ToolCard; missing: Missing }
  | { kind: 'unavailable'; tool: ToolCard }
  | { kind: 'answer'; text: string }
  /**
   * Words were left that nothing used. `tool` is the one that was asked for. `part` tells that a
   * list is not wholly on the page.
   */
  | {
      kind: 'unclear'
      tool: ToolCard | undefined
      leftover: readonly string[]
      part: Part | undefined
    }
  | { kind: 'nothing' }
