export { type McpView, useMcp } from './use-mcp.ts'
