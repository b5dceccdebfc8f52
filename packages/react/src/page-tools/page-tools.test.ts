import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { pageTools } from './page-tools.ts'

afterEach(() => vi.unstubAllEnvs())

it('is not there in a build for production without an `allow`', () => {
  const isThere = (options?: Parameters<typeof pageTools>[0]): boolean =>
    createAgent({ model: scriptedModel([]), use: [pageTools(options)] }).scopes.has('page')
  expect(isThere()).toBe(true)
  vi.stubEnv('NODE_ENV', 'production')
  expect(isThere()).toBe(false)
  expect(isThere({ allow: ['read'] })).toBe(true)
})
