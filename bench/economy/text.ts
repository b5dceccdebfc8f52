import { globSync, readFileSync } from 'node:fs'

/** The plain sentences of this repository's documentation, each once. */
const sentences: readonly string[] = [
  ...new Set(
    globSync('{docs,packages/*}/**/*.md', { exclude: ['**/node_modules', 'docs/reference/api'] })
      .toSorted()
      .flatMap((path) => readFileSync(path, 'utf8').match(/\b[A-Z][a-zA-Z ,:;']{50,90}\./g) ?? []),
  ),
]

/**
 * Returns sentences from the `nth` on, around the end. Such text compresses as that of an
 * application does; text that a program repeats would compress far better.
 */
export const toText = (nth: number, count = 1): string =>
  Array.from({ length: count }, (_, at) => sentences[(nth + at) % sentences.length]).join(' ')
