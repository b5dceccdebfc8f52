import { readFileSync } from 'node:fs'
import { argv, exit } from 'node:process'
import { sourceFiles } from './source-files.ts'
import { problemsOf } from './word-rules.ts'

// Holds the comments of the source to the rules of words in CONTRIBUTING.md. Without arguments it
// reads every file; with paths, the files below them.
const files = sourceFiles(argv.slice(2)).filter((file) => /\.(?:tsx?|css|m?js)$/.test(file))
if (files.length === 0) {
  console.error(
    `No source is below ${argv.slice(2).join(', ')}. Name a file or a folder that is here.`,
  )
  exit(1)
}

const problems = files.flatMap((file) =>
  problemsOf(file, readFileSync(file, 'utf8')).map(
    ({ line, message }) => `${file}:${line}  ${message}`,
  ),
)
if (problems.length > 0) {
  console.error(
    `${problems.join('\n')}\n\n${problems.length} problems of words. See CONTRIBUTING.md.`,
  )
}
exit(problems.length > 0 ? 1 : 0)
