import { env } from 'node:process'
import { resolve } from 'node:path'
import { type Finished, runCommand } from './run-command.ts'

/** The pnpm that runs this script. Inside `pnpm test` there may be none on the PATH. */
export const pnpm = env['npm_execpath'] ?? 'pnpm'

/** Packs a built package as it would be published, into an archive of this path. */
export const packPackage = (folder: string, archive: string): Promise<Finished> =>
  runCommand(pnpm, ['--dir', folder, 'pack', '--out', resolve(archive)], { NO_COLOR: '1' })
