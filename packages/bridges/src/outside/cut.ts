/** Returns a text of at most `most` characters, with a mark of the cut if it was longer. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
  return `${kept}… [cut: ${most} of ${text.length} characters]`
}
