import type { Agent, ChosenModel, ChosenModelState, LocalModel } from '@ambit/core'
import { useSyncExternalStore } from 'react'
import { cleanText } from '../markdown/text-intake.ts'
import { useActivity } from '../use-activity.ts'

/** One of the models of a {@link ChosenModel}. */
export type ModelChoice = ChosenModelState['choices'][number]

/** Whether a model runs in the page, so that it may have to be downloaded first. */
export const isInPage = (model: ModelChoice['model']): model is LocalModel => 'check' in model

/** Returns the name of a choice for people. */
export const nameOf = ({ label = '', model }: ModelChoice): string =>
  cleanText(label).trim() || cleanText(model.modelId)

/**
 * Returns what is known of the models that the model of an agent is made of, and renders again
 * after each change. Undefined for a model that is not made of others. Of the last request of
 * another conversation, it tells nothing.
 */
export function useChoices(agent: Agent): ChosenModelState | undefined {
  const model = agent.model as Partial<ChosenModel>
  const session = useActivity(agent, (state) => state.session.current)
  const known = useKnown(model)
  if (known?.sessionId === undefined || known.sessionId === session) return known
  const choices = known.choices.map((choice) =>
    ['local_only', 'when', 'failed'].includes(choice.kind ?? '')
      ? { model: choice.model, label: choice.label }
      : choice,
  )
  return { current: choices.find(({ kind }) => kind === undefined)?.model, choices }
}

function useKnown(model: Partial<ChosenModel>): ChosenModelState | undefined {
  const { state } = model
  const chosen = state?.choices && (model as ChosenModel)
  const read = (): ChosenModelState | undefined => chosen?.state
  return useSyncExternalStore(chosen?.subscribe ?? never, read, read)
}

const never = () => (): void => undefined
