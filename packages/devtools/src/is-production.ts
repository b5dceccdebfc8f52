declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Tells if this is a production build. A page without a bundler is none. */
export function isProduction(): boolean {
  try {
    // Bundlers replace this value.
    return process.env.NODE_ENV === 'production'
  } catch {
    return false
  }
}
