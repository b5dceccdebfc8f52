'use client'

// The reasons: decisions/0034.
import type { ReactElement } from 'react'
import { checkProps } from '../dev/check-props.ts'
import type { PartProps } from '../part.ts'
import { TouchedMarks } from './touched-marks.tsx'
import { WorkingStrip, type WorkingStripState } from './working-strip.tsx'

/** What is shown on the page while the agent works there. */
export interface MarkOptions {
  /**
   * True to mark on the page what the agent works on and what its calls changed. The elements of a
   * scope are outlined while one of its tools runs. What a call touched flashes once the page has
   * the change, and again when the call is undone. Default true.
   */
  readonly touched?: boolean | undefined
  /**
   * True to show over the page, while the panel is closed and the agent works, where it works and a
   * button that stops it. Default true.
   */
  readonly strip?: boolean | undefined
}

/** The props of `Chat.Marks`. `className` and `render` are those of the strip. */
export interface MarksProps extends MarkOptions, PartProps<WorkingStripState> {}

/**
 * Shows on the page what the agent works on and what it changed, and a strip while it works. Works
 * also without `Chat.Root`, inside an `AgentProvider`. The strip renders nothing while the popup or
 * sidebar around it is open.
 */
export function Marks(props: MarksProps): ReactElement {
  checkProps('Chat.Marks', props)
  const { touched = true, strip = true, ...rest } = props
  return (
    <>
      {touched && <TouchedMarks />}
      {strip && <WorkingStrip {...rest} />}
    </>
  )
}
