import { isObject, type Json } from '../pass-through/endpoint.ts'

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

/**
 * The tokens of an image: what the dearest of the large models counts for one, at any size. Some
 * small models count more.
 */
const imageTokens = 5000

/** The tokens of a file that only the provider can see, such as one behind a URL. */
const unseenFileTokens = 50_000

/** A pattern of the first bytes of the images that models take, in base64. */
const imageStart = /^(iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|Qk|SUkq|TU0A|AAAA.{4}Z0eX)/

/** A pattern of the types of files that a model reads as text. */
const textType = /^text|json|xml|yaml|javascript|csv|markdown|rtf|sql|x-sh/

/**
 * Estimates the tokens of a file in base64. An image counts the same at any size. A PDF counts at
 * least as much as an image. A file that is text counts as that text. Audio and video count by a
 * low rate of bits, and all else by its size.
 *
 * @param mediaType The type that the client states. It is believed only if the bytes fit it.
 */
function estimateFile(base64: string, mediaType: string): number {
  const bytes = (base64.length * 3) / 4
  if (mediaType.startsWith('image') && imageStart.test(base64)) return imageTokens
  if (base64.startsWith('JVBERi')) return Math.max(imageTokens, Math.ceil(bytes / 10))
  const text = textIn(base64, !textType.test(mediaType))
  if (text !== undefined) return estimateText(text)
  return Math.ceil(bytes / (/^(audio|video)/.test(mediaType) ? 30 : 3))
}

/** The digits of base64 that show if a file is text. */
const startLength = 4096

/**
 * Decodes a text in base64.
 *
 * @param fatal True to return undefined for bytes that are not UTF-8.
 */
function textIn(base64: string, fatal: boolean): string | undefined {
  const decode = (part: string, stream: boolean): string => {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
    return new TextDecoder('utf-8', { fatal }).decode(bytes, { stream })
  }
  try {
    // Most files that are not text show it at once.
    if (fatal && base64.length > startLength) decode(base64.slice(0, startLength), true)
    return decode(base64, false)
  } catch {
    return undefined
  }
}

/**
 * Estimates the tokens of the file behind a URL, or behind an id, for which the URL is empty. A
 * `data` URL holds the file itself.
 */
function estimateUrl(url: string, mediaType: string): number {
  const comma = url.indexOf(',')
  const [, type = '', encoding = ''] =
    /^data:([^;,]*)[^,]*?(;base64)?$/i.exec(url.slice(0, Math.max(0, comma))) ?? []
  if (comma < 0 || !/^data:/i.test(url)) {
    return mediaType.startsWith('image') ? imageTokens : unseenFileTokens
  }
  return encoding
    ? estimateFile(url.slice(comma + 1), type || mediaType)
    : estimateText(unescaped(url.slice(comma + 1)))
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The hundredths of a token that a character counts for, by the first character of each range. They
 * lie between two public tokenizers, an older and a newer one, which differ most in scripts that
 * the older one splits into bytes.
 */
const ranges: readonly (readonly [first: number, hundredths: number])[] = [
  [0x00, 100], // control characters
  [0x20, 70], // signs; letters and digits of ASCII follow below
  [0x7f, 100],
  [0xa0, 80], // Latin with accents
  [0x100, 130],
  [0x180, 180], // rare Latin, phonetic signs
  [0x370, 80], // Greek
  [0x400, 50], // Cyrillic
  [0x460, 150],
  [0x530, 130], // Armenian
  [0x590, 85], // Hebrew
  [0x600, 65], // Arabic
  [0x700, 160],
  [0x900, 86], // Devanagari
  [0x980, 97], // the other scripts of India
  [0xe00, 75], // Thai
  [0xe80, 160], // Lao, Tibetan
  [0x1000, 130], // Burmese
  [0x10a0, 110], // Georgian
  [0x1100, 200],
  [0x1780, 110], // Khmer
  [0x1800, 200],
  [0x1e00, 80], // Vietnamese
  [0x1f00, 160],
  [0x2010, 100], // dashes, quotes
  [0x2040, 150], // symbols
  [0x2c00, 200],
  [0x3000, 110], // kana
  [0x3100, 150],
  [0x3400, 200],
  [0x4e00, 145], // Han
  [0xa000, 200],
  [0xac00, 100], // Hangul
  [0xd7b0, 200],
  [0xd800, 145], // each half of a character beyond these: emoji, rare Han
  [0xe000, 220],
  [0xfe00, 120], // variants, full-width signs
]

const letter = 1
const digit = 2
/** The first kind of white space. Each such character has its own: runs hold only one of them. */
const space = 3

/** The hundredths of a token of each character, and above these 8 bits its kind, if it has one. */
const table: Uint16Array = new Uint16Array(0x10000)

for (const [at, [first, hundredths]] of ranges.entries()) {
  table.fill(hundredths, first, ranges[at + 1]?.[0])
}
const setAll = (first: string, last: string, hundredths: number, kind: number): void =>
  void table.fill((kind << 8) | hundredths, first.charCodeAt(0), last.charCodeAt(0) + 1)
setAll('a', 'z', 42, letter)
setAll('A', 'Z', 60, letter)
setAll('0', '9', 75, digit)
for (const [at, sign] of [' ', '\t', '\n', '\v', '\f', '\r'].entries())
  setAll(sign, sign, 3, space + at)

/**
 * Estimates the tokens of a text of any script, rather too high than too low. For texts that people
 * and programs write, it is from about 0.7 to 2.5 times the count of a tokenizer. Takes some
 * milliseconds for a million characters.
 *
 * A word or a number is at least one token. A single space belongs to the word after it.
 */
function estimateText(text: string): number {
  let hundredths = 0
  let kind = 0
  let run = 0
  for (let at = 0; at < text.length; at++) {
    const entry = table[text.charCodeAt(at)] as number
    if (entry >> 8 !== kind) {
      hundredths += ofRun(kind, run)
      kind = entry >> 8
      run = 0
    }
    run += entry & 0xff
  }
  return Math.ceil((hundredths + ofRun(kind, run)) / 100)
}

/** Returns the hundredths of a token of a run: characters of one kind, with this sum of weights. */
function ofRun(kind: number, run: number): number {
  if (kind === 0) return run
  // A run of white space has one character only: a tokenizer has a token for many of these.
  if (kind >= space) return kind === space && run === 3 ? 0 : 100 + run
  return run < 100 ? 100 : run
}
