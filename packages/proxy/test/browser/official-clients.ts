import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'

/** Asks through the official clients, as a page does. Returns what each said, or its error. */
export async function askAll(baseUrl: string): Promise<Record<string, string>> {
  const key = { apiKey: 'none', dangerouslyAllowBrowser: true, maxRetries: 0 }
  const openai = new OpenAI({
    ...key,
    baseURL: `${baseUrl}/openai`,
    organization: 'o',
    project: 'p',
  })
  const anthropic = new Anthropic({ ...key, baseURL: `${baseUrl}/anthropic` })
  const messages = [{ role: 'user' as const, content: 'Hi' }]

  async function chat(): Promise<string> {
    let text = ''
    const stream = await openai.chat.completions.create({ model: 'gpt-5', messages, stream: true })
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
    return text
  }
  async function claude(): Promise<string> {
    let text = ''
    const call = { model: 'claude-sonnet-5-5', max_tokens: 9, messages, stream: true } as const
    for await (const event of await anthropic.messages.create(call)) {
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
        text += event.delta.text
      }
    }
    return text
  }
  const said = async (ask: () => Promise<string>): Promise<string> => {
    try {
      return await ask()
    } catch (thrown) {
      return String(thrown)
    }
  }
  return { openai: await said(chat), anthropic: await said(claude) }
}
