import { indexedDbStorage } from '@ambit/browser'
import { createProxyModel, listProxyModels } from '@ambit/core'
import { createDemoModel, demoLabel } from '@ambit/local-models/demo'
import { createContext } from 'react'
import { signInAgain } from './session/fetch-signed-in.ts'
import type { User } from './shared/user.ts'

/** The model of the agent, and the notice that a person has to see about the model. */
export interface ModelChoice {
  model: ReturnType<typeof createDemoModel>
  notice?: string | undefined
}

export const ChoiceContext = createContext<ModelChoice | null>(null)

const connection = { baseURL: '/api/agent', onAuthExpired: signInAgain }

/**
 * Chooses the model: the one of `?model=…` in the address, else the first one that the proxy has a
 * key for, else the embedded demo.
 */
export async function chooseModel(): Promise<ModelChoice> {
  const demo = createDemoModel()
  const asked = new URLSearchParams(location.search).get('model')
  const modelId = asked ?? (await listProxyModels(connection).catch(() => []))[0]?.id
  return modelId === undefined || modelId === demo.modelId
    ? { model: demo, notice: demoLabel }
    : { model: createProxyModel({ ...connection, modelId }) }
}

/**
 * Returns the storage for the conversations of one person in this browser. The conversations
 * outlive a reload, and are deleted when the person signs out.
 */
export const sessionsOf = ({ id }: User) => indexedDbStorage({ name: 'back-office', user: id })
