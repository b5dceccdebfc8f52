import { type Endpoint, limitTo, objectsIn } from '../endpoint.ts'

/** The rules of Anthropic's `POST /messages`. */
export const anthropicMessages: Endpoint = {
  fields: new Set([
    'model',
    'messages',
    'system',
    'stream',
    'max_tokens',
    'temperature',
    'top_p',
    'top_k',
    'stop_sequences',
    'tools',
    'tool_choice',
    'thinking',
    'output_config',
    'output_format',
    'cache_control',
  ]),
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
