import type { LanguageModelV4 } from '@ai-sdk/provider'
import { type Agent, createAgent, createProxyModel, Tool } from 'ambit'
import { record } from '@ambit/devtools/record'
import {
  type Contestant,
  createParameters,
  describeTool,
  instructions,
  question,
  search,
} from '../task.ts'
import { createPortModel } from '../wire/port-model.ts'
import { type Script, writeScript } from '../wire/script.ts'
import { type Body, createScriptedFetch } from '../wire/scripted-fetch.ts'

/** Creates Ambit's client of the proxy's model endpoint. */
export const createEndpointModel = (endpoint: readonly Body[]): LanguageModelV4 =>
  createProxyModel({
    baseURL: 'http://bench.invalid/api/agent',
    modelId: 'openai/gpt-4.1',
    fetch: createScriptedFetch(endpoint),
  })

const toContestant = (
  name: string,
  createModel: (script: Script) => LanguageModelV4,
  attach: (agent: Agent) => unknown = () => undefined,
): Contestant => ({
  name,
  async prepare(task) {
    const script = await writeScript(task)
    const tools = Array.from(
      { length: task.tools },
      (_, at) => new Tool({ ...describeTool(at), parameters: createParameters(), handler: search }),
    )
    return () => {
      let seen = 0
      const agent = createAgent({
        model: createModel(script),
        instructions,
        tools,
        limits: { iterations: task.iterations + 1 },
        on: {
          '*': (event) => {
            const isText = event.type === 'agent:delta' && event.of === 'text'
            if (isText || event.type === 'agent:tool_succeeded') seen++
          },
        },
      })
      attach(agent)
      return async () => {
        await agent.chat(question)
        if (seen !== task.iterations * task.calls + task.words)
          throw new Error('Something is missing.')
      }
    }
  },
})

/** Ambit's `chat` with the default options, on the proxy's wire. An observer gets each event. */
export const ambit: Contestant = toContestant('Ambit', ({ endpoint }) =>
  createEndpointModel(endpoint),
)

/** The same at the model port: no request is written, and no bytes are read. */
export const ambitAtPort: Contestant = toContestant('Ambit, model port', createPortModel)

/** The same as {@link ambit}, with a recorder of the devtools. */
export const ambitRecorded: Contestant = toContestant(
  'Ambit, recorded',
  ({ endpoint }) => createEndpointModel(endpoint),
  (agent) => record(agent),
)
