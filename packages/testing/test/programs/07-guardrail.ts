import { createAgent, createProxyModel } from 'ambit'
import { inputGuardrail, outputGuardrail, memoryAudit, redaction } from 'ambit/plugins'

const check = (text: string) => !/\d{16}/.test(text) || 'No card numbers.'
export const log = memoryAudit()
export const agent = createAgent({
  model: createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' }),
  use: [inputGuardrail('cards', check), outputGuardrail('cards', check), redaction(), log],
})
export const denied = () => log.query({ status: 'denied' })
