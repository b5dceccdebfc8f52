/**
 * A word without its English ending, so that "adding", "added" and "adds" meet at one key. Keys are compared, never shown:
 * several are no words ("delet").
 */
export function stem(word: string): string {
  let key = word.toLowerCase().replace(/['’](s|re|m|ve|d|ll)?$/, '')
  if (key.length > 4 && key.endsWith('ies')) key = `${key.slice(0, -3)}y`
  else if (key.length > 4 && /(?:[sxz]|ch|sh)es$/.test(key)) key = key.slice(0, -2)
  else if (key.length > 3 && /[^su]s$/.test(key)) key = key.slice(0, -1)
  if (key.length > 5 && key.endsWith('ing')) key = key.slice(0, -3)
  else if (key.length > 4 && key.endsWith('ied')) key = `${key.slice(0, -3)}y`
  else if (key.length > 4 && key.endsWith('ed')) key = key.slice(0, -2)
  if (key.length > 3 && key.endsWith('e')) key = key.slice(0, -1)
  return /([b-df-hj-np-tv-z])\1$/.test(key) ? key.slice(0, -1) : key
}
