import { createProxyModel, listProxyModels } from '@ambit/core'
import { createDemoModel, demoLabel } from '@ambit/local-models/demo'

const baseURL = '/api/agent'

/** What the agent thinks with, and what the person should know of it. */
type Choice = { model: ReturnType<typeof createDemoModel>; notice?: string | undefined }

/**
 * `?model=…` in the address; else the first model the proxy has a key for; else the embedded demo.
 */
export async function chooseModel(): Promise<Choice> {
  const demo = createDemoModel()
  const asked = new URLSearchParams(location.search).get('model')
  const modelId = asked ?? (await firstModel())
  return modelId === undefined || modelId === demo.modelId
    ? { model: demo, notice: demoLabel }
    : { model: createProxyModel({ baseURL, modelId }) }
}

async function firstModel(): Promise<string | undefined> {
  const models = await listProxyModels({ baseURL }, AbortSignal.timeout(2000)).catch(() => [])
  return models[0]?.id
}
