import { createProxy } from '@ambit/proxy'
import { providersFromEnv } from '@ambit/proxy/providers'

const { models } = providersFromEnv(process.env)

// `insecureDev` serves only this machine. To serve others, give `authorize` instead.
// With `authorize`, steps send less if the server may keep parts of conversations for 10 minutes:
// `use: [prefixes()]`.
export const proxy = createProxy({ insecureDev: true, models })
