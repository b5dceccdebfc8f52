import {
  type AdapterYieldChunk,
  chat,
  EventType,
  maxIterations,
  toolDefinition,
} from '@tanstack/ai'
import { BaseTextAdapter } from '@tanstack/ai/adapters'
import type { TextOptions } from '@tanstack/ai'
import {
  type Contestant,
  createParameters,
  describeTool,
  inDeltas,
  instructions,
  question,
  reply,
  search,
  serialise,
  type Task,
} from '../task.ts'

/** `chat` of `@tanstack/ai`, read to its end. */
export const tanstackAi: Contestant = {
  name: '@tanstack/ai chat',
  prepare(task) {
    const tools = Array.from({ length: task.tools }, (_, at) =>
      toolDefinition({ ...describeTool(at), inputSchema: createParameters() }).server(search),
    )
    return () => {
      const adapter = new WireAdapter(task)
      return async () => {
        let seen = 0
        const stream = chat({
          adapter,
          tools,
          systemPrompts: [instructions],
          messages: [{ role: 'user', content: question }],
          agentLoopStrategy: maxIterations(task.iterations + 1),
        })
        for await (const chunk of stream) if (chunk.type === EventType.TOOL_CALL_RESULT) seen++
        if (seen !== task.iterations * task.calls) throw new Error('A call was not run.')
      }
    }
  },
}

class WireAdapter extends BaseTextAdapter<
  'wire',
  Record<string, unknown>,
  readonly ['text'],
  { text: unknown; image: unknown; audio: unknown; video: unknown; document: unknown }
> {
  readonly name = 'bench'
  readonly #task: Task
  #requests = 0

  constructor(task: Task) {
    super({}, 'wire')
    this.#task = task
  }

  async *chatStream({
    systemPrompts,
    messages,
    tools,
  }: TextOptions): AsyncIterable<AdapterYieldChunk> {
    if (this.#task.isSerialised) {
      serialise({
        model: 'wire',
        stream: true,
        systemPrompts,
        messages,
        tools: tools?.map(toFunction),
      })
    }
    const nth = this.#requests++
    const { calls, text } = reply(this.#task, nth)
    const names = { runId: `run_${nth}`, threadId: 'thread', timestamp: 0, model: 'wire' }
    yield { type: EventType.RUN_STARTED, ...names }
    for (const { id: toolCallId, name: toolCallName, input } of calls) {
      yield { type: EventType.TOOL_CALL_START, toolCallId, toolCallName, toolName: toolCallName }
      for (const delta of inDeltas(input))
        yield { type: EventType.TOOL_CALL_ARGS, toolCallId, delta }
      yield { type: EventType.TOOL_CALL_END, toolCallId }
    }
    if (text) {
      const messageId = `message_${nth}`
      yield { type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' }
      yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta: text }
      yield { type: EventType.TEXT_MESSAGE_END, messageId }
    }
    const finishReason = calls.length ? 'tool_calls' : 'stop'
    const usage = { promptTokens: 100, completionTokens: 20, totalTokens: 120 }
    yield { type: EventType.RUN_FINISHED, ...names, finishReason, usage }
  }

  structuredOutput(): Promise<never> {
    return Promise.reject(new Error('Every contestant streams.'))
  }
}

/** A tool as its adapters send it. */
const toFunction = ({
  name,
  description,
  inputSchema,
}: NonNullable<TextOptions['tools']>[number]): object => ({
  type: 'function',
  function: { name, description, parameters: inputSchema },
})
