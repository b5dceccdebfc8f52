import type { Clause } from './split-clauses.ts'
import type { Word } from './tokenise.ts'
import { articles, loadedWords, prepositions } from './vocabulary.ts'

/**
 * The words of a step, and which of them a slot has taken. Words that no typed slot takes are left
 * for free text.
 */
export class Reading {
  readonly clause: Clause
  readonly words: readonly Word[]
  private readonly used: boolean[]

  constructor(clause: Clause) {
    this.clause = clause
    this.words = clause.words
    this.used = clause.words.map(() => false)
  }

  isFree(at: number): boolean {
    return at >= 0 && at < this.words.length && this.used[at] === false
  }

  /** Returns the lower-case word at a place; empty outside the step and for quotations. */
  lower(at: number): string {
    const word = this.words[at]
    return word && !word.quoted ? word.lower : ''
  }

  take(from: number, to: number): void {
    this.used.fill(true, Math.max(0, from), to)
  }

  /**
   * Takes a value, together with the preposition, the article and the nouns that only introduce the
   * value.
   */
  takeWithCue(from: number, to: number, nouns: readonly string[] = []): void {
    let start = from
    const isNoun = (at: number) => this.isFree(at) && nouns.includes(this.words[at]?.stem ?? '')
    while (isNoun(start - 1)) start -= 1
    const before = this.lower(start - 1)
    // "All" asks for more than the one value.
    if (this.isFree(start - 1) && articles.has(before) && !loadedWords.has(before)) start -= 1
    // In "turn on the light", "on" belongs to the verb.
    const isOfVerb = start === 2 && this.lower(1) === 'on'
    if (this.isFree(start - 1) && this.isPreposition(start - 1) && !isOfVerb) {
      start -= 1
      while (isNoun(start - 1)) start -= 1
    }
    let end = to
    while (isNoun(end)) end += 1
    this.take(start, end)
  }

  isPreposition(at: number): boolean {
    return prepositions.has(this.lower(at))
  }

  /**
   * Returns the preposition before a place, with or without an article in between; empty if there
   * is none.
   */
  cueBefore(at: number): string {
    const before = this.lower(at - 1)
    const cue = articles.has(before) ? this.lower(at - 2) : before
    return prepositions.has(cue) ? cue : ''
  }

  /** Returns the words from one place to another, as they were written. */
  source(from: number, to: number): string {
    const first = this.words[from]
    const last = this.words[to - 1]
    if (!first || !last) return ''
    if (to - from === 1) return first.text
    const offset = this.clause.start
    // Closing punctuation belongs to the sentence, not to the value.
    const end = last.quoted ? last.end : last.start + last.text.length
    return this.clause.text.slice(first.start - offset, end - offset)
  }
}
