/** Returns the keys of `Control+Shift+a`, in the order in which they are pressed. `+` is a key. */
export function keysOf(chord: string): readonly string[] {
  const keys = chord.split(/\+(?=.)/)
  return keys.map((key) => (key === 'ControlOrMeta' ? 'Control' : key))
}
