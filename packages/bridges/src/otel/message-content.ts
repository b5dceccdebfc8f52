import type { Attributes } from '@opentelemetry/api'
import type { AssistantMessage, ModelRequest } from '@ambit/core'
import { genAi } from './gen-ai.ts'

/**
 * Returns the instructions, the messages and the tools of a request as JSON, in the form of the
 * conventions. Of a file, only the media type is recorded.
 */
export function toContent({ prompt, tools }: ModelRequest): Attributes {
  const said = prompt.flatMap(({ role, content }) => (role === 'system' ? [text(content)] : []))
  const messages = prompt.flatMap(({ role, content }) => {
    if (role === 'system') return []
    return [{ role, parts: content.map((part) => toPart(part)) }]
  })
  const defined = tools?.map((tool) =>
    tool.type === 'function'
      ? {
          type: 'function',
          name: tool.name,
          description: tool.description,
          parameters: tool.inputSchema,
        }
      : { type: tool.type, name: tool.name },
  )
  return {
    ...(said.length > 0 && { [genAi.systemInstructions]: JSON.stringify(said) }),
    [genAi.inputMessages]: JSON.stringify(messages),
    ...(defined && { [genAi.toolDefinitions]: JSON.stringify(defined) }),
  }
}

type Part = Exclude<ModelRequest['prompt'][number]['content'], string>[number]

function toPart(part: Part): object {
  switch (part.type) {
    case 'text':
      return text(part.text)
    case 'reasoning':
      return { type: 'reasoning', content: part.text }
    case 'tool-call':
      return toolCall(part.toolCallId, part.toolName, part.input)
    case 'tool-result':
      return { type: 'tool_call_response', id: part.toolCallId, response: toResponse(part.output) }
    case 'file':
      return toFile(part)
    default:
      return { type: part.type }
  }
}

/** Returns the answer to a call. Of a file in it, only the media type is recorded. */
function toResponse(output: Extract<Part, { type: 'tool-result' }>['output']): unknown {
  if (output.type !== 'content') return output
  return output.value.map((part) => (part.type === 'text' ? text(part.text) : toFile(part)))
}

const toFile = (part: object): object => ({
  type: 'file',
  mime_type: (part as { mediaType?: string }).mediaType,
})

/** Returns the message of a model as JSON, in the form of the conventions. */
export function toOutputMessages({
  content,
  reasoning,
  calls = [],
  finishReason,
}: AssistantMessage): string {
  const parts = [
    ...(reasoning ? [{ type: 'reasoning', content: reasoning }] : []),
    ...(content ? [text(content)] : []),
    ...calls.map(({ id, name, arguments: args }) => toolCall(id, name, args)),
  ]
  return JSON.stringify([{ role: 'assistant', parts, finish_reason: finishReason ?? 'error' }])
}

const text = (content: string): object => ({ type: 'text', content })

const toolCall = (id: string, name: string, args: unknown): object => ({
  type: 'tool_call',
  id,
  name,
  arguments: args,
})
