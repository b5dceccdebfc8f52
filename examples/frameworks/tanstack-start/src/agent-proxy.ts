import { createProxy } from '@ambit/proxy'
import { providersFromEnv } from '@ambit/proxy/providers'

const { models } = providersFromEnv(process.env)

// `insecureDev` serves only this machine. To serve others, give `authorize` instead.
export const proxy = createProxy({ insecureDev: true, models })
