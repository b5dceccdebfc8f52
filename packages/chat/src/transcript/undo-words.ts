import type { UndoNotice } from '@ambit/core'
import type { CallStrings } from '../strings/call-strings.ts'

/**
 * Returns the text for people about an undo. Several calls are named by their number, or by their
 * names if there is something left to do about them. `nameOf` returns the name of a call for
 * people; undefined for a call that is not in the conversation.
 */
export function undoWords(
  { undone, failed, left }: UndoNotice,
  nameOf: (callId: string) => string | undefined,
  strings: Pick<CallStrings, 'steps' | 'undoneCalls' | 'notUndoneCalls' | 'leftCalls'>,
): string {
  const namesOf = (ids: readonly string[]): string[] => ids.flatMap((id) => nameOf(id) ?? [])
  const say = (ids: readonly string[], toText: (calls: string) => string): string => {
    const names = [...new Set(namesOf(ids))]
    return names.length > 0 ? toText(names.join(', ')) : ''
  }
  const { length } = namesOf(undone)
  const sentences = [
    length > 1 ? strings.undoneCalls(strings.steps(length)) : say(undone, strings.undoneCalls),
    say(failed, strings.notUndoneCalls),
    say(left, strings.leftCalls),
  ]
  return sentences.filter(Boolean).join('\n')
}
