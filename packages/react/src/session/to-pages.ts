/** How many messages a page has on average is 2 to the power of this. */
const PAGE_BITS = 4

/**
 * Ids in pages of about 16, in their order. Where a page begins is decided by that id alone, so that whatever comes before or after, all other pages
 * stay as they are: a message that moved to another page would be drawn anew.
 */
export function toPages(ids: readonly string[]): readonly (readonly string[])[] {
  const pages: string[][] = []
  for (const id of ids) {
    const page = pages.at(-1)
    if (page && !beginsPage(id)) page.push(id)
    else pages.push([id])
  }
  return pages
}

/** The upper bits of a hash (FNV-1a, mixed once more because ids that count differ in their last character alone). */
function beginsPage(id: string): boolean {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash >>> (32 - PAGE_BITS) === 0
}
