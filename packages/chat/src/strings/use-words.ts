import { useShell } from '../chat-context.ts'
import type { ChatStrings } from './chat-strings.ts'

/** The texts of the application with the English ones, by the texts that they were made from. */
const merged = new WeakMap<object, WeakMap<object, object>>()

/**
 * Returns texts of a wing: those of the application in place of the English ones. It is the same
 * object for all components while the texts of the application are.
 */
export function useWords<Wing extends keyof ChatStrings, Words extends Partial<ChatStrings[Wing]>>(
  wing: Wing,
  english: Words,
): Words {
  const given = useShell().strings[wing]
  if (!given) return english
  const byEnglish = merged.get(given) ?? new WeakMap<object, object>()
  merged.set(given, byEnglish)
  const words = byEnglish.get(english) ?? { ...english, ...given }
  byEnglish.set(english, words)
  return words as Words
}
