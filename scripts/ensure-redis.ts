import { env, getuid, platform } from 'node:process'
import { findRedis } from './find-redis.ts'
import { runCommand } from './run-command.ts'

/**
 * What the tests of the Redis store are told by the environment: nothing beyond `REDIS_URL` when that
 * names a server; else a `redis-server` that they start, fetched on Debian as root; else why there is
 * none, and then they are skipped.
 */
export async function ensureRedis(): Promise<Record<string, string>> {
  if (env['REDIS_URL']) return {}
  const present = findRedis()
  if (present) return { AMBIT_REDIS_SERVER: present }
  if (platform !== 'linux' || getuid?.() !== 0) {
    return {
      AMBIT_REDIS_SKIPPED: 'no REDIS_URL, no redis-server on the path, and no root to install one',
    }
  }
  for (const args of [
    ['update'],
    ['install', '--yes', '--no-install-recommends', 'redis-server'],
  ]) {
    await runCommand('apt-get', args, { DEBIAN_FRONTEND: 'noninteractive' }).catch(() => {})
  }
  const fetched = findRedis()
  return fetched
    ? { AMBIT_REDIS_SERVER: fetched }
    : { AMBIT_REDIS_SKIPPED: 'no redis-server, and apt-get could not install one' }
}
