import { maxMessages, maxTools } from '../parse-call.ts'
import { ProxyError } from '../proxy-error.ts'
import {
  dropped,
  type Endpoint,
  type EndpointName,
  isObject,
  type Json,
  limitTo,
  objectsIn,
  type WireTool,
} from './endpoint.ts'
import type { PassThroughRoute } from './pass-through-route.ts'
import { checkFileUrl } from '../check-file-url.ts'

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

/** Returns the set of names in a text, which has spaces between them. */
const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const shared =
  'model stream temperature top_p tools tool_choice parallel_tool_calls prompt_cache_key'

const ofChat =
  'messages stream_options stop seed max_tokens max_completion_tokens presence_penalty frequency_penalty response_format reasoning_effort verbosity'

/**
 * Creates the rules of a chat endpoint.
 *
 * @param limitField The field to set if the client sends no limit.
 */
const chatWith = (limitField: string): Endpoint => ({
  fields: setOf(`${shared} ${ofChat}`),
  messages: 'messages',
  *tools(body) {
    for (const tool of objectsIn(body['tools'])) {
      const named = tool['function']
      yield tool['type'] === 'function' && isObject(named)
        ? { name: String(named['name']), schema: named['parameters'] }
        : { hosted: String(tool['type']) }
    }
  },
  force(body, max) {
    for (const field of ['max_tokens', 'max_completion_tokens']) {
      if (field in body) limitTo(body, field, max)
    }
    if (!('max_tokens' in body || 'max_completion_tokens' in body)) limitTo(body, limitField, max)
    // Without this option the provider sends no usage, and budgets would rest on estimates.
    if (body['stream'] === true) body['stream_options'] = { include_usage: true }
    else delete body['stream_options']
  },
  instruct(body, instructions) {
    body['messages'] = [{ role: 'system', content: instructions }, ...objectsIn(body['messages'])]
  },
})

/** The rules of OpenAI's `POST /chat/completions`. */
const openaiChat: Endpoint = chatWith('max_completion_tokens')

/** The rules of `POST /chat/completions` of the many servers that speak OpenAI's wire. */
const compatibleChat: Endpoint = chatWith('max_tokens')

/** The rules of OpenAI's `POST /responses`. */
const openaiResponses: Endpoint = {
  fields: setOf(`${shared} input instructions max_output_tokens text reasoning include truncation`),
  messages: 'input',
  *tools(body): Generator<WireTool> {
    for (const tool of objectsIn(body['tools'])) {
      yield tool['type'] === 'function' || tool['type'] === 'custom'
        ? { name: String(tool['name']), schema: tool['parameters'] }
        : { hosted: String(tool['type']) }
    }
  },
  force(body, max) {
    limitTo(body, 'max_output_tokens', max)
    // All users of a key share the stored answers.
    body['store'] = false
  },
  instruct: (body, instructions) => void (body['instructions'] = instructions),
}

/** The rules of Anthropic's `POST /messages`. */
const anthropicMessages: Endpoint = {
  fields: setOf(
    'model messages system stream max_tokens temperature top_p top_k stop_sequences tools tool_choice thinking output_config output_format cache_control',
  ),
  messages: 'messages',
  *tools(body) {
    for (const tool of objectsIn(body['tools'])) {
      const { type = 'custom', name, input_schema: schema } = tool
      yield type === 'custom' ? { name: String(name), schema } : { hosted: String(type) }
    }
  },
  force: (body, max) => limitTo(body, 'max_tokens', max),
  instruct: (body, instructions) => void (body['system'] = instructions),
}

