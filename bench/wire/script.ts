import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { encodePart } from 'ambit/protocol'
import { reply, type Task } from '../task.ts'
import { toChatEvents } from './chat-events.ts'
import { type Body, createScriptedFetch, toBody } from './scripted-fetch.ts'

/** The model's output in a run, as each wire carries it. Each list has an item for each request. */
export interface Script {
  /** The bodies of OpenAI's chat completions. */
  readonly chat: readonly Body[]
  /**
   * The parts of the model port: the same output, read by the AI SDK's provider, as the proxy gets
   * it.
   */
  readonly parts: readonly (readonly LanguageModelV4StreamPart[])[]
  /** The same parts as the proxy's model endpoint writes them. */
  readonly endpoint: readonly Body[]
}

const scripts = new Map<string, Promise<Script>>()

/** Returns the script of a task. The same task always has the same script. */
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
      '[DONE]',
    ]),
  )
  return { chat, parts, endpoint }
}
