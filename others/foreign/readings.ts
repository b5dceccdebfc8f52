import { createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { pageTools } from 'ambit/page-tools'
import { PageAgent } from 'page-agent'

/** What of a page is in one request to the model. */
export interface Readings {
  readonly pageTools: string
  readonly pageAgent: string
}

/** Reads the page as each of both does by default. */
export async function read(): Promise<Readings> {
  return { pageTools: await withPageTools(), pageAgent: await withPageAgent() }
}

async function withPageTools(): Promise<string> {
  const model = scriptedModel([calls(call('load_scope', { name: 'page' })), 'Done.'])
  const agent = createAgent({
    model,
    use: [pageTools({ allow: ['read', 'press', 'fill', 'links'] })],
  })
  await agent.chat('Go')
  const all: string[] = []
  const add = (part: unknown): void => {
    if (typeof part === 'string') all.push(part)
    else if (part && typeof part === 'object') for (const each of Object.values(part)) add(each)
  }
  add(model.requests.at(-1)?.prompt)
  return /<scope-context scope="page"[^]*<\/scope-context>/.exec(all.join('\n'))?.[0] ?? ''
}

async function withPageAgent(): Promise<string> {
  let sent = ''
  const agent = new PageAgent({
    model: 'scripted',
    baseURL: 'https://model.test/v1',
    apiKey: 'none',
    language: 'en-US',
    customFetch: async (_url, init) => {
      const { messages } = JSON.parse(init?.body as string) as { messages: { content: string }[] }
      sent = messages.at(-1)?.content ?? ''
      const action = { done: { text: 'Done.', success: true } }
      const args = { evaluation_previous_goal: '', memory: '', next_goal: '', action }
      const called = { name: 'AgentOutput', arguments: JSON.stringify(args) }
      const message = {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: '1', type: 'function', function: called }],
      }
      return Response.json({ choices: [{ index: 0, finish_reason: 'tool_calls', message }] })
    },
  })
  await agent.execute('Go')
  agent.dispose()
  const [state = ''] = /<browser_state>[^]*<\/browser_state>/.exec(sent) ?? []
  // The address of a test is longer than those of pages.
  return state.replaceAll(location.href, 'https://example.com/')
}