/** The rules of Google's `POST /models/{model}:generateContent` and `:streamGenerateContent`. */
const googleGenerate: Endpoint = {
  fields: setOf('contents systemInstruction generationConfig tools toolConfig'),
  messages: 'contents',
  *tools(body) {
    for (const group of objectsIn(body['tools'])) {
      for (const [kind, value] of Object.entries(group)) {
        if (kind !== 'functionDeclarations') {
          yield { hosted: kind }
          continue
        }
        if (!Array.isArray(value) || !value.every(isObject)) yield { hosted: kind }
        for (const { name, parameters, parametersJsonSchema } of objectsIn(value)) {
          yield { name: String(name), schema: parametersJsonSchema ?? parameters }
        }
      }
    }
  },
  force(body, max) {
    const given = body['generationConfig']
    const config = isObject(given) ? { ...given } : {}
    // Google accepts two names for each field, and bills every candidate.
    delete config['max_output_tokens']
    delete config['candidate_count']
    delete config['candidateCount']
    limitTo(config, 'maxOutputTokens', max)
    if (given !== undefined || max !== undefined) body['generationConfig'] = config
  },
  instruct(body, text) {
    body['systemInstruction'] = { parts: [{ text }] }
  },
}

/** The rules of each path of a provider. */
const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  openaiChat,
  openaiResponses,
  compatibleChat,
  anthropicMessages,
  googleGenerate,
}

/** The fields with data of tools, in which a provider reads no files. */
const freeForm: ReadonlySet<string> = new Set(['args', 'arguments', 'response'])

/** The fields whose objects have the URL of a file in `url`. */
const urlCarriers = /^(source|(image|video|audio|file)_url|file)$/

const urlFields = /^((image|video|audio|file)_url|file_?uri)$/i

/** Whether a field holds a file in base64. Some servers also take a URL there. */
const isDataOf = (name: string, field: string): boolean =>
  name === 'file_data' || (name === 'data' && field === 'input_audio')

/** A pattern of texts that begin with a scheme. Base64 has no colon. */
const hasScheme = /^\s*[a-z][a-z\d+.-]*:/i

/**
 * Whether `test` holds for an object in a value, at any depth, with the name of its field. Leaves
 * out data of tools.
 */
function someBelow(
  value: unknown,
  test: (part: Json, field: string) => boolean,
  field: string = '',
): boolean {
  if (Array.isArray(value)) return value.some((child) => someBelow(child, test, field))
  if (!isObject(value)) return false
  if (test(value, field)) return true
  const isCall = typeof value['type'] === 'string' && value['type'].endsWith('tool_use')
  for (const name in value) {
    if (typeof value[name] !== 'object') continue
    if (freeForm.has(name) || (name === 'input' && isCall)) continue
    if (someBelow(value[name], test, name)) return true
  }
  return false
}

/**
 * Whether an object refers to an item that the provider stores. The type of a reference may be left
 * out. The provider also looks for reasoning that comes without its content.
 */
function isItemReference(part: Json, field: string): boolean {
  const { type, role, id, encrypted_content: content } = part
  if (type === 'item_reference') return true
  if (type === 'reasoning') return id !== undefined && typeof content !== 'string'
  return field === '' && id !== undefined && typeof type !== 'string' && typeof role !== 'string'
}

/** Whether a value has marks of a cache that lasts an hour, which costs twice as much to write. */
const hasLongCache = (value: unknown): boolean =>
  someBelow(value, ({ ttl = '5m' }, field) => field === 'cache_control' && ttl !== '5m')

/** Whether a message, or another value, refers to a file or item stored under the server's key. */
const namesStoredFile = (value: unknown): boolean =>
  someBelow(
    value,
    (part, field) =>
      isItemReference(part, field) ||
      'file_id' in part ||
      // Google's reference has two names. OpenAI's `file_data` is the file itself, as text.
      field === 'fileData' ||
      field === 'file_data' ||
      // An answer in sound, which OpenAI stores for an hour.
      (field === 'audio' && typeof part['id'] === 'string'),
  )

/**
 * Checks the URL of each file in a value.
 *
 * @throws ProxyError `invalid_request` for another scheme than http, https and data, for a path,
 * and for a host of a private network.
 */
function checkFileUrls(value: unknown): void {
  someBelow(value, (part, field) => {
    for (const name in part) {
      const text = part[name]
      if (typeof text !== 'string') continue
      const isUrl =
        urlFields.test(name) ||
        (name === 'url' && urlCarriers.test(field)) ||
        (isDataOf(name, field) && hasScheme.test(text))
      if (isUrl) checkFileUrl(URL.canParse(text) ? new URL(text) : undefined)
    }
    return false
  })
}
