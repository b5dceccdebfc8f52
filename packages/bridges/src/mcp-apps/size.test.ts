import { describe, expect, it } from 'vitest'
import { measure } from '../../test/measure.ts'

describe('@ambit/bridges/mcp-apps', () => {
  it('has a host of at most 2.8 kB, gzip', async () => {
    // Each kind of request of an app has a limit, so that no app stops the page.
    const bytes = await measure('mcp-apps/mount-mcp-app.ts')
    expect(bytes).toBeGreaterThan(1_500)
    expect(bytes).toBeLessThanOrEqual(2_800)
  })
})
