import { capitalised } from './format-figure.ts'

/** Returns a text as a sentence: with a capital letter, and a full stop where no sign ends it. */
export function asSentence(text: string): string {
  const trimmed = capitalised(text.trim())
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
