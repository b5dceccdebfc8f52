import { createProxy } from '@ambit/proxy'
import { providersFromEnv } from '@ambit/proxy/providers'

let made: ReturnType<typeof createProxy> | undefined

/** Answers a request. The first one makes the proxy, so a server starts without a key too. */
export function proxy(request: Request): Promise<Response> {
  // For this machine: the server listens on localhost. To serve others, return the id of who
  // is signed in.
  // With `authorize`, steps send less if the server may keep parts of conversations for 10 minutes:
  // `use: [prefixes()]`.
  made ??= createProxy({
    authorize: ({ url }) => (new URL(url).hostname === 'localhost' ? 'me' : null),
    models: providersFromEnv(process.env).models,
  })
  return made(request)
}
