import type { AgentState } from '@ambit/core'
import { useAgent } from '@ambit/react'
import { useId, useState, type KeyboardEvent } from 'react'
import { useChat } from '../../chat-context.ts'
import { type ChatCommand, type ChatMention, type Choice, rankChoices } from './completion.ts'
import type { Token } from './find-token.ts'
import { mentionsOf } from './use-mentions.ts'
import { draftsOf } from '../draft.ts'

/** The sources of completions for a message. */
export interface CompletionSources {
  readonly commands: readonly ChatCommand[]
  readonly mentions: readonly ChatMention[]
}

/** The list of completions, with the state and handlers that the field needs. */
export interface Completion {
  readonly listId: string
  readonly choices: readonly Choice[]
  /** The index of the choice that Enter and Tab accept. */
  readonly active: number
  readonly accept: (choice: Choice) => void
  /** Returns true if the list used the key. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
}

/**
 * Completes the command or the mention that ends at the caret. `write` puts a new text into the
 * field and the caret after `caret` UTF-16 units.
 */
export function useCompletion(
  token: Token | undefined,
  sources: CompletionSources,
  write: (text: string, caret: number) => void,
): Completion {
  const listId = useId()
  const { agent } = useChat()
  const scopes = useAgent(token ? scopesOf : noScopes)
  const [{ key, active, isClosed }, setState] = useState({ key: '', active: 0, isClosed: false })
  const here = token ? `${token.kind}:${token.start}:${token.query}` : ''
  const state = key === here ? { active, isClosed } : { active: 0, isClosed: false }

  const mentions = (): ChatMention[] => [
    ...scopes.flatMap(({ scope, availability }) =>
      availability.enabled && scope.label !== scope.name ? [{ label: scope.label }] : [],
    ),
    ...mentionsOf(agent),
    ...sources.mentions,
  ]
  const choices =
    token && !state.isClosed
      ? rankChoices(
          token.kind === 'command'
            ? sources.commands.map(commandChoice)
            : mentions().map(mentionChoice),
          token.query,
        )
      : []

  const accept = ({ text: inserted, run }: Choice): void => {
    if (!token) return
    setState({ key: '', active: 0, isClosed: false })
    if (run) {
      write('', 0)
      return run()
    }
    const [next, end] = replaceToken(draftsOf(agent).get().text, token, inserted)
    write(next, end)
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const choice = choices[state.active]
    if (!choice) return false
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined) {
      const next = (state.active + move + choices.length) % choices.length
      setState({ key: here, active: next, isClosed: false })
    } else if (event.key === 'Escape') setState({ key: here, active: 0, isClosed: true })
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') accept(choice)
    else return false
    event.preventDefault()
    return true
  }
  return { listId, choices, active: state.active, accept, onKeyDown }
}

const scopesOf = ({ scopes }: AgentState): AgentState['scopes'] => scopes
const none: AgentState['scopes'] = []
const noScopes = (): AgentState['scopes'] => none

function replaceToken(
  text: string,
  { start, end }: Token,
  inserted: string,
): [text: string, caret: number] {
  const rest = text.slice(end).replace(/^ /, '')
  return [`${text.slice(0, start)}${inserted} ${rest}`, start + inserted.length + 1]
}

const commandChoice = ({ name, description, prompt, run }: ChatCommand): Choice => ({
  label: name && `/${name}`,
  description,
  text: prompt ?? `/${name}`,
  run,
})

const mentionChoice = ({ label, description, text = label }: ChatMention): Choice => ({
  label,
  description,
  text: `@${text}`,
})
