declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** The advice for developers, by what was found. False if there is nothing to say. */
const texts: Record<
  'insecure' | 'refused' | 'longName' | 'longDescription' | 'unread' | 'twice',
  (of: string, detail: unknown) => string | false
> = {
  insecure: () =>
    (globalThis as { isSecureContext?: boolean }).isSecureContext === false &&
    'This page is not a secure context, so no browser gives it WebMCP, and its tools are not offered. Serve it by https, or from localhost.',
  refused: (name, why) =>
    `The tool "${name}" is not offered to the browser's agent: ${String(why)}. Another script, or another mount of this page's agent, may have a tool of this name. Or the page forbids WebMCP by its permissions policy or by \`document.domain\`.`,
  longName: (name) =>
    name.length > 30 &&
    `The name "${name}" is longer than 30 characters. The browser's agent may cut it.`,
  longDescription: (name, description) =>
    String(description).length > 500 &&
    `The description of "${name}" is longer than 500 characters. The browser's agent may cut it. Say the first things first.`,
  unread: (_, why) => `The tools of other parts of the page could not be read: ${String(why)}.`,
  twice: (name, origin) =>
    `The tool "${name}" of ${String(origin)} is left out: another tool would have the same name.`,
}

const told = new Set<string>()

/** Warns in the console, once for each text. Does nothing in production, which has no texts. */
export function hint(found: keyof typeof texts, of = '', detail?: unknown): void {
  try {
    // Bundlers replace this value, and remove the rest for production.
    if (process.env.NODE_ENV === 'production') return
    const text = texts[found](of, detail)
    if (!text || told.has(text)) return
    told.add(text)
    console.warn(`[ambit] ${text}`)
  } catch {
    // A page without a bundler has no `process`.
  }
}
