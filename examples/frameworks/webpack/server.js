import { createServer } from 'node:http'
import { createProxy } from '@ambit/proxy'
import { nodeListener } from '@ambit/proxy/node'
import { providersFromEnv } from '@ambit/proxy/providers'
import sirv from 'sirv'

const { models } = providersFromEnv(process.env)
// `insecureDev` serves only this machine. To serve others, give `authorize` instead.
// With `authorize`, steps send less if the server may keep parts of conversations for 10 minutes:
// `use: [prefixes()]`.
const agent = nodeListener(createProxy({ insecureDev: true, models }))
const files = sirv('public')

createServer((request, response) => {
  if (request.url?.startsWith('/api/agent/')) agent(request, response)
  else files(request, response)
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
