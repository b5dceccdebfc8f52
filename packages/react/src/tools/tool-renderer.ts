import type { AnyTool } from '@ambit/core'
import type { ReactNode } from 'react'
import type { ToolRenderProps } from './tool-render-props.ts'

/** Shows a call of one tool. Called as the body of a component, so it may use hooks. */
export type ToolRenderer = (props: ToolRenderProps) => ReactNode

/** What shows the calls of one name. */
export interface RegisteredRenderer {
  readonly render: ToolRenderer
  readonly validate: AnyTool['validate']
  /** What it is of: the renderers of one call the same hooks. */
  readonly owner: object
}
