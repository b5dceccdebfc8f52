import { estimateText } from './estimate-text.ts'

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
export function estimateFile(base64: string, mediaType: string): number {
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
export function estimateUrl(url: string, mediaType: string): number {
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
