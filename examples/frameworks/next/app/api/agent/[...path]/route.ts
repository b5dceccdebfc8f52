import { createProxy } from '@ambit/proxy'
import { authorizeDev } from '@ambit/proxy/dev'
import { providersFromEnv } from '@ambit/proxy/providers'

let proxy: ReturnType<typeof createProxy> | undefined

/** Answers a request. `next build` loads this file too, so the first request makes the proxy. */
function handle(request: Request): Promise<Response> {
  // For the development server, which listens on localhost. A build needs an `authorize` of yours,
  // which returns the id of the signed-in user. Steps send less if the server may then keep parts
  // of conversations for 10 minutes: `use: [prefixes()]`.
  proxy ??= createProxy({
    authorize: authorizeDev,
    models: providersFromEnv(process.env).models,
  })
  return proxy(request)
}

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as POST, handle as PUT }
