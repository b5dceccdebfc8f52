import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { measure } from '../../test/measure.ts'

describe('@ambit/bridges/mcp', () => {
  it('29 begins with 1.75 kB at most, gzip', async () => {
    // A listener that throws must stop neither the connection nor `close`.
    expect(await measure('mcp/connect-mcp.ts')).toBeLessThanOrEqual(1_750)
  })

  it('29 speaks the current protocol with 3 kB at most, gzip, and older ones with a chunk more', async () => {
    const bytes = await measure('mcp/http-wire.ts')
    expect(bytes).toBeGreaterThan(2_000)
    expect(bytes).toBeLessThanOrEqual(3_000)
    // With what it shares with the other. A question apart from calls finds the one that is open,
    // and a stream for it is open before the call.
    expect(await measure('mcp/session-wire.ts')).toBeLessThanOrEqual(2_080)
  })

  it('30 has no code that makes code of text', async () => {
    const folder = join(import.meta.dirname)
    const files = (await readdir(folder)).filter((name) => !name.includes('.test.'))
    expect(files.length).toBeGreaterThan(15)
    for (const name of files) {
      const source = await readFile(join(folder, name), 'utf8')
      expect(source).not.toMatch(/\beval\b|\bFunction\(|new Function|innerHTML|document\./)
    }
  })

  it('29 is connected with 6.95 kB, and loads 3.25 kB more for the first call', async () => {
    const connected = await measure('mcp/link.ts')
    expect(connected).toBeGreaterThan(4_000)
    // Each request waits for a new session and its tools, so no stale tool runs. Odd pages, floods
    // of changes, a call that wants more rights and servers without the new headers are borne. The
    // server is told that the page follows tasks.
    expect(connected).toBeLessThanOrEqual(6_950)
    // A tool is compared before its call. Pictures stay beside structured content. What follows a
    // task is a chunk of its own. A call carries its trace.
    expect(await measure('mcp/call-tool.ts')).toBeLessThanOrEqual(3_250)
  })
})
