import type { LanguageModelV4Message } from '@ai-sdk/provider'

/**
 * Returns the faults for which a strict provider would refuse a prompt, in words; empty if there is
 * none. The rules are the ordering rules of the wires of OpenAI and Anthropic.
 */
export function promptFaults(prompt: readonly LanguageModelV4Message[]): string[] {
  const faults: string[] = []
  const said = prompt.filter(({ role }) => role !== 'system')
  const firstSaid = prompt.findIndex(({ role }) => role !== 'system')
  if (prompt.slice(Math.max(0, firstSaid)).some(({ role }) => role === 'system')) {
    faults.push('A system message stands after the first other message.')
  }
  const [first] = said
  const last = said.at(-1)
  if (first?.role !== 'user') faults.push(`The first message is of role ${first?.role}.`)
  if (last?.role === 'assistant') faults.push('The last message is the assistant’s.')

  const seen = new Set<string>()
  for (const [at, message] of said.entries()) {
    const next = said[at + 1]
    if (message.content.length === 0) faults.push(`Message ${at} (${message.role}) is empty.`)
    if (message.role === 'assistant') {
      faults.push(...assistantFaults(message, next, at, seen))
    } else if (message.role === 'tool' && said[at - 1]?.role !== 'assistant') {
      faults.push(`The results in message ${at} follow no message of the assistant’s.`)
    } else if (message.role === 'user') {
      for (const part of message.content) {
        if (part.type === 'text' && part.text === '') faults.push(`Message ${at} has empty text.`)
      }
    }
  }
  return faults
}

function assistantFaults(
  { content }: Extract<LanguageModelV4Message, { role: 'assistant' }>,
  next: LanguageModelV4Message | undefined,
  at: number,
  seen: Set<string>,
): string[] {
  const faults: string[] = []
  const asked: string[] = []
  for (const part of content) {
    if (part.type !== 'tool-call' || part.providerExecuted) continue
    asked.push(part.toolCallId)
    if (seen.has(part.toolCallId)) faults.push(`Two calls have the id "${part.toolCallId}".`)
    seen.add(part.toolCallId)
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(part.toolCallId)) {
      faults.push(`The call id "${part.toolCallId}" is of a form that some providers refuse.`)
    }
    if (!/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(part.toolName)) {
      faults.push(`The tool name "${part.toolName}" is of a form that some providers refuse.`)
    }
    if (typeof part.input !== 'object' || part.input === null || Array.isArray(part.input)) {
      faults.push(`The arguments of "${part.toolCallId}" are not an object.`)
    }
  }
  if (content.at(-1)?.type === 'reasoning') {
    faults.push(`Message ${at} ends in reasoning that nothing follows.`)
  }
  const answered =
    next?.role === 'tool'
      ? next.content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []))
      : []
  if (asked.toSorted().join() !== answered.toSorted().join()) {
    faults.push(
      `Message ${at} asks for the calls [${asked.join()}], and the answers [${answered.join()}] follow.`,
    )
  }
  return faults
}
