import { useUsage } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { renderPart, type PartProps } from '../part.ts'

/** The state of `Meter`. `costed` is true if the cost is known. */
export type MeterState = { readonly costed: boolean }

/** The props of `Meter`. */
export interface MeterProps extends PartProps<MeterState, 'p'> {
  /** The name of the model that answers, in words for people. Default: none is shown. */
  readonly model?: string | undefined
}

/**
 * Shows one line with the model that answers and the usage of the open session. The usage is in
 * tokens, and in USD if `rates` has the model.
 */
export function Meter(props: MeterProps): ReactElement {
  const { strings } = useChat()
  const { usage, costUsd } = useUsage().session
  const said = [
    props.model,
    usage.totalTokens > 0 ? strings.tokens(usage.totalTokens) : undefined,
    costUsd === undefined ? undefined : strings.cost(costUsd),
  ]
  return renderPart(
    'p',
    'meter',
    props,
    { costed: costUsd !== undefined },
    { children: said.filter((text) => text !== undefined).join(' · ') },
  )
}
