import { createProxyModel, listProxyModels } from '@ambit/core'
import { createDemoModel, demoLabel } from '@ambit/local-models/demo'
import { signInAgain } from '../session/fetch-signed-in.ts'

/** What the agent thinks with, and what the person should know of it. */
export interface ModelChoice {
  model: ReturnType<typeof createDemoModel>
  notice?: string | undefined
}

const connection = { baseURL: '/api/agent', onAuthExpired: signInAgain }

/** `?model=…` in the address; else the first model the proxy has a key for; else the embedded demo. */
export async function chooseModel(): Promise<ModelChoice> {
  const demo = createDemoModel()
  const asked = new URLSearchParams(location.search).get('model')
  const modelId = asked ?? (await listProxyModels(connection).catch(() => []))[0]?.id
  return modelId === undefined || modelId === demo.modelId
    ? { model: demo, notice: demoLabel }
    : { model: createProxyModel({ ...connection, modelId }) }
}
