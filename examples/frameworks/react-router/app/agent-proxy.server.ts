import { createProxy } from '@ambit/proxy'
import { providersFromEnv } from '@ambit/proxy/providers'

const { models } = providersFromEnv(process.env)

// For this machine: the server listens on localhost. To serve others, return the id of who
// is signed in.
// With `authorize`, steps send less if the server may keep parts of conversations for 10 minutes:
// `use: [prefixes()]`.
export const proxy = createProxy({
  authorize: ({ url }) => (new URL(url).hostname === 'localhost' ? 'me' : null),
  models,
})
