/**
 * The model keeps nothing between calls, so a call's id says which part of which message it carried out. `back` counts messages
 * from the last one to the request, `end` is the offset in the request up to which it is done.
 */
export interface CallMark {
  back: number
  end: number
}

export function writeCallId(ordinal: number, { back, end }: CallMark, hash: string): string {
  return `demo_${ordinal}_${back}_${end}_${hash}`
}

/** `undefined` for a call of another model or of the app. */
export function readCallId(id: string): CallMark | undefined {
  const match = /^demo_\d+_(\d+)_(\d+)_[a-z0-9]+$/.exec(id)
  return match ? { back: Number(match[1]), end: Number(match[2]) } : undefined
}

/** FNV-1a, 32 bits, in base 36: tells prompts apart, protects nothing. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
