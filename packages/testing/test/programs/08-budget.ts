import { AgentError, createAgent, createBudget, createProxyModel, Tool } from 'ambit'

const mail = new Tool({ name: 'mail', description: 'Send a mail.', run: { cost: { custom: { mails: 1 } } }, handler: () => 'sent' })
export const agent = createAgent({
  model: createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' }),
  tools: [mail],
  prices: { 'openai/gpt-5': { input: 1.25, output: 10 } },
  limits: { iterations: 20, time: '2m', costUsd: createBudget({ max: 2 }), custom: { mails: createBudget({ max: 10 }) } },
})
export async function work(input: string) {
  const { error, costUsd } = await agent.execute(input)
  return AgentError.is(error, 'limit') ? 'The money is spent.' : costUsd
}
