/** The most bytes of a text that an app gives the page. */
const maxBytes = 4_096

/** Returns the text of an app's content, and its data as JSON, cut. */
export function textOf({ content, structuredContent }: Record<string, unknown>): string {
  const parts = Array.isArray(content) ? content : []
  const texts = parts.map((part: unknown) => (Object(part) as { text?: unknown }).text)
  if (structuredContent !== undefined) texts.push(JSON.stringify(structuredContent))
  const text = texts.filter((one) => typeof one === 'string').join('\n')
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read)
}

/** Returns an https address without a name or password. Undefined for any other. */
export function toLink(given: unknown): string | undefined {
  const text = String(given)
  const url = URL.canParse(text) ? new URL(text) : undefined
  // A name or password, which stands before an @, could pose as the host.
  return url?.href.startsWith(`https://${url.host}/`) ? url.href : undefined
}
