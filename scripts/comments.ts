import { parseSync } from 'vite'

/** One comment of a source file. */
export interface Comment {
  /** Offsets in the source, delimiters included. */
  start: number
  end: number
  /** The text of a docstring (`/** … *\/`), without delimiters and leading asterisks. */
  doc: string | undefined
}

/**
 * Reads the comments of a TypeScript, JavaScript or CSS file.
 *
 * @throws when the file cannot be parsed.
 */
export function readComments(file: string, source: string): Comment[] {
  return file.endsWith('.css') ? readStyleComments(source) : readScriptComments(file, source)
}

function readStyleComments(source: string): Comment[] {
  // A string is matched first, so that what looks like a comment in it is not taken for one.
  const pieces = source.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*[\s\S]*?\*\//g)
  return [...pieces].flatMap(({ 0: text, index: start }) =>
    text.startsWith('/*') ? [{ start, end: start + text.length, doc: docOf(text) }] : [],
  )
}

function readScriptComments(file: string, source: string): Comment[] {
  const { comments, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  return comments.map(({ start, end }) => ({ start, end, doc: docOf(source.slice(start, end)) }))
}

const docOf = (comment: string): string | undefined =>
  /^\/\*\*[^*/]/.test(comment)
    ? comment
        .slice(3, -2)
        .replaceAll(/^[ \t]*\*+ ?/gm, '')
        .trim()
    : undefined
