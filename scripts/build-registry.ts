// The reasons: decisions/0091.
import { resolve } from 'node:path'
import { runCommand } from './run-command.ts'

/**
 * Writes the items of `registry/`, as `npx shadcn add` reads them, into a folder. The workspace
 * `others/` must be installed.
 *
 * @throws when shadcn finds a fault in them, with its words.
 */
export async function buildRegistry(out: string): Promise<void> {
  const args = ['build', 'registry.json', '--output', resolve(out), '--cwd', resolve('registry')]
  const { code, output } = await runCommand('others/node_modules/.bin/shadcn', args)
  if (code !== 0) throw new Error(`The registry could not be built.\n${output}`)
}
