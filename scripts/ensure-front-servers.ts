import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { env } from 'node:process'
import { installFromDebian } from './install-from-debian.ts'

/**
 * Installs nginx and Caddy on Debian as root, unless they are there. They run the blocks of the
 * guide. The tests of one that is not there are skipped.
 */
export async function ensureFrontServers(): Promise<void> {
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  const lost = ['nginx', 'caddy'].filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  )
  if (lost.length) await installFromDebian(...lost)
}
