import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'

/**
 * How the deltas of a stream are cut: at most so many UTF-16 units each, or by a function that gives the pieces of one text. Pieces must
 * join to the text.
 */
export type Cut = number | ((text: string) => readonly string[])

/** The same stream with its deltas cut in another way. Empty pieces are kept: providers send them too. */
export function cutParts(
  parts: readonly LanguageModelV4StreamPart[],
  cut: Cut,
): LanguageModelV4StreamPart[] {
  const split = typeof cut === 'function' ? cut : (text: string) => splitEvery(text, cut)
  return parts.flatMap((part): LanguageModelV4StreamPart[] => {
    if (!isDelta(part)) return [part]
    const pieces = split(part.delta)
    if (pieces.join('') !== part.delta) {
      throw new Error(
        `The pieces do not join to the delta they were cut from: ${JSON.stringify(part.delta)}.`,
      )
    }
    return pieces.map((delta) => ({ ...part, delta }))
  })
}

/** Neighbouring deltas of one part joined into one: the coarsest cut of the same stream. */
export function joinParts(
  parts: readonly LanguageModelV4StreamPart[],
): LanguageModelV4StreamPart[] {
  const joined: LanguageModelV4StreamPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (isDelta(part) && last && isDelta(last) && last.type === part.type && last.id === part.id) {
      joined[joined.length - 1] = { ...last, delta: last.delta + part.delta }
    } else joined.push(part)
  }
  return joined
}

type DeltaPart = Extract<LanguageModelV4StreamPart, { delta: string }>

const isDelta = (part: LanguageModelV4StreamPart): part is DeltaPart =>
  'delta' in part && typeof part.delta === 'string'

function splitEvery(text: string, units: number): string[] {
  if (!Number.isInteger(units) || units < 1) {
    throw new Error(`A delta cannot hold ${units} UTF-16 units. Give a whole number from 1.`)
  }
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += units) pieces.push(text.slice(at, at + units))
  return pieces
}
