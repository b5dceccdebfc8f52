import type { UndoNotice } from '@ambit/core'
import type { ChatStrings } from '../chat-strings.ts'

/**
 * Returns the text for people about an undo. `nameOf` returns the name of a call for people;
 * undefined for a call that is not in the conversation.
 */
export function undoWords(
  { undone, failed, left }: UndoNotice,
  nameOf: (callId: string) => string | undefined,
  strings: Pick<ChatStrings, 'undoneCalls' | 'notUndoneCalls' | 'leftCalls'>,
): string {
  const say = (ids: readonly string[], toText: (calls: string) => string): string => {
    const names = ids.flatMap((id) => nameOf(id) ?? [])
    return names.length > 0 ? toText(names.join(', ')) : ''
  }
  const sentences = [
    say(undone, strings.undoneCalls),
    say(failed, strings.notUndoneCalls),
    say(left, strings.leftCalls),
  ]
  return sentences.filter(Boolean).join('\n')
}
