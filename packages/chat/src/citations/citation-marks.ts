/** Marks of sources as models write them: `[1]`, `[^1]`, `【1】`, `【1†title】`. */
const marks = /\[\^?([1-9]\d?)\]|【([1-9]\d?)(?:†[^】\n]{0,80})?】/g

/** A part of a text: a mark with the number of its source, or the text between marks. */
export interface TextPart {
  readonly text: string
  readonly nth?: number | undefined
}

/** Whether a text may hold a mark. */
export const hasCitation = (text: string): boolean => text.search(marks) >= 0

/** Cuts a text at its marks. */
export function citationMarks(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(marks)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: match[0], nth: Number(match[1] ?? match[2]) })
    end = match.index + match[0].length
  }
  return end < text.length ? [...parts, { text: text.slice(end) }] : parts
}

export const withoutCitations = (text: string): string => text.replace(marks, '')
