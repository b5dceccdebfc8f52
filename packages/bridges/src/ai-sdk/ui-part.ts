import type { UIMessage, UIMessageChunk } from 'ai'
import type { Answer } from './answer.ts'

/** One part of a message in a chat of the AI SDK. */
export type UIPart = UIMessage['parts'][number]

/** The options of the parts of messages. */
export interface PartOptions {
  /**
   * The form of the parts of calls: `dynamic-tool`, or with `named` `tool-<name>`, for a chat that
   * tells tools apart by `part.type`. Default `dynamic`.
   */
  readonly toolParts?: 'dynamic' | 'named' | undefined
  /** Returns a tool's name for people. Default: with an agent, that of the registered tool. */
  readonly titleOf?: ((tool: string) => string | undefined) | undefined
}

/** The names of {@link PartOptions}, for checks of options. */
export const partNames = { titleOf: 'title :function', toolParts: '' }

/** Returns the chunk that brings a call with its arguments, or begins it without them. */
export const toCallChunk = (
  type: 'tool-input-start' | 'tool-input-available',
  toolCallId: string,
  toolName: string,
  { toolParts, titleOf }: PartOptions,
  rest?: { readonly input: unknown; readonly providerExecuted?: boolean | undefined },
): UIMessageChunk =>
  ({
    type,
    toolCallId,
    toolName,
    dynamic: toolParts !== 'named',
    title: titleOf?.(toolName),
    ...rest,
  }) as UIMessageChunk

/** Returns the chunk that ends a call. */
export const toAnswerChunk = (toolCallId: string, { state, ...fields }: Answer): UIMessageChunk =>
  ({ type: `tool-${state}`, toolCallId, ...fields }) as UIMessageChunk
