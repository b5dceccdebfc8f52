import type { ChatStrings } from '@ambit/chat'
import { Lexer } from 'marked'

/** What was done again though it was finished. Counted from outside: the parser is wrapped, and a code block asks for its name as it renders. */
export interface Work {
  /** Blocks of the answer that were given to the parser after one behind them was. */
  readonly parsedAgain: number
  /** Renders of code blocks of the answer after the one that closed them. */
  readonly renderedAgain: number
  /** Renders of code blocks of earlier messages. */
  readonly oldRenders: number
  /** Characters given to the parser for each of the answer's. */
  readonly parsedTimes: number
}

let answer = ''
let parsed: string[] = []
/** Which section's, and how much was parsed by then. */
let rendered: { readonly section: number; readonly after: number }[] = []

/** English texts that count. The same object each time, as the widget asks for. */
export const countingStrings: Partial<ChatStrings> = {
  markdown: {
    code(language) {
      rendered.push({ section: Number(language.replace('ts', '')), after: parsed.length })
      return `Code, ${language}`
    },
  },
}

const lex = Object.getOwnPropertyDescriptor(Lexer.prototype, 'lex')?.value as Lexer['lex']
Lexer.prototype.lex = function countingLex(source) {
  parsed.push(source)
  return lex.call(this, source)
}

/** Begins to count for an answer. */
export function beginWork(text: string): void {
  answer = text
  parsed = []
  rendered = []
}

/** What was done since `beginWork`. */
export function readWork(): Work {
  return {
    parsedAgain: countParsedAgain(),
    renderedAgain: countRenderedAgain(),
    oldRenders: rendered.filter(({ section }) => section < 0).length,
    parsedTimes: parsed.reduce((sum, { length }) => sum + length, 0) / answer.length,
  }
}

function countParsedAgain(): number {
  let furthest = 0
  let again = 0
  for (const source of parsed) {
    const lineEnd = source.indexOf('\n')
    // Half a line may stand in many places, and is of the open end in any case.
    if (lineEnd < 0) continue
    const at = answer.indexOf(source.slice(0, lineEnd + 1))
    if (at < furthest) again++
    else furthest = at
  }
  return again
}

/** A code block is closed once the table behind it is parsed; the drawing that does so may render it, the ones after may not. */
function countRenderedAgain(): number {
  const late = new Map<number, number>()
  for (const { section, after } of rendered) {
    const closed = parsed.findIndex((source) => source.startsWith(`| lamp ${section} |`))
    if (section >= 0 && closed >= 0 && after > closed) {
      late.set(section, (late.get(section) ?? 0) + 1)
    }
  }
  return [...late.values()].reduce((sum, count) => sum + count - 1, 0)
}
