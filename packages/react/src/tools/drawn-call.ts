import { type ComponentType, createElement, type ReactNode } from 'react'
import type { RenderProps, ToolRenderer } from './render-props.ts'

/**
 * Shows a call by a `render`. A component of its own, so that `render` may use hooks. Only React
 * can call what `memo`, `lazy` or `forwardRef` returned.
 */
export const DrawnCall = ({ render, view }: Drawing): ReactNode =>
  typeof render === 'function'
    ? render(view)
    : createElement(render as ComponentType<RenderProps>, view)

interface Drawing {
  readonly render: ToolRenderer
  readonly view: RenderProps
}
