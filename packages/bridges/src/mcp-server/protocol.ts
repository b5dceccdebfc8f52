import { codes, RpcError } from './rpc-error.ts'

/** The revision in which each request stands alone. */
export const modernVersion = '2026-07-28'

/** The revisions that begin with `initialize`, the newest first. */
const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26']

const space = 'io.modelcontextprotocol/'

export const metaKeys: Readonly<Record<'version' | 'client' | 'server' | 'subscription', string>> =
  {
    version: `${space}protocolVersion`,
    client: `${space}clientInfo`,
    server: `${space}serverInfo`,
    subscription: `${space}subscriptionId`,
  }

/** The client, by its own words. */
export interface McpClientInfo {
  readonly name: string
  readonly version?: string | undefined
}

/** A request or a notification, as it came. */
export interface Incoming {
  readonly id?: unknown
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly meta: Readonly<Record<string, unknown>>
}

/** Returns a message as a request or a notification. Undefined for an answer. Throws `RpcError`. */
export function readIncoming(message: unknown): Incoming | undefined {
  const { jsonrpc, id, method, params } = toRecord(message)
  if (jsonrpc !== '2.0')
    throw new RpcError(codes.badRequest, 'It is not a message of JSON-RPC 2.0.')
  if (method === undefined) return undefined
  const isId = id === undefined || typeof id === 'string' || typeof id === 'number'
  if (typeof method !== 'string' || !isId) throw new RpcError(codes.badRequest, 'Bad request.')
  const given = toRecord(params)
  return { id, method, params: given, meta: toRecord(given['_meta']) }
}

/** Whether a request is of the modern revision. Throws `RpcError` for one that is not spoken. */
export function isModern({ meta }: Incoming): boolean {
  const requested = meta[metaKeys.version]
  if (requested === undefined || requested === modernVersion) return requested !== undefined
  throw new RpcError(codes.badVersion, 'This revision of the protocol is not spoken here.', {
    supported: [modernVersion],
    requested,
  })
}

/** Returns the revision to speak with a client that asked for `requested` in `initialize`. */
export const legacyVersion = (requested: unknown): string =>
  legacyVersions.find((version) => version === requested) ?? (legacyVersions[0] as string)

/** Returns a client's words about itself, cut. */
export function readClient(info: unknown): McpClientInfo {
  const { name, version } = toRecord(info)
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' ? value.slice(0, 100) : undefined
  return { name: text(name) ?? 'an unnamed client', version: text(version) }
}

/** Returns a value as an object. Any other value is an empty one. */
export const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
