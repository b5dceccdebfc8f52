/**
 * The tokens of an image: what the dearest of the large models counts for one, at any size. Some
 * small models count more.
 */
const imageTokens = 5000

/** The tokens of a file that only the provider can see, such as one behind a URL. */
const unseenFileTokens = 50_000

/** A pattern of the first bytes of the images that models take, in base64. */
const imageStart = /^(iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|Qk|SUkq|TU0A|AAAA.{4}Z0eX)/

/**
 * Estimates the tokens of a file in base64. An image counts the same at any size. A PDF counts at
 * least as much as an image, and audio and video by a low rate of bits. All else could be text.
 *
 * @param mediaType The type that the client states. It is believed only if the bytes fit it.
 */
export function estimateFile(base64: string, mediaType: string): number {
  const bytes = (base64.length * 3) / 4
  if (mediaType.startsWith('image') && imageStart.test(base64)) return imageTokens
  if (mediaType.startsWith('text')) return Math.ceil(bytes / 3)
  if (base64.startsWith('JVBERi')) return Math.max(imageTokens, Math.ceil(bytes / 10))
  return Math.ceil(bytes / (/^(audio|video)/.test(mediaType) ? 30 : 3))
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
    : Math.ceil((url.length - comma) / 3)
}
