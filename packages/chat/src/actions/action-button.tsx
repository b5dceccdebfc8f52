import type { ReactElement } from 'react'
import { Icon, type IconName } from '../icon.tsx'

export interface ActionButtonProps {
  readonly name: IconName
  readonly label: string
  readonly onClick: () => void
  readonly pressed?: boolean | undefined
  readonly disabled?: boolean | undefined
}

/**
 * Renders a small icon button, with its name for screen readers and under the pointer. A disabled
 * button keeps the focus.
 */
export const ActionButton = (props: ActionButtonProps): ReactElement => (
  <button
    type="button"
    className="ambit-action"
    aria-label={props.label}
    title={props.label}
    aria-pressed={props.pressed}
    aria-disabled={props.disabled || undefined}
    onClick={() => !props.disabled && props.onClick()}
  >
    <Icon name={props.name} />
  </button>
)
