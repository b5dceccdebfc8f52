import { useAgent } from '@ambit/react'
import type { ReactElement } from 'react'
import { ActionButton } from './action-button.tsx'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

export interface BranchSwitchProps {
  readonly id: string
  /** The ids of all versions of the message, its own included. */
  readonly branches: readonly string[]
}

/** Switches between the versions of a message: the message and those that replaced it. */
export function BranchSwitch({ id, branches }: BranchSwitchProps): ReactElement {
  const strings = useWords('messages', englishMessages)
  const { agent, status } = useAgent()
  const at = branches.indexOf(id)
  // While a chat writes the history, that chat controls the head.
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
