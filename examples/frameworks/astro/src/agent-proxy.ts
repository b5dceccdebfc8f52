import { createProxy } from '@ambit/proxy'
import { authorizeDev } from '@ambit/proxy/dev'
import { providersFromEnv } from '@ambit/proxy/providers'

let made: ReturnType<typeof createProxy> | undefined

/** Answers a request. The first one makes the proxy, so a server starts without a key too. */
export function proxy(request: Request): Promise<Response> {
  // For the development server, which listens on localhost. A build needs an `authorize` of yours,
  // which returns the id of the signed-in user. Steps send less if the server may then keep parts
  // of conversations for 10 minutes: `use: [prefixes()]`.
  made ??= createProxy({
    authorize: authorizeDev,
    models: providersFromEnv(process.env).models,
  })
  return made(request)
}
