declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** The advice for developers, by what was found. */
const texts = {
  insecure: () =>
    'This page is not a secure context, so no browser gives it WebMCP, and its tools are not offered. Serve it by https, or from localhost.',
  refused: (name: string, why: string) =>
    `The tool "${name}" is not offered to the browser's agent: ${why}. Another script may have a tool of this name, or the page may forbid WebMCP by its permissions policy or by \`document.domain\`.`,
  longName: (name: string) =>
    `The name "${name}" is longer than 30 characters. The browser's agent may cut it.`,
  longDescription: (name: string) =>
    `The description of "${name}" is longer than 500 characters. The browser's agent may cut it. Say the first things first.`,
  unread: (why: string) => `The tools of other parts of the page could not be read: ${why}.`,
  twice: (name: string, origin: string) =>
    `The tool "${name}" of ${origin} is left out: another tool would have the same name.`,
} as const

const told = new Set<string>()

/** Warns in the console, once for each text. Does nothing in production, which has no texts. */
export function hint<Found extends keyof typeof texts>(
  found: Found,
  ...details: Parameters<(typeof texts)[Found]>
): void {
  try {
    // Bundlers replace this value, and remove the rest for production.
    if (process.env.NODE_ENV === 'production') return
    const write = texts[found] as (...given: readonly string[]) => string
    const text = write(...details)
    if (told.has(text)) return
    told.add(text)
    console.warn(`[ambit] ${text}`)
  } catch {
    // A page without a bundler has no `process`.
  }
}
