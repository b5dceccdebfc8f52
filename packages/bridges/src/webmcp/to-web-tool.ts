import type { AnyTool } from '@ambit/core'
import type { CallFromOutside } from '../outside/outside-caller.ts'
import { hint } from './hint.ts'
import type { RegisteredWebTool } from './model-context.ts'

/** Returns a tool in the form of WebMCP. Its calls never reject: an error is a result there. */
export const toWebTool = (tool: AnyTool, call: CallFromOutside): RegisteredWebTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.jsonSchema,
  annotations: {
    readOnlyHint: tool.effect === 'read',
    untrustedContentHint: tool.untrusted,
    consequentialHint:
      tool.effect === 'egress' || tool.effect === 'destructive' || !!tool.requiresApproval,
  },
  execute: async (input, { signal } = {}) => {
    const { text, isError } = await call(tool.name, input, signal)
    return isError ? { isError, content: [{ type: 'text', text }] } : text
  },
})

/** Warns, in development, of texts over the budgets that Chrome names. */
export function hintAtBudgets({ name, description }: AnyTool): void {
  if (name.length > 30) {
    hint(`The name "${name}" is longer than 30 characters. The browser's agent may cut it.`)
  }
  if (description.length > 500) {
    hint(
      `The description of "${name}" is longer than 500 characters. The browser's agent may cut it. Say the first things first.`,
    )
  }
}

/** Warns, in development, if the page cannot have WebMCP for a reason that can be changed. */
export function hintIfForbidden(): void {
  const { isSecureContext } = globalThis as { isSecureContext?: boolean }
  if (isSecureContext !== false) return
  hint(
    'This page is not a secure context, so no browser gives it WebMCP, and its tools are not offered. Serve it by https, or from localhost.',
  )
}
