/** The first bytes of the files that are known, as patterns of one character for each byte. */
const starts: readonly (readonly [mediaType: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/avif', /^[^]{4}ftypavi[fs]/],
  ['image/heic', /^[^]{4}ftyp(hei|hev|mif1|msf1)/],
  ['image/bmp', /^BM[^]{4}\0\0\0\0/],
  ['image/tiff', /^(II\*\0|MM\0\*)/],
  ['application/pdf', /^%PDF-/],
]

/**
 * Returns the media type that the first bytes of a file show. Undefined for every file that is not
 * PNG, JPEG, GIF, WebP, AVIF, HEIC, BMP, TIFF or PDF.
 *
 * @param base64 The file in base64, or its first 24 characters or more.
 */
export function readMediaType(base64: string): string | undefined {
  try {
    const start = atob(base64.slice(0, 24))
    return starts.find(([, pattern]) => pattern.test(start))?.[0]
  } catch {
    return undefined
  }
}

/** Whether a media type is one of text, which models read as text. */
export const isTextType = (mediaType: string): boolean =>
  /^text\/|[/+](json|xml|yaml|x-yaml|javascript|csv|markdown|sql)$/.test(mediaType)
