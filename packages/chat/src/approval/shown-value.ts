import { valueText } from '../tool-card/value-text.ts'

/**
 * Returns a value as people see it. `isWhole` is false if this text leaves something out:
 * characters that cannot be seen, or the end of a long value.
 */
export function shownValue(value: unknown): { readonly text: string; readonly isWhole: boolean } {
  const text = valueText(value)
  const whole = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
  return { text, isWhole: text === whole.replaceAll(/\r\n?/g, '\n') }
}
