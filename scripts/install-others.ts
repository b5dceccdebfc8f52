import { exit } from 'node:process'
import { pnpm } from './pack-package.ts'
import { runCommand } from './run-command.ts'

/**
 * Installs the workspace `others/`: test runners, runtimes, libraries of hosts, the contestants of
 * the benches and the generator of the site.
 *
 * @throws when that fails, with the output.
 */
export async function installOthers(): Promise<void> {
  const args = ['--dir', 'others', 'install', '--frozen-lockfile', '--prefer-offline']
  const { code, output } = await runCommand(pnpm, args)
  if (code !== 0) throw new Error(`The workspace others/ could not be installed.\n${output}`)
}

if (import.meta.main) {
  await installOthers().catch((error: Error) => {
    console.error(error.message)
    exit(1)
  })
}
