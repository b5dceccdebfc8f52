import { describe, expect, it } from 'vitest'
import { measure } from '../../test/measure.ts'

describe('@ambit/bridges/ag-ui', () => {
  it('26 has a model that a page begins with 2.5 kB of at most, gzip, and 7.5 kB with its first call', async () => {
    expect(await measure('ag-ui/agui-model.ts')).toBeLessThanOrEqual(2_500)
    const client = await measure('ag-ui/remote-client.ts')
    expect(client).toBeGreaterThan(2_500)
    // With the reader of event streams, which is a library: these are the streams of others.
    expect(client).toBeLessThanOrEqual(7_500)
  })

  it('26 has events of at most 0.4 kB, gzip, and 1.95 kB with the first one', async () => {
    expect(await measure('ag-ui/to-agui-events.ts')).toBeLessThanOrEqual(400)
    const bytes = await measure('ag-ui/event-writer.ts')
    expect(bytes).toBeGreaterThan(500)
    // With the runs inside a call.
    expect(bytes).toBeLessThanOrEqual(1_950)
  })
})
