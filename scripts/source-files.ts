import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--full-name', '--']
const ours = /^(?:(?:packages|examples|e2e|scripts|bench|docs\/\.vitepress)\/.*|[^/]*)$/

/** Lists the files of the repository's own code, or of those below `paths`. None is generated. */
export const sourceFiles = (paths: readonly string[] = []): string[] =>
  execFileSync('git', [...listed, ...paths], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => ours.test(file) && !file.includes('.gen.') && existsSync(file))
