import { createProxyModel } from '@ambit/core'
import { createDemoModel, demoLabel } from '@ambit/local-models/demo'

const baseURL = '/api/agent'

/** What the agent thinks with, and what the person should know of it. */
type Choice = { model: ReturnType<typeof createDemoModel>; notice?: string | undefined }

/**
 * `?model=…` in the address; else the first model the proxy has a key for; else the embedded demo.
 */
export async function chooseModel(): Promise<Choice> {
  const demo = createDemoModel()
  const modelId = new URLSearchParams(location.search).get('model') ?? (await firstModel())
  return modelId === undefined || modelId === demo.modelId
    ? { model: demo, notice: demoLabel }
    : { model: createProxyModel({ baseURL, modelId }) }
}

async function firstModel(): Promise<string | undefined> {
  try {
    const response = await fetch(`${baseURL}/models`, { signal: AbortSignal.timeout(2000) })
    const { models } = (await response.json()) as { models: { id: string }[] }
    return models[0]?.id
  } catch {
    return undefined
  }
}
