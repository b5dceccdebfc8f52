export { useWebMcp, type WebMcpOptions } from './use-webmcp.ts'
