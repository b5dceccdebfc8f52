// Bundlers write the value in; where nothing did, there is no `process` to ask.
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Whether advice to developers is wanted. */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production'
  } catch {
    return false
  }
}
