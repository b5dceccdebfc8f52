import { describe, expect, it } from 'vitest'
import { measure } from '../../test/measure.ts'

describe('@ambit/bridges/otel', () => {
  it('traces an agent with 1.5 kB at most at first, gzip, and 4.7 kB in all', async () => {
    const first = await measure('otel/trace-agent.ts')
    expect(first).toBeLessThanOrEqual(1_500)
    const spans = await measure('otel/agent-spans.ts')
    expect(spans).toBeGreaterThan(1_500)
    // With the trace context of requests to MCP servers, the baggage, and that of callers.
    expect(spans).toBeLessThanOrEqual(3_850)
    expect(first + spans).toBeLessThanOrEqual(4_700)
  })

  it('traces a proxy with 1.2 kB at most, gzip', async () => {
    expect(await measure('otel/trace-proxy.ts')).toBeLessThanOrEqual(1_200)
  })
})
