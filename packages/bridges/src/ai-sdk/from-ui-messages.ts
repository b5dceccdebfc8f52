import { checkOptions, isDeeper, type MessageInput } from '@ambit/core'
import type { UIMessage } from 'ai'
import { isOfUser } from './chat-place.ts'
import { fromParts } from './from-parts.ts'
import { type Kept, keptIn, restore } from './kept.ts'
import type { UIPart } from './ui-part.ts'
import { count, toContent } from './user-content.ts'

/** The options of `fromUIMessages`. */
export interface FromUIMessagesOptions {
  /** Gets the number of parts that were left out, by type. Default: they are not counted. */
  readonly ignored?: Map<string, number> | undefined
  /**
   * True to take messages without a record for what the user, the model and the tools said. Give
   * true only if nobody else could have written them. Default: they are third-party text.
   */
  readonly trusted?: boolean | undefined
}

/**
 * Converts the messages of a chat of the AI SDK for a history: `agent.history.load(…)`, or the
 * option `history` of `execute`. Each step of an answer becomes a message of the model with its
 * calls, followed by their answers. A call without an answer is answered as `interrupted`.
 *
 * Messages that `toUIMessages` or a transport made have a record in `metadata.ambit`. With it, the
 * next request is what it would have been: taint, what `result.toModel` made and messages of the
 * application included. A message without a record is third-party text, as after `sessions.import`,
 * unless `trusted` is true. So is one whose steps are not those of its record.
 *
 * Messages of the system, and parts of types that a history does not have, are left out.
 */
export function fromUIMessages(
  messages: readonly UIMessage[],
  options: FromUIMessagesOptions = {},
): MessageInput[] {
  checkOptions('`fromUIMessages`', options, { ignored: ':object', trusted: ':boolean' })
  const { ignored = new Map(), trusted } = options
  const readUnknown = (input: MessageInput): MessageInput =>
    trusted === true ? input : { ...input, taint: 'untrusted', imported: true }
  return messages.flatMap((message, at): MessageInput[] => {
    const { id, role, parts } = message
    if (role === 'user') {
      const said: MessageInput = { id, role, content: toContent(parts, ignored) }
      const own = keptIn(message)
      const kept = own ?? keptIn(messages[at + 1]) ?? []
      const place = kept.findIndex(isOfUser)
      if (place < 0) return [readUnknown(said)]
      const taken = own ? kept : kept.slice(0, place + 1)
      return taken.map((one, index) => restore(index === place ? said : undefined, one))
    }
    if (role === 'assistant') {
      const steps = toSteps(parts, ignored).map((step, index) =>
        fromParts(index === 0 ? id : undefined, step, ignored),
      )
      const all = keptIn(message)
      // What stands before the answer came with the message of the user, if there is one.
      const place = messages[at - 1]?.role === 'user' ? (all?.findIndex(isOfUser) ?? -1) : -1
      const kept = all?.slice(place + 1).filter((one) => !isOfUser(one))
      return (kept && restoreTurn(steps, kept)) ?? steps.flat().map(readUnknown)
    }
    count(ignored, role)
    return []
  })
}

/** Returns the parts of each step of an answer, and counts those of more than 100 levels. */
function toSteps(parts: readonly UIPart[], ignored: Map<string, number>): UIPart[][] {
  const steps: UIPart[][] = [[]]
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([])
    else if (isDeeper(part)) count(ignored, part.type)
    else steps.at(-1)?.push(part)
  }
  if (steps[0]?.length === 0) steps.shift()
  return steps
}

/**
 * Returns the messages of a turn after that of the user. A call that had no answer has one now.
 * Returns undefined if the steps are not those of the record.
 */
function restoreTurn(
  steps: readonly (readonly MessageInput[])[],
  kept: readonly Kept[],
): MessageInput[] | undefined {
  const restored: MessageInput[] = []
  let step: readonly MessageInput[] = []
  let at = 0
  /** Adds the answers that the record does not have yet. Returns false for others. */
  const close = (): boolean => {
    const open = step.filter((one) => one.role === 'tool')
    restored.push(...open)
    return open.every(({ status }) => status === 'interrupted')
  }
  for (const one of kept) {
    if (one.role === 'user') {
      restored.push(restore(undefined, one))
      continue
    }
    if (one.role === 'assistant') {
      if (!close()) return undefined
      step = steps[at++] ?? []
    }
    const said = step.find(
      (given) => given.role === one.role && (given.role !== 'tool' || given.id === one['id']),
    )
    if (!said && !('content' in one || 'parts' in one)) return undefined
    step = step.filter((given) => given !== said)
    restored.push(restore(said, one))
  }
  // After calls, the chunks of a run may end with a step without parts.
  const isWhole = steps.slice(at).every((left) => left.length === 0)
  return close() && isWhole ? restored : undefined
}
