import { useAgent } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { ActionButton } from './action-button.tsx'

export interface BranchSwitchProps {
  readonly id: string
  /** What stands in its place, itself too. */
  readonly branches: readonly string[]
}

/** Goes through what stands in one place of the conversation: the message and what took its place. */
export function BranchSwitch({ id, branches }: BranchSwitchProps): ReactElement {
  const { strings } = useChat()
  const { agent, status } = useAgent()
  const at = branches.indexOf(id)
  // While a chat writes the history, its head is that chat's.
  const isBusy = status !== 'idle'
  const show = (next: string | undefined): void => {
    if (next !== undefined) agent.history.select(next)
  }
  return (
    <span className="ambit-branches" role="group" aria-label={strings.versions}>
      <ActionButton
        name="back"
        label={strings.previousVersion}
        disabled={isBusy || at === 0}
        onClick={() => show(branches[at - 1])}
      />
      <span>{strings.version(at + 1, branches.length)}</span>
      <ActionButton
        name="open"
        label={strings.nextVersion}
        disabled={isBusy || at === branches.length - 1}
        onClick={() => show(branches[at + 1])}
      />
    </span>
  )
}
