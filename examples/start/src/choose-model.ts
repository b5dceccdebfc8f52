import { createProxyModel, listProxyModels } from 'ambit'
import { createDemoModel, demoLabel } from 'ambit/demo'

const baseURL = '/api/agent'

/** The model of the agent, and the notice that a user has to see about the model. */
type Choice = { model: ReturnType<typeof createDemoModel>; notice?: string | undefined }

/**
 * Chooses the model: the one of `?model=…` in the address, else the first one that the proxy has a
 * key for, else the embedded demo.
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
