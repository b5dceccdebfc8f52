declare const process: { readonly env: { readonly NODE_ENV?: string } }

const told = new Set<string>()

/** Warns in the console, once for each text. Does nothing in production. */
export function hint(text: string): void {
  try {
    if (process.env.NODE_ENV === 'production' || told.has(text)) return
    told.add(text)
    console.warn(`[ambit] ${text}`)
  } catch {
    // A page without a bundler has no `process`.
  }
}
