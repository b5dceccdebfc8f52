import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { argv, exit } from 'node:process'
import { problemsOf } from './word-rules.ts'

// Holds the comments of the source to the rules of words in CONTRIBUTING.md. Without arguments it
// reads every file; with paths, the files below them.
const checked =
  /^(?:(?:packages|examples|e2e|scripts|bench|docs\/\.vitepress)\/.*|[^/]*)\.(?:tsx?|css|m?js)$/
const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--full-name', '--']
const files = execFileSync('git', [...listed, ...argv.slice(2)], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => checked.test(file) && existsSync(file))
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
