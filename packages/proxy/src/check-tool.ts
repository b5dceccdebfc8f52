import { sha256 } from '@ambit/protocol'
import { ProxyError } from './proxy-error.ts'

/**
 * Returns the SHA-256 of a JSON Schema in hexadecimal digits, for `allowTools`. The order of the
 * schema's keys does not change it.
 */
export const hashSchema = (schema: unknown): Promise<string> =>
  sha256(JSON.stringify(sorted(schema)) ?? '')

/**
 * Checks that a client's tool is allowed.
 *
 * @throws ProxyError `tool_not_allowed` for a tool that is not in the list, or has another schema.
 */
export async function checkTool(
  allowed: ReadonlyMap<string, string | true>,
  name: string,
  schema: unknown,
): Promise<void> {
  const hash = allowed.get(name)
  if (hash === true || (hash !== undefined && hash === (await hashSchema(schema)))) return
  throw new ProxyError('tool_not_allowed', { message: 'The proxy does not allow this tool.' })
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, child]) => [key, sorted(child)])
}
