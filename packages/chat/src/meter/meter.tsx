'use client'

import type { ProxyConnection } from '@ambit/core'
import { useAgent } from '@ambit/react'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { useShell } from '../chat-context.ts'
import { checkProps } from '../dev/check-props.ts'
import { nameOf, useChoices } from '../models/chosen-model.ts'
import { renderPart, type PartProps } from '../part.ts'
import type { LimitLeft } from './limit-left.ts'
import { ModelPicker } from './model-picker.tsx'
import { useLimitLeft } from './use-limit-left.ts'
import { useModels } from './use-models.ts'
import { englishMeter, type MeterStrings } from '../strings/meter-strings.ts'
import { useWords } from '../strings/use-words.ts'

/**
 * The state of `Chat.Meter`. `costed` is true if the cost is known, `spent` if nothing is left of
 * the user's limit.
 */
export type MeterState = { readonly costed: boolean; readonly spent: boolean }

/** What the line under the field shows beside the usage. */
export interface MeterOptions {
  /**
   * The model that answers: its id if the user can choose, otherwise its name in words for
   * people. Default: of `chooseModel`, the one that answers; of others, none is shown.
   */
  readonly model?: string | undefined
  /** The name of a `model` to choose that the proxy does not list. Default: its id. */
  readonly name?: string | undefined
  /**
   * Called with the id of the model that the user chose among those of `proxy`. Pass it as
   * `model` then, and give `createProxyModel` a function that returns it. Default: there is no
   * choice.
   */
  readonly onModelChange?: ((id: string) => void) | undefined
  /**
   * The proxy that is asked for what is left of the user's tokens or money: when the chat opens,
   * and after each run. Default: none is asked.
   */
  readonly proxy?: ProxyConnection | undefined
}

/** The props of `Chat.Meter`. */
export interface MeterProps extends MeterOptions, PartProps<MeterState, 'p'> {}

/**
 * Shows one line with the model that answers, the usage of the open session, and what is left of
 * the user's limit at a proxy. The usage is in tokens, with the part of the prompts that
 * came from the provider's cache, and in USD if `prices` has the model.
 */
export function Meter(props: MeterProps): ReactElement {
  checkProps('Chat.Meter', props)
  const { name, proxy, onModelChange } = props
  const answering = useAnswering()
  const { model = answering } = props
  const strings = useWords('meter', englishMeter)
  const { usage, costUsd } = useAgent((state) => state.session.usage.session)
  const cached = Math.round((100 * (usage.cachedTokens ?? 0)) / (usage.promptTokens || 1))
  const left = useLimitLeft(proxy)
  const models = useModels(onModelChange && proxy)
  const said: readonly ReactNode[] = [
    onModelChange && props.model !== undefined ? (
      <ModelPicker key="model" {...{ models, name }} value={props.model} onChange={onModelChange} />
    ) : (
      model
    ),
    usage.totalTokens > 0 ? strings.tokens(usage.totalTokens) : undefined,
    cached > 0 ? strings.cached(cached) : undefined,
    costUsd === undefined ? undefined : strings.cost(costUsd),
    left && textOf(left, strings),
  ].filter((each) => each !== undefined)
  return renderPart(
    'p',
    'meter',
    props,
    { costed: costUsd !== undefined, spent: left?.left === 0 },
    {
      children: said.map((each, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          {each}
        </Fragment>
      )),
    },
  )
}

/** Returns the name of the model that answers; undefined if the agent has no choice. */
function useAnswering(): string | undefined {
  const { choices = [], current } = useChoices(useShell().agent) ?? {}
  const answering = choices.find(({ model }) => model === current)
  return answering && nameOf(answering)
}

function textOf({ kind, left, max, until }: LimitLeft, strings: MeterStrings): string {
  const text = kind === 'tokens' ? strings.tokensLeft(left, max) : strings.moneyLeft(left, max)
  return until === undefined ? text : strings.leftUntil(text, until)
}
