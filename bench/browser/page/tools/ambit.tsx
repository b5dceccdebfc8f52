import { createAgent, createProxyModel } from 'ambit'
import { AgentProvider, useTool } from 'ambit/react'
import {
  createParameters,
  describe,
  parameters,
  type Registering,
  rendered,
} from './registering.ts'

const toRegistering = (getParameters: typeof createParameters): Registering => {
  const agent = createAgent({ model: createProxyModel({ baseURL: '/none', modelId: 'none' }) })
  return {
    Row: function Row({ at }) {
      rendered.count++
      useTool({ ...describe(at), parameters: getParameters(), handler: ({ id }) => `${id} ${at}` })
      return null
    },
    Around: ({ children }) => <AgentProvider agent={agent}>{children}</AgentProvider>,
  }
}

export const ambit: Registering = toRegistering(() => parameters)
export const ambitInline: Registering = toRegistering(createParameters)
