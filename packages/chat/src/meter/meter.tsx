import { useUsage } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { renderPart, type PartProps } from '../part.ts'

/** What `Meter` says about itself: `costed` where the cost is known. */
export type MeterState = { readonly costed: boolean }

/** What `Meter` takes. */
export interface MeterProps extends PartProps<MeterState, 'p'> {
  /** What answers, in words for people. Default: not said. */
  readonly model?: string | undefined
}

/** One line that says which model answers, and what the open session has used: tokens, and USD where `rates` knows the model. */
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
