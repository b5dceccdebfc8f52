import type { McpServerInfo } from './mcp-definitions.ts'
import type { McpError } from './mcp-error.ts'
import { type McpObject, toObject, toText } from './mcp-wire.ts'

/** Returns the words of a server about itself, cut. */
export function toServer({
  serverInfo,
  instructions,
  protocolVersion,
  _meta,
}: McpObject): McpServerInfo {
  const own = toObject(_meta)['io.modelcontextprotocol/serverInfo'] ?? serverInfo
  const { name, title, version } = toObject(own)
  return {
    name: toText(name, 100) ?? '',
    title: toText(title, 100),
    version: toText(version, 100),
    instructions: toText(instructions, 2_000),
    protocolVersion: String(protocolVersion),
  }
}

/** Returns the reason in words of this page: none of the server. */
export function reasonOf(error: unknown, label: string): string {
  const { kind, rpcCode, message } = error as Partial<McpError>
  if (kind === 'signin') return `Sign in to ${label}`
  if (kind === 'refused') {
    return `${label} refused to connect${rpcCode === undefined ? '' : ` (${rpcCode})`}.`
  }
  return kind ? String(message) : `The connection with ${label} failed.`
}
