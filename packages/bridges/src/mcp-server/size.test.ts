import { describe, expect, it } from 'vitest'
import { measure } from '../../test/measure.ts'

describe('@ambit/bridges/mcp-server', () => {
  it('adds at most 4.1 kB, gzip', async () => {
    // A wrong transport and a wrong limit say so.
    const bytes = await measure('mcp-server/index.ts')
    expect(bytes).toBeGreaterThan(1_500)
    expect(bytes).toBeLessThanOrEqual(4_100)
  })
})
