import {
  type Endpoint,
  isObject,
  type Json,
  limitTo,
  objectsIn,
  type WireTool,
} from '../endpoint.ts'

const shared = [
  'model',
  'stream',
  'temperature',
  'top_p',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'prompt_cache_key',
]

const chatFields = [
  ...shared,
  'messages',
  'stream_options',
  'stop',
  'seed',
  'max_tokens',
  'max_completion_tokens',
  'presence_penalty',
  'frequency_penalty',
  'response_format',
  'reasoning_effort',
  'verbosity',
]

/**
 * Creates the rules of a chat endpoint.
 *
 * @param limitField The field to set if the client sends no limit.
 */
const chatWith = (limitField: string): Endpoint => ({
  fields: new Set(chatFields),
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
    const own = (message: Json) => message['role'] === 'system' || message['role'] === 'developer'
    const rest = objectsIn(body['messages']).filter((message) => !own(message))
    body['messages'] = [{ role: 'system', content: instructions }, ...rest]
  },
})

/** The rules of OpenAI's `POST /chat/completions`. */
export const openaiChat: Endpoint = chatWith('max_completion_tokens')

/** The rules of `POST /chat/completions` of the many servers that speak OpenAI's wire. */
export const compatibleChat: Endpoint = chatWith('max_tokens')

/** The rules of OpenAI's `POST /responses`. */
export const openaiResponses: Endpoint = {
  fields: new Set([
    ...shared,
    'input',
    'instructions',
    'max_output_tokens',
    'text',
    'reasoning',
    'include',
    'truncation',
  ]),
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
  instruct(body, instructions) {
    const own = (item: Json) => item['role'] === 'system' || item['role'] === 'developer'
    body['instructions'] = instructions
    if (Array.isArray(body['input'])) {
      body['input'] = objectsIn(body['input']).filter((item) => !own(item))
    }
  },
}
