import { runCommand } from './run-command.ts'

/**
 * Returns the version of React that npm's registry has.
 *
 * @returns `undefined` when npm reaches no registry; the tests that install are then skipped.
 */
export async function findRegistry(): Promise<string | undefined> {
  const args = ['view', 'react', 'version', '--fetch-retries=0']
  const { code, output } = await runCommand('npm', args, {}, 30_000)
  return code === 0 ? output.trim().split('\n').at(-1) : undefined
}
