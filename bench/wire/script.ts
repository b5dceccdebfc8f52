import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { encodePart, endOfStream } from '@ambit/core/wire'
import { reply, type Task } from '../task.ts'
import { toChatEvents } from './chat-events.ts'
import { type Body, createScriptedFetch, toBody } from './scripted-fetch.ts'

/** What the model says in a run, as each wire carries it: an item for each request. */
export interface Script {
  /** OpenAI's chat completions. */
  readonly chat: readonly Body[]
  /** The same through the AI SDK's provider, which is what the proxy reads: the parts of the model port. */
  readonly parts: readonly (readonly LanguageModelV4StreamPart[])[]
  /** Those parts as the proxy's model endpoint writes them. */
  readonly endpoint: readonly Body[]
}

const scripts = new Map<string, Promise<Script>>()

/** The same task has one script. */
export function writeScript({ iterations, calls, words }: Task): Promise<Script> {
  const key = JSON.stringify([iterations, calls, words])
  const script = scripts.get(key) ?? write({ iterations, calls, words })
  scripts.set(key, script)
  return script
}

async function write(task: Pick<Task, 'iterations' | 'calls' | 'words'>): Promise<Script> {
  const chat = Array.from({ length: task.iterations + 1 }, (_, nth) =>
    toBody(toChatEvents(reply(task, nth), nth)),
  )
  const openai = createOpenAI({ apiKey: 'none', fetch: createScriptedFetch(chat) })
  const parts: LanguageModelV4StreamPart[][] = []
  for (const _ of chat) {
    const { stream } = await openai.chat('gpt-4.1').doStream({ prompt: [] })
    const answer: LanguageModelV4StreamPart[] = []
    for await (const part of stream) answer.push(part)
    parts.push(answer)
  }
  const endpoint = parts.map((answer) =>
    toBody([
      ...answer.map((part) => {
        if (part.type === 'error') throw new Error('The script has an error.')
        return encodePart(part).slice('data: '.length).trimEnd()
      }),
      endOfStream,
    ]),
  )
  return { chat, parts, endpoint }
}
