import { describe, expect, it } from 'vitest'
import { measure } from '../../test/measure.ts'

describe('@ambit/bridges/mcp-apps', () => {
  it('has a host of at most 2.5 kB, gzip', async () => {
    const bytes = await measure('mcp-apps/mount-mcp-app.ts')
    expect(bytes).toBeGreaterThan(1_500)
    expect(bytes).toBeLessThanOrEqual(2_500)
  })
})
