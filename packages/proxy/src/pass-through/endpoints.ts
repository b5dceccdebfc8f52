import {
  type Endpoint,
  type EndpointName,
  type WireTool,
  isObject,
  limitTo,
  objectsIn,
} from './endpoint.ts'

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
export const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  openaiChat,
  openaiResponses,
  compatibleChat,
  anthropicMessages,
  googleGenerate,
}
