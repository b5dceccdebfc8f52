import { readComments } from './comments.ts'

/** One place that breaks a rule of words. */
export interface Problem {
  /** Counted from 1. */
  line: number
  /** The rule that is broken, and the way to repair it. */
  message: string
}

const maxColumns = 100
const maxWords = 25

/** Lists the places in a file whose comments break a rule of words, in the order of their lines. */
export function problemsOf(file: string, source: string): Problem[] {
  const lines = source.split('\n')
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length
  const problems = readComments(file, source).flatMap(({ start, end, doc }) => {
    const line = lineAt(start)
    const wide = lines
      .slice(line - 1, lineAt(end))
      .flatMap((text, at) => widthProblem(text).map((message) => ({ line: line + at, message })))
    const named = source
      .slice(start, end)
      .split('\n')
      .flatMap((text, at) => wordProblem(text).map((message) => ({ line: line + at, message })))
    const messages = doc === undefined ? [] : sentencesOf(doc).flatMap(lengthProblem)
    return [...wide, ...named, ...messages.map((message) => ({ line, message }))]
  })
  const unique = new Map(problems.map((problem) => [`${problem.line} ${problem.message}`, problem]))
  return [...unique.values()].toSorted((a, b) => a.line - b.line)
}

function widthProblem(line: string): string[] {
  const columns = Array.from(line).length
  if (columns <= maxColumns || /^[\s/*-]*https?:\/\/\S+$/.test(line)) return []
  return [`The line of a comment has ${columns} columns. Wrap it at ${maxColumns}.`]
}

/** A name of data stays as it is, if it is written as code. */
function wordProblem(line: string): string[] {
  const prose = line.replaceAll(/`[^`]*`/g, '').replaceAll(/(?<![-\w])in person\b/gi, '')
  return /\bpersons?\b/i.test(prose)
    ? ['Whoever is at the page is the "user", not a "person".']
    : []
}

function lengthProblem(sentence: string): string[] {
  const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length <= maxWords) return []
  const begin = words.slice(0, 5).join(' ')
  return [
    `The sentence "${begin} …" of a docstring has ${words.length} words. Make sentences of at most ${maxWords}.`,
  ]
}

/** Returns the sentences of a docstring's prose: without code, examples, lists and tables. */
export function sentencesOf(doc: string): string[] {
  return doc
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/^@example[\s\S]*?(?=^@|(?![\s\S]))/gm, '')
    .replaceAll(/^@\w+/gm, '\n\n')
    .replaceAll(/\{@\w+[^}]*\}|`[^`]*`/g, 'code')
    .split(/\n\s*\n/)
    .map(beforeRows)
    .flatMap((paragraph) =>
      paragraph
        .replaceAll(/\b(?:e\.g|i\.e|etc|cf|vs)\./gi, (short) => short.replaceAll('.', ''))
        .split(/(?<=[.!?…]["'”’)*_]*)\s+/),
    )
    .filter((sentence) => sentence !== '')
}

/** Returns the text before the first row of a list or a table. */
function beforeRows(block: string): string {
  const lines = block.split('\n')
  const row = lines.findIndex((line) => /^\s*(?:[-*•|#]|\d+[.)])\s/.test(line))
  return (row < 0 ? lines : lines.slice(0, row)).join(' ').trim()
}
