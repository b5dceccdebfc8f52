import { isObject, type Json } from '../pass-through/endpoint.ts'
import { estimateFile, estimateUrl } from './estimate-file.ts'
import { estimateText } from './estimate-text.ts'

/** The tokens around the text of a message. */
const frameTokens = 4

/** The fields of all wires, whose names a provider does not count. */
const frame: ReadonlySet<string> = new Set(
  (
    'prompt messages input contents content parts text role type id data source value output file ' +
    'url image_url detail input_audio format inlineData inline_data fileData file_data mediaType ' +
    'media_type mimeType mime_type toolCallId toolName tool_call_id call_id tool_use_id tool_calls ' +
    'function functionDeclarations functionCall functionResponse name description tools ' +
    'toolChoice tool_choice system systemInstruction instructions model stream stream_options ' +
    'providerOptions generationConfig maxOutputTokens max_tokens max_completion_tokens ' +
    'max_output_tokens temperature store status summary thinking reasoning cache_control'
  ).split(' '),
)

/** A pattern of the fields whose values are words of the wire, unless they are long. */
const wordFields = /^(role|type|model|status|detail|format|id|\w+_id|\w+Id|m\w+_?[tT]ype)$/
const maxWordLength = 64

/** The fields that hold any JSON, which a model reads with its names and signs. */
const free: ReadonlySet<string> = new Set(
  (
    'inputSchema input_schema parameters parametersJsonSchema schema json_schema responseSchema ' +
    'responseJsonSchema inputExamples args arguments response'
  ).split(' '),
)

/**
 * A pattern of the fields whose text only the provider can read. A signature holds few tokens.
 * Sealed reasoning, and sealed results of a search, are read again: a token has about six
 * characters.
 */
const sealed = /signature|(encrypted|redacted)/i

/**
 * Estimates the tokens of a request, or of a text, rather too high than too low. The provider's own
 * count replaces the estimate when the call is settled.
 *
 * Knows the requests of all wires. A file counts as one only in the field of a file.
 */
export const estimateRequest = (value: unknown): number => tokensIn(value, '', '')

function tokensIn(value: unknown, field: string, mediaType: string): number {
  if (typeof value === 'string') return estimateText(value)
  if (typeof value === 'number') return frame.has(field) ? 1 : estimateText(String(value))
  if (value instanceof URL) return estimateUrl(value.href, mediaType)
  if (Array.isArray(value)) {
    let tokens = 1
    for (const item of value) tokens += tokensIn(item, field, mediaType)
    return tokens
  }
  return isObject(value) ? tokensOf(value, field, mediaType) : 1
}

function tokensOf(object: Json, field: string, outerType: string): number {
  const mediaType = typeOf(object) ?? (field === 'image_url' ? 'image' : outerType)
  let tokens = typeof object['role'] === 'string' ? frameTokens : 1
  for (const name in object) {
    const value = object[name]
    if (!frame.has(name)) tokens += estimateText(name)
    if (typeof value === 'string') {
      tokens += tokensOfFile(object, field, name, value, mediaType) ?? tokensOfValue(name, value)
    } else if (isFree(object, name)) tokens += estimateText(JSON.stringify(value) ?? '')
    else tokens += tokensIn(value, name, mediaType)
  }
  return tokens
}

function tokensOfValue(name: string, value: string): number {
  const [seal, content] = sealed.exec(name) ?? []
  if (seal !== undefined) return Math.ceil(value.length / (content === undefined ? 16 : 6))
  return value.length <= maxWordLength && wordFields.test(name) ? 0 : estimateText(value)
}

/** Whether a field holds any JSON. In calls and in results the names depend on the type. */
const isFree = ({ type }: Json, name: string): boolean =>
  free.has(name) ||
  (name === 'input' && typeof type === 'string' && /call|use/.test(type)) ||
  (name === 'value' && typeof type === 'string' && type.endsWith('json'))

/** Returns the type of the file that an object states. */
function typeOf(object: Json): string | undefined {
  const { type, mediaType, media_type, mimeType, mime_type, format } = object
  for (const stated of [mediaType, media_type, mimeType, mime_type]) {
    if (typeof stated === 'string') return stated.toLowerCase()
  }
  if (type === 'image' || type === 'input_image' || type === 'computer_screenshot') return 'image'
  return typeof format === 'string' ? 'audio' : undefined
}

/** Returns the tokens of a field that holds a file, or refers to one. Undefined for a text. */
function tokensOfFile(
  { type }: Json,
  outer: string,
  name: string,
  value: string,
  mediaType: string,
): number | undefined {
  switch (name) {
    case 'data':
      return type !== 'text' && mediaType !== '' && isBase64(value)
        ? estimateFile(value, mediaType)
        : undefined
    case 'file_data':
      if (/^data:/i.test(value)) return estimateUrl(value, '')
      return isBase64(value) ? estimateFile(value, '') : estimateText(value)
    case 'image_url':
      return estimateUrl(value, 'image')
    case 'url':
      return type === 'url' || outer === 'image_url' ? estimateUrl(value, mediaType) : undefined
    case 'file_url':
    case 'fileUri':
    case 'file_uri':
      return estimateUrl(value, mediaType)
    case 'file_id':
      return estimateUrl('', mediaType)
    default:
      return undefined
  }
}

/** Whether a text can be base64, which has no spaces. */
const isBase64 = (text: string): boolean => /^[\w+/=\-\r\n]*$/.test(text)
