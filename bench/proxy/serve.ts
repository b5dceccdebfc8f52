import { createServer } from 'node:http'
import process, { memoryUsage } from 'node:process'
import { nodeListener } from '@ambit/proxy/node'

/**
 * Serves on a free port, for as long as the process of the benchmark lives. Answers each message of
 * it with the bytes of memory in use.
 */
export function serve(handler: (request: Request) => Promise<Response>): void {
  const server = createServer(nodeListener(handler))
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
  const collect = globalThis.gc as NonNullable<typeof globalThis.gc> &
    ((options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void)
  process.on('message', () => {
    // A full collection returns memory to the system, so only memory in use is left.
    for (let nth = 0; nth < 3; nth++) {
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    }
    // Another thread returns the pages, which takes a moment.
    setTimeout(() => process.send?.(memoryUsage().rss), 300)
  })
  process.on('disconnect', () => process.exit())
}
