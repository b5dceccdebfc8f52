import { type Agent, createProxyModel, listProxyModels } from 'ambit'
import { createDemoModel, demoLabel } from 'ambit/demo'
import { indexedDbStorage } from 'ambit/storage'
import { serverStorage } from 'ambit/storage/server'
import { createContext } from 'react'
import { fetchSignedIn, signInAgain } from './session/fetch-signed-in.ts'
import type { User } from './shared/user.ts'

/** The model of the agent, and what a user has to see about it. */
export interface ModelChoice {
  model: ReturnType<typeof createDemoModel>
  notice?: string | undefined
  /** The id of a model behind the proxy, which the user can change. Absent for the demo model. */
  chosen?: { id: string } | undefined
}

export const ChoiceContext = createContext<ModelChoice | null>(null)

/** The way from the demo model to a language model, in words for the user. */
const hint = 'The README of this demo tells how it takes a language model.'

export const connection = { baseURL: '/api/agent', onAuthExpired: signInAgain }

/**
 * Chooses the model: the one of `?model=…` in the address, else the first one that the proxy has a
 * key for, else the embedded demo.
 */
export async function chooseModel(): Promise<ModelChoice> {
  const demo = createDemoModel({ hint })
  const asked = new URLSearchParams(location.search).get('model')
  const id = asked ?? (await listProxyModels(connection).catch(() => []))[0]?.id
  if (id === undefined || id === demo.modelId) return { model: demo, notice: demoLabel }
  const chosen = { id }
  return { model: createProxyModel({ ...connection, modelId: () => chosen.id }), chosen }
}

const inBrowser = ({ id }: User) => indexedDbStorage({ name: 'back-office', user: id })

/** True if the server keeps the conversations: see `src/server/back-office.ts`. */
const isOnServer = Boolean(import.meta.env['HAS_SERVER_SESSIONS'])

/**
 * Returns the storage for the conversations of one user: on the server, for all devices, or in
 * this browser, until the user signs out.
 */
export const sessionsOf = (user: User) =>
  isOnServer
    ? serverStorage({
        baseURL: connection.baseURL,
        fetch: fetchSignedIn,
      })
    : inBrowser(user)

/** Deletes what this browser keeps of a user. */
export async function forget(user: User): Promise<void> {
  if (!isOnServer) await inBrowser(user).wipe()
}

/** Deletes all conversations of a user. */
export async function deleteSessions({ sessions }: Agent, user: User): Promise<void> {
  if (isOnServer) for (const { id } of await sessions.list()) await sessions.delete(id)
  await forget(user)
}
