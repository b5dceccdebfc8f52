import type { ReactElement } from 'react'
import { Icon, type IconName } from '../icon.tsx'

export interface ActionButtonProps {
  readonly name: IconName
  readonly label: string
  readonly onClick: () => void
  readonly pressed?: boolean | undefined
  readonly disabled?: boolean | undefined
}

/** A small button with an icon, named for people who do not see it and under the pointer. A disabled one keeps the focus. */
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
