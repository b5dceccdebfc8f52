import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { env, getuid, platform } from 'node:process'
import { runCommand } from './run-command.ts'

/**
 * Installs nginx and Caddy on Debian as root, unless they are there. They run the blocks of the
 * guide. The tests of one that is not there are skipped.
 */
export async function ensureFrontServers(): Promise<void> {
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  const lost = ['nginx', 'caddy'].filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  )
  if (lost.length === 0 || platform !== 'linux' || getuid?.() !== 0) return
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...lost]]) {
    await runCommand('apt-get', args, { DEBIAN_FRONTEND: 'noninteractive' }).catch(() => {})
  }
}
