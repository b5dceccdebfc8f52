import type { Agent, ChosenModel, ChosenModelState, LocalModel } from '@ambit/core'
import { useSyncExternalStore } from 'react'

/** One of the models of a {@link ChosenModel}. */
export type ModelChoice = ChosenModelState['choices'][number]

/** Whether a model runs in the page, so that it may have to be downloaded first. */
export const isInPage = (model: ModelChoice['model']): model is LocalModel => 'check' in model

/** Returns the name of a choice for people. */
export const nameOf = ({ label, model }: ModelChoice): string => label ?? model.modelId

/**
 * Returns what is known of the models that the model of an agent is made of, and renders again
 * after each change. Undefined for a model that is not made of others.
 */
export function useChoices({ model }: Agent): ChosenModelState | undefined {
  const { state } = model as Partial<ChosenModel>
  const chosen = state?.choices && (model as ChosenModel)
  const read = (): ChosenModelState | undefined => chosen?.state
  return useSyncExternalStore(chosen?.subscribe ?? never, read, read)
}

const never = () => (): void => undefined
