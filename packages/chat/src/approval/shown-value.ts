import { valueText } from '../tool-card/value-text.ts'

/** A value as people see it, and whether that is all of it: what is approved may hold characters that cannot be seen. */
export function shownValue(value: unknown): { readonly text: string; readonly isWhole: boolean } {
  const text = valueText(value)
  const whole = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
  return { text, isWhole: text === whole.replaceAll(/\r\n?/g, '\n') }
}
