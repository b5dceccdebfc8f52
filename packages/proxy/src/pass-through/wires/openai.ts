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

/** @param limitField What limits an answer where the client names nothing. */
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
    // Without it no usage comes, and budgets would be guessed.
    if (body['stream'] === true) body['stream_options'] = { include_usage: true }
    else delete body['stream_options']
  },
  instruct(body, instructions) {
    const own = (message: Json) => message['role'] === 'system' || message['role'] === 'developer'
    const rest = objectsIn(body['messages']).filter((message) => !own(message))
    body['messages'] = [{ role: 'system', content: instructions }, ...rest]
  },
})

/** `POST /chat/completions` of OpenAI. */
export const openaiChat: Endpoint = chatWith('max_completion_tokens')

/** `POST /chat/completions` of the many servers that speak OpenAI's wire. */
export const compatibleChat: Endpoint = chatWith('max_tokens')

/** `POST /responses` of OpenAI. */
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
    // What is stored belongs to the key, so to everybody.
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
