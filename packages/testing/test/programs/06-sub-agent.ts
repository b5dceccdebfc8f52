import { agentTool, createAgent, createProxyModel } from 'ambit'
import * as z from 'zod'

const model = createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' })
export const researcher = createAgent({ model, name: 'researcher', instructions: 'Look things up.', limits: { iterations: 5 } })
const output = z.object({ sources: z.array(z.string()) })
const research = agentTool({ agent: researcher, name: 'research', description: 'Look something up.', output })
export const agent = createAgent({ model, tools: [research] })
