import {
  Agent,
  type AssistantMessageItem,
  type FunctionCallItem,
  type Model,
  Runner,
  setTracingDisabled,
  type StreamEvent,
  tool,
} from '@openai/agents-core'
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

setTracingDisabled(true)

/** `Runner.run` of `@openai/agents-core`, streaming, read to its end, without tracing. */
export const openaiAgents: Contestant = {
  name: '@openai/agents-core run',
  prepare(task) {
    const tools = Array.from({ length: task.tools }, (_, at) =>
      tool({ ...describeTool(at), parameters: createParameters(), execute: search }),
    )
    return () => {
      const agent = new Agent({ name: 'bench', instructions, tools, model: createModel(task) })
      const runner = new Runner({ tracingDisabled: true })
      return async () => {
        let seen = 0
        const run = await runner.run(agent, question, {
          stream: true,
          maxTurns: task.iterations + 1,
        })
        for await (const event of run) {
          if (event.type === 'run_item_stream_event' && event.name === 'tool_output') seen++
        }
        await run.completed
        if (seen !== task.iterations * task.calls) throw new Error('A call was not run.')
      }
    }
  },
}

function createModel(task: Task): Model {
  let requests = 0
  return {
    getResponse: () => Promise.reject(new Error('Every contestant streams.')),
    async *getStreamedResponse(request): AsyncIterable<StreamEvent> {
      const { systemInstructions, input, tools, modelSettings } = request
      if (task.isSerialised) {
        serialise({ model: 'wire', stream: true, systemInstructions, input, tools, modelSettings })
      }
      const nth = requests++
      const { calls, text } = reply(task, nth)
      yield { type: 'response_started' }
      for (const { id, input: args } of calls) {
        for (const delta of inDeltas(args)) yield toRaw(id, delta)
      }
      if (text) yield { type: 'output_text_delta', delta: text }
      const output: (FunctionCallItem | AssistantMessageItem)[] = calls.map(
        ({ id, name, input: args }) => ({
          type: 'function_call',
          callId: id,
          name,
          arguments: args,
          status: 'completed',
        }),
      )
      if (text) {
        const content = [{ type: 'output_text' as const, text }]
        output.push({ type: 'message', role: 'assistant', status: 'completed', content })
      }
      const usage = { inputTokens: 100, outputTokens: 20, totalTokens: 120 }
      yield { type: 'response_done', response: { id: `response_${nth}`, usage, output } }
    },
  }
}

/** Deltas of arguments come as the provider's own events. */
const toRaw = (itemId: string, delta: string): StreamEvent => ({
  type: 'model',
  event: { type: 'response.function_call_arguments.delta', item_id: itemId, delta },
})
