import { createAgent, createProxyModel } from '@ambit/core'
import { inputGuardrail, outputGuardrail } from '@ambit/core/answers'
import { memoryAudit } from '@ambit/core/audit'
import { redaction } from '@ambit/core/redaction'

const check = (text: string) => !/\d{16}/.test(text) || 'No card numbers.'
export const log = memoryAudit()
export const agent = createAgent({
  model: createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' }),
  use: [inputGuardrail('cards', check), outputGuardrail('cards', check), redaction(), log],
})
export const denied = () => log.query({ status: 'denied' })
