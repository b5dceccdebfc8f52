/** A sentence for whatever was thrown. Reads nothing but `name` and `message`, and survives hostile objects. */
export function describeThrown(thrown: unknown): string {
  try {
    if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
      const { name, message } = thrown as { name?: unknown; message: unknown }
      const text = String(message)
      return typeof name === 'string' && name !== 'Error' ? `${name}: ${text}` : text
    }
    return String(thrown)
  } catch {
    return 'An object was thrown that cannot be read.'
  }
}
