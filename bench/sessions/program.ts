import { argv } from 'node:process'
import { createProxy } from '@ambit/proxy'
import { sessions, sqliteSessions } from '@ambit/proxy/sessions'
import { serve } from '../proxy/serve.ts'

// Runs the server of the sessions in its own process. The argument is the path of its file.
const [, , file = ''] = argv
serve(
  createProxy({
    authorize: ({ headers }) => headers.get('x-user') ?? undefined,
    use: [sessions({ store: sqliteSessions(file) })],
    limits: { requests: 1e9, streams: 1e9 },
    log: () => undefined,
  }),
)
