import { indexedDbStorage } from '@ambit/browser'
import { createAgent } from '@ambit/core'
import { createDemoModel } from '@ambit/local-models/demo'

/** The agent of the page. With a server, its model is `createProxyModel({ … })`. */
export const agent = createAgent({
  model: createDemoModel(),
  storage: indexedDbStorage({ name: 'use-chat' }),
})
