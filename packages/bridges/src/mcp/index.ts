export { connectMcp } from './connect-mcp.ts'
export type { McpAuth, McpRefusal } from './mcp-auth.ts'
export type {
  McpCallOptions,
  McpCommand,
  McpConnection,
  McpMention,
  McpState,
  McpStatus,
  McpTool,
} from './mcp-connection.ts'
export type {
  McpContent,
  McpResourceContent,
  McpServerInfo,
  McpToolAnnotations,
  McpToolDefinition,
  McpToolResult,
} from './mcp-definitions.ts'
export { McpError, type McpErrorKind, type McpErrorDetails } from './mcp-error.ts'
export type { McpOptions } from './mcp-options.ts'
export type { McpClient } from './own-client.ts'
