import { AssistantRuntimeProvider, useAssistantTool, useLocalRuntime } from '@assistant-ui/react'
import { describe, parameters, type Registering, rendered } from './registering.ts'

/** The tools of assistant-ui. */
export const assistantUi: Registering = {
  Row: function Row({ at }) {
    rendered.count++
    const { name, description } = describe(at)
    useAssistantTool({
      toolName: name,
      description,
      parameters,
      execute: ({ id }) => Promise.resolve(`${id} ${at}`),
    })
    return null
  },
  Around: function Around({ children }) {
    const runtime = useLocalRuntime(silent)
    return <AssistantRuntimeProvider runtime={runtime}>{children}</AssistantRuntimeProvider>
  },
}

const silent = { run: () => Promise.resolve({}) }
