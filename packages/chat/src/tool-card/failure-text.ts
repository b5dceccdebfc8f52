import { parseToolContent, type ToolMessage } from '@ambit/core'
import { valueText } from './value-text.ts'

/** Returns the reason why a call did not succeed, in one sentence, as the model received it. */
export function failureText(answer: ToolMessage): string {
  const content = parseToolContent(answer)
  const error = memberOf(content, 'error') ?? content
  const message = memberOf(error, 'message')
  return valueText(typeof message === 'string' ? message : error)
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Reflect.get(value, key)
}
