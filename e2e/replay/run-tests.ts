import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../../scripts/run-command.ts'

const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url))

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[]
  }[]
}

/**
 * Runs the tests of a folder in Vitest, one file at a time. Returns the words of the failures by
 * the name of the folder in it; empty for one whose tests pass.
 */
export async function runTests(folder: string): Promise<Map<string, string>> {
  const file = join(folder, 'report.json')
  const reporter = ['--reporter=json', `--outputFile=${file}`]
  const from = ['--config', config, '--root', folder]
  await runCommand('node_modules/.bin/vitest', ['run', ...from, ...reporter])
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as Report
  return new Map(
    testResults.map(({ name, message, assertionResults }) => {
      const [copy = ''] = relative(folder, name).split(sep)
      const words = assertionResults.flatMap(({ failureMessages }) => failureMessages)
      return [copy, [message, ...words].filter(Boolean).join('\n')]
    }),
  )
}
