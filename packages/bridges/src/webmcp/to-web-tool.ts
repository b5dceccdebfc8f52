import { type AnyTool, describeTool } from '@ambit/core'
import type { OutsideAnswer } from '../outside/outside-caller.ts'
import type { RegisteredWebTool } from './model-context.ts'

/** Returns a tool in the form of WebMCP. Its calls never reject: an error is a result there. */
export const toWebTool = (
  tool: AnyTool,
  call: (input: unknown, signal?: AbortSignal) => Promise<OutsideAnswer>,
): RegisteredWebTool => {
  const { description = '', inputSchema } = describeTool(tool)
  return {
    name: tool.name,
    title: tool.title,
    description,
    inputSchema,
    outputSchema: tool.outputJsonSchema,
    annotations: {
      readOnlyHint: tool.effect === 'read',
      untrustedContentHint: tool.untrusted,
      consequentialHint:
        tool.effect === 'egress' || tool.effect === 'destructive' || !!tool.requiresApproval,
    },
    execute: async (input, { signal } = {}) => {
      const { content, isError } = await call(input, signal)
      const [only, ...others] = content
      const isText = !isError && others.length === 0 && only && 'text' in only
      return isText ? only.text : { isError, content }
    },
  }
}
