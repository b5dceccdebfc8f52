import { describe, expect, it } from 'vitest'
import { measure } from '../../test/measure.ts'

describe('@ambit/bridges/otel', () => {
  it('traces an agent with 1.5 kB at most at first, gzip, and 4.25 kB in all', async () => {
    const first = await measure('otel/trace-agent.ts')
    expect(first).toBeLessThanOrEqual(1_500)
    const spans = await measure('otel/agent-spans.ts')
    expect(spans).toBeGreaterThan(1_500)
    expect(spans).toBeLessThanOrEqual(3_400)
    expect(first + spans).toBeLessThanOrEqual(4_250)
  })

  it('traces a proxy with 1.2 kB at most, gzip', async () => {
    expect(await measure('otel/trace-proxy.ts')).toBeLessThanOrEqual(1_200)
  })
})
