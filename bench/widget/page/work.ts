import type { CopilotProps } from 'ambit/chat'
import { Lexer } from 'marked'

/**
 * The work that was repeated for finished content. It is counted from outside: the parser is
 * wrapped, and a code block reads its name while it renders.
 */
export interface Work {
  /** The blocks of the answer that were given to the parser after a later block. */
  readonly parsedAgain: number
  /** The renders of the answer's code blocks after the render that closed them. */
  readonly renderedAgain: number
  /** The renders of code blocks of earlier messages. */
  readonly oldRenders: number
  /** The characters given to the parser, divided by the characters of the answer. */
  readonly parsedTimes: number
}

let answer = ''
let parsed: string[] = []
/** The section of each rendered code block, and the number of parsed texts at that time. */
let rendered: { readonly section: number; readonly after: number }[] = []

/** The English texts, which count renders. The widget needs the same object each time. */
export const countingStrings: CopilotProps['strings'] = {
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

/** Returns the counts since `beginWork`. */
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
    // A part of a line may be in many places, and it belongs to the open end in any case.
    if (lineEnd < 0) continue
    const at = answer.indexOf(source.slice(0, lineEnd + 1))
    if (at < furthest) again++
    else furthest = at
  }
  return again
}

/**
 * Counts late renders of code blocks. A code block is closed after the table behind it is parsed.
 * The render that closes it is allowed, and later ones are not.
 */
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
