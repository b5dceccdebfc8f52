import { env } from 'node:process'
import { findRedis } from './find-redis.ts'
import { canInstallFromDebian, installFromDebian } from './install-from-debian.ts'

/**
 * Returns the variables of the environment that the tests of the Redis store read. There are none
 * if `REDIS_URL` names a server. Otherwise they name a `redis-server` that the tests start; it is
 * fetched on Debian as root. If there is none, they give the reason, and the tests are skipped.
 */
export async function ensureRedis(): Promise<Record<string, string>> {
  if (env['REDIS_URL']) return {}
  const present = findRedis()
  if (present) return { AMBIT_REDIS_SERVER: present }
  if (!canInstallFromDebian) {
    return {
      AMBIT_REDIS_SKIPPED: 'no REDIS_URL, no redis-server on the path, and no root to install one',
    }
  }
  await installFromDebian('redis-server')
  const fetched = findRedis()
  return fetched
    ? { AMBIT_REDIS_SERVER: fetched }
    : { AMBIT_REDIS_SKIPPED: 'no redis-server, and apt-get could not install one' }
}
