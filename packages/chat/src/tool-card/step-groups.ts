import type { AssistantMessage, AssistantToolCall, Message } from '@ambit/core'

/** The consecutive calls of a run with nothing to read between them: its steps. */
export interface StepGroup {
  /** The calls, in their order; at least one. They may come from several messages. */
  readonly calls: readonly AssistantToolCall[]
  /** True if no message of a user or of the model follows. */
  readonly isLast: boolean
}

/** The group of each call, by the id of the call. */
export type StepGroups = ReadonlyMap<string, StepGroup>

/**
 * Groups the calls on a path of messages. A message with text, files or sources begins a group, so
 * that nothing moves past what a user reads. A call of the page stays alone. Groups that are
 * equal to those in `before` are the same objects.
 */
export function toStepGroups(
  messages: readonly Message[],
  before: StepGroups = new Map(),
): StepGroups {
  const groups: { calls: AssistantToolCall[]; isLast: boolean }[] = []
  let isOpen = false
  for (const message of messages) {
    if (message.role === 'tool') continue
    if (message.role === 'user' || !message.calls?.length) {
      isOpen = false
      continue
    }
    const open = isOpen && isSilent(message) ? groups.at(-1) : undefined
    if (open) open.calls.push(...message.calls)
    else groups.push({ calls: [...message.calls], isLast: false })
    isOpen = message.source === undefined
  }
  const last = groups.at(-1)
  if (last) last.isLast = isLastOf(messages, last.calls)
  const byCall = new Map<string, StepGroup>()
  for (const group of groups) {
    const [first] = group.calls
    const known = first && before.get(first.id)
    const kept = known && isEqual(known, group) ? known : group
    for (const { id } of group.calls) byCall.set(id, kept)
  }
  return byCall
}

/** Whether a message asks for calls and says nothing to a user. */
const isSilent = ({ content, parts, source }: AssistantMessage): boolean =>
  source === undefined &&
  !content &&
  !parts.some(({ type }) => type === 'file' || type === 'source')

function isLastOf(messages: readonly Message[], calls: readonly AssistantToolCall[]): boolean {
  const last = messages.findLast(({ role }) => role !== 'tool')
  const own = last?.role === 'assistant' ? last.calls?.at(-1) : undefined
  return own !== undefined && own.id === calls.at(-1)?.id
}

const isEqual = (one: StepGroup, other: StepGroup): boolean =>
  one.isLast === other.isLast &&
  one.calls.length === other.calls.length &&
  one.calls.every(({ id }, index) => id === other.calls[index]?.id)
