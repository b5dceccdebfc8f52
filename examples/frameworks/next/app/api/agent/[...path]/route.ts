import { createProxy } from '@ambit/proxy'
import { providersFromEnv } from '@ambit/proxy/providers'

let proxy: ReturnType<typeof createProxy> | undefined

/** Answers a request. `next build` loads this file too, so the first request makes the proxy. */
function handle(request: Request): Promise<Response> {
  // For this machine: the server listens on localhost. To serve others, return the id of who
  // is signed in.
  // With `authorize`, steps send less if the server may keep parts of conversations for 10 minutes:
  // `use: [prefixes()]`.
  proxy ??= createProxy({
    authorize: ({ url }) => (new URL(url).hostname === 'localhost' ? 'me' : null),
    models: providersFromEnv(process.env).models,
  })
  return proxy(request)
}

export { handle as GET, handle as POST, handle as OPTIONS }
