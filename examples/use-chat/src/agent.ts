import { indexedDbStorage } from 'ambit/storage'
import { createAgent } from 'ambit'
import { createDemoModel } from 'ambit/demo'

/** The agent of the page. With a server, its model is `createProxyModel({ … })`. */
export const agent = createAgent({
  model: createDemoModel(),
  storage: indexedDbStorage({ name: 'use-chat' }),
})
