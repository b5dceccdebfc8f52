/** A proxy over a SQLite file, as a process of its own that a test can kill: `FILE LEASE_MS`. */
import { createServer } from 'node:http'
import process, { argv, exit } from 'node:process'
import { createProxy } from '../../src/create-proxy.ts'
import { nodeListener } from '../../src/node/node-listener.ts'
import { sessions } from '../../src/sessions/sessions.ts'
import { sqliteSessions } from '../../src/sessions/sqlite-sessions.ts'

const [, , file = '', leaseMs = ''] = argv
const proxy = createProxy({
  authorize: ({ headers }) => headers.get('x-user') ?? undefined,
  use: [sessions({ store: sqliteSessions(file), lease: Number(leaseMs) })],
  log: () => undefined,
})
const server = createServer(nodeListener(proxy))
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => exit())
