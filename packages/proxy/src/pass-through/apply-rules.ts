import { maxMessages, maxTools } from '../parse-call.ts'
import { ProxyError } from '../proxy-error.ts'
import { dropped, type EndpointName, isObject, type Json, objectsIn } from './endpoint.ts'
import type { PassThroughRoute } from './pass-through-route.ts'
import { checkFileUrls, hasLongCache, namesStoredFile } from './stored-files.ts'
import { endpoints } from './endpoints.ts'

/**
 * Returns the body that may go to the provider: a new object that holds only what the rules allow.
 *
 * @throws ProxyError that names the field, and never its value.
 */
export async function applyRules(
  body: unknown,
  name: EndpointName,
  route: PassThroughRoute,
  maxOutputTokens: number | undefined,
): Promise<Json> {
  if (!isObject(body)) throw refuse('The body must be an object.')
  const endpoint = endpoints[name]
  const allowed: Json = {}
  for (const [field, value] of Object.entries(body)) {
    if (endpoint.fields.has(field) || route.allowFields?.includes(field)) allowed[field] = value
    else if (!dropped.has(field)) {
      const quoted = /^\w{1,40}$/.test(field) ? ` \`${field}\`` : ''
      throw refuse(`The proxy does not pass on the field${quoted}.`)
    }
  }
  const { [endpoint.messages]: messages, tools } = allowed
  if (typeof messages !== 'string' && !Array.isArray(messages)) {
    throw refuse(`\`${endpoint.messages}\` must be an array.`)
  }
  if (messages.length > maxMessages && Array.isArray(messages)) {
    throw refuse(`\`${endpoint.messages}\` must be an array of at most ${maxMessages}.`)
  }
  if (tools !== undefined && !(Array.isArray(tools) && tools.length <= maxTools)) {
    throw refuse(`\`tools\` must be an array of at most ${maxTools}.`)
  }
  checkValues(allowed)
  checkItems(endpoint.messages, messages)
  checkItems('tools', tools)
  for (const tool of endpoint.tools(allowed)) {
    if ('hosted' in tool) {
      if (!route.allowProviderTools?.includes(tool.hosted)) throw new ProxyError('tool_not_allowed')
    } else if (route.allowTools) {
      const { checkTool } = await import('../check-tool.ts')
      await checkTool(new Map(Object.entries(route.allowTools)), tool.name, tool.schema)
    }
  }
  const { system, systemInstruction } = allowed
  const content = [messages, system, systemInstruction]
  if (!route.allowPrivateUrls) checkFileUrls(content)
  if (!route.allowFiles && namesStoredFile(content)) {
    throw refuse(
      'The proxy does not pass on references to files or items that the provider stores.',
    )
  }
  if (name === 'anthropicMessages' && hasLongCache(allowed)) {
    throw refuse('The proxy passes on no `cache_control` with another `ttl` than 5m.')
  }
  if (route.instructions !== undefined) {
    if (typeof messages !== 'string') {
      allowed[endpoint.messages] = objectsIn(messages).filter(({ role }) => !ofServer.has(role))
    }
    endpoint.instruct(allowed, route.instructions)
  }
  endpoint.force(allowed, route.maxOutputTokens ?? maxOutputTokens)
  return allowed
}

/** The roles whose messages are instructions. */
const ofServer: ReadonlySet<unknown> = new Set(['system', 'developer'])

/** The roles of messages on all wires. Some servers write any other one into the prompt. */
const roles: ReadonlySet<unknown> = new Set([
  ...ofServer,
  'user',
  'assistant',
  'tool',
  'function',
  'model',
  undefined,
])

/** Checks that a list holds objects only, and messages of known roles. */
function checkItems(field: string, items: unknown): void {
  if (!Array.isArray(items)) return
  if (!items.every(isObject)) throw refuse(`\`${field}\` must be an array of objects.`)
  if (items.every(({ role }) => roles.has(role))) return
  throw refuse(`The proxy does not know the \`role\` of an entry of \`${field}\`.`)
}

/** The fields of all wires that limit the answer. */
const limitFields = ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxOutputTokens']

/** Checks the fields on which the answer's form and length depend. `null` is not a value. */
function checkValues(body: Json): void {
  const { stream, generationConfig } = body
  if (typeof (stream ?? false) !== 'boolean') throw refuse('`stream` must be true or false.')
  for (const fields of [body, ...objectsIn([generationConfig])]) {
    for (const field of limitFields) {
      const value = fields[field] ?? 1
      if (Number.isInteger(value) && Number(value) >= 1) continue
      throw refuse(`\`${field}\` must be a whole number of at least 1.`)
    }
  }
}

/** Returns the error for a body that may not pass. */
export const refuse = (message: string): ProxyError =>
  new ProxyError('invalid_request', { message })
