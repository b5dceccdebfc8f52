import { describe, expect, it } from 'vitest'
import { measure } from '../../test/measure.ts'

describe('@ambit/bridges/mcp-server', () => {
  it('adds at most 3.9 kB, gzip', async () => {
    const bytes = await measure('mcp-server/index.ts')
    expect(bytes).toBeGreaterThan(1_500)
    expect(bytes).toBeLessThanOrEqual(3_900)
  })
})
