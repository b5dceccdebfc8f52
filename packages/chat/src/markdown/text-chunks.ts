const CHUNK_CHARS = 4096

/**
 * Appends to a text kept as pieces of at most 4,096 UTF-16 units. Each piece is one DOM text node,
 * so that a long growing text changes only its last node. The cuts depend on the text alone, not on
 * its deltas, and never split a surrogate pair.
 */
export function appendChunks(chunks: string[], text: string): void {
  let rest = (chunks.pop() ?? '') + text
  while (rest.length > CHUNK_CHARS) {
    const last = rest.charCodeAt(CHUNK_CHARS - 1)
    const size = last >= 0xd800 && last <= 0xdbff ? CHUNK_CHARS - 1 : CHUNK_CHARS
    chunks.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  if (rest !== '') chunks.push(rest)
}

/** Splits a complete text into chunks. */
export function toChunks(text: string): string[] {
  const chunks: string[] = []
  appendChunks(chunks, text)
  return chunks
}
