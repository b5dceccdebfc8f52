// WorkIt: search, fetch three pages and summarise them, for at most 50 cents and 12 calls
import { createBudget, type ToolContext } from 'ambit'
import { runAgent, type RunAgentOptions } from 'ambit/code'

declare const openai: { chat(x: object, at: { signal: AbortSignal }): Promise<string> }
const tools = {
  search: async ({ q }: { q: string }, { signal }: ToolContext): Promise<{ url: string }[]> =>
    fetch(`https://api.search.dev/q=${q}`, { signal }).then((answer) => answer.json()),
  fetchPage: async ({ url }: { url: string }, { signal }: ToolContext) =>
    fetch(url, { signal }).then((answer) => answer.text()),
  summarize: async ({ text }: { text: string }, { signal }: ToolContext) =>
    openai.chat({ messages: [{ role: 'user', content: `tl;dr: ${text}` }] }, { signal }),
}
// The budget of one provider, which runs share.
export const openaiTokens = createBudget({ max: 10_000 })

export const research = (q: string, { limits, ...options }: RunAgentOptions = {}) =>
  runAgent(
    async (agent) => {
      const hits = await agent.tool('search', { q }, tools.search, { timeout: '5s', retry: 2 })
      const pages = hits.slice(0, 3).map((hit, i) => agent.tool(`fetchPage[${i}]`, hit, tools.fetchPage, { timeout: '10s' }))
      const text = (await Promise.all(pages)).join('\n\n')
      const cost = { usd: 0.02, custom: { openai: 4_000 } }
      return agent.tool('summarize', { text }, tools.summarize, { cost, timeout: '30s' })
    },
    { limits: { costUsd: 0.5, calls: 12, custom: { openai: openaiTokens }, ...limits }, ...options },
  )
type Events = Awaited<ReturnType<typeof research>>['events']
export const spent = (events: Events) =>
  events.reduce((sum, event) => ('charged' in event ? sum + (event.charged['costUsd'] ?? 0) : sum), 0)
// @ts-expect-error -- an amount is in a group
export const misnamed = () => runAgent((agent) => agent.tool('x', 1, () => 1, { costUsd: 0.1 }))
