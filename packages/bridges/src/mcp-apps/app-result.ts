import type { McpContent, McpToolResult } from '../mcp/mcp-definitions.ts'

/** Returns a result that the conversation has, in the form in which a server sends one. */
export function toAppResult(result: unknown): McpToolResult {
  if (typeof result === 'string') return { content: [{ type: 'text', text: result }] }
  if (isContent(result)) return { content: result }
  const text = JSON.stringify(result) ?? 'null'
  return { content: [{ type: 'text', text }], structuredContent: result }
}

export const textOfResult = ({ content }: McpToolResult): string =>
  content.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n')

const isContent = (result: unknown): result is McpContent[] =>
  Array.isArray(result) &&
  result.length > 0 &&
  result.every((part: unknown) => typeof (Object(part) as { type?: unknown }).type === 'string')
