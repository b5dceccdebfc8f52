'use client'
import {
  fetchProxyUsage,
  type ListedModel,
  listProxyModels,
  type ProxyConnection,
  type ProxyUsage,
} from '@ambit/core'
import { useAgent } from '@ambit/react'
import { Fragment, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { useChat, useShell } from '../chat-context.ts'
import { checkProps } from '../dev/check-props.ts'
import { nameOf, useChoices } from '../models/chosen-model.ts'
import { type PartProps, renderPart } from '../part.ts'
import { englishMeter, type MeterStrings } from '../strings/meter-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { useFrame } from '../frame/frame-context.ts'
import { useActivity } from '../use-activity.ts'

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

type ModelPickerState = Record<never, never>

/** The props of `ModelPicker`. */
interface ModelPickerProps extends PartProps<ModelPickerState, 'select'> {
  /** The id of the model that answers the next message. */
  readonly value: string
  /** Called with the id of the model that the user chose. */
  readonly onChange: (id: string) => void
  /** The models to choose from, as `listProxyModels` returns them. */
  readonly models: readonly ListedModel[]
  /** The name of a model that is not among `models`. Default: its id. */
  readonly name?: string | undefined
}

/** Lets the user choose the model that answers. With one model or none, shows only its name. */
function ModelPicker(props: ModelPickerProps): ReactElement {
  const { models, value, onChange, name = value } = props
  const strings = useWords('meter', englishMeter)
  const isListed = models.some(({ id }) => id === value)
  const all = isListed ? models : [{ id: value, label: name }, ...models]
  if (all.length < 2) return <span dir="auto">{cleanText(all[0]?.label ?? name)}</span>
  return renderPart(
    'select',
    'model-picker',
    props,
    {},
    {
      'aria-label': strings.model,
      title: strings.model,
      value,
      onChange: ({ currentTarget }) => onChange(currentTarget.value),
      children: all.map(({ id, label }) => (
        <option key={id} value={id}>
          {cleanText(label)}
        </option>
      )),
    },
  )
}

/**
 * Returns what is left of the user's limits at a proxy. Asks when the chat opens and after each
 * run. Undefined while nothing is known, and if the proxy limits nothing. An error is silent: the
 * last answer stays.
 */
function useLimitLeft(proxy: ProxyConnection | undefined): LimitLeft | undefined {
  const { agent } = useChat()
  const { open } = useFrame()
  const [left, setLeft] = useState<LimitLeft>()
  const isTime = useActivity(agent, ({ status }) => status === 'idle') && open
  const latest = useRef(proxy)
  useEffect(() => void (latest.current = proxy))
  const baseURL = proxy?.baseURL
  useEffect(() => {
    const connection = latest.current
    if (!isTime || !connection || baseURL === undefined) return undefined
    const controller = new AbortController()
    const { signal } = controller
    fetchProxyUsage(connection, signal)
      .then((usage) => !signal.aborted && setLeft(limitLeft(usage, Date.now())))
      .catch(() => undefined)
    return () => controller.abort()
  }, [isTime, baseURL])
  return left
}

const none: readonly ListedModel[] = []

/** Returns the models that a proxy allows; none until they are listed, and if they cannot be. */
function useModels(proxy: ProxyConnection | undefined): readonly ListedModel[] {
  const [models, setModels] = useState(none)
  const { open } = useFrame()
  const latest = useRef(proxy)
  useEffect(() => void (latest.current = proxy))
  const baseURL = proxy?.baseURL
  const isTime = open && models.length === 0
  useEffect(() => {
    const connection = latest.current
    if (!isTime || !connection || baseURL === undefined) return undefined
    const controller = new AbortController()
    listProxyModels(connection, controller.signal)
      .then(setModels)
      .catch(() => undefined)
    return () => controller.abort()
  }, [isTime, baseURL])
  return models
}

/** One limit of the user that is shown: the one of which the smallest part is left. */
interface LimitLeft {
  readonly kind: 'tokens' | 'costUsd'
  readonly left: number
  readonly max: number
  /** The time from which all of it is there again, in milliseconds since the Unix epoch. */
  readonly until?: number | undefined
}

/**
 * Returns what is left of the user's tokens or money; undefined if the proxy limits neither. The
 * limits of a minute say nothing about a day, so they are left out.
 */
function limitLeft({ tokens, costUsd }: ProxyUsage, now: number): LimitLeft | undefined {
  const limits = [
    { kind: 'costUsd' as const, use: costUsd },
    { kind: 'tokens' as const, use: tokens },
  ].flatMap(({ kind, use }): LimitLeft[] => {
    if (!use) return []
    const { left, max, resetsInMs } = use
    return [{ kind, left, max, until: resetsInMs === undefined ? undefined : now + resetsInMs }]
  })
  const share = ({ left, max }: LimitLeft): number => (max > 0 ? left / max : 0)
  return limits.sort((a, b) => share(a) - share(b))[0]
}
