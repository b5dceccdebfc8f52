/**
 * Returns a short hash of a text, by which equal texts are found without keeping them. It protects
 * nothing.
 */
export function shortHash(text: string): string {
  let a = 7
  let b = 9
  for (let at = 0; at < text.length; at++) {
    a = Math.imul(a ^ text.charCodeAt(at), 2_654_435_761)
    b = Math.imul(b ^ a, 1_597_334_677)
  }
  return [a, b].map((half) => (half >>> 0).toString(36)).join('')
}
