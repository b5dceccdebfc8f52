import type { AgentState } from '@ambit/core'
import { useAgent } from '@ambit/react'
import { useId, useState, type KeyboardEvent, type ReactElement } from 'react'
import { useChat } from '../../chat-context.ts'
import { englishComposer } from '../../strings/composer-strings.ts'
import { useWords } from '../../strings/use-words.ts'
import { draftsOf } from '../draft.ts'
import { mentionsOf } from './use-mentions.ts'

/** The text to complete: a command at the start of the message, or a mention anywhere in it. */
export interface Token {
  readonly kind: 'command' | 'mention'
  /** The text after the sign, in lower case. */
  readonly query: string
  /** The position of the sign. */
  readonly start: number
  /** The position after the text. */
  readonly end: number
}

/** The number of characters that can follow the sign of a token. */
const MOST_QUERY = 40

/** Finds the token that ends at the caret; undefined if there is none. */
export function findToken(text: string, caret: number): Token | undefined {
  // Only the end is read: a long text would be searched anew with each key.
  const before = text.slice(Math.max(0, caret - 2 * MOST_QUERY - 4), caret)
  const [, sign = '', query = ''] = AT_END.exec(before) ?? []
  if (sign === '') return undefined
  const start = caret - query.length - 1
  if (sign === '/' && text.slice(0, start).trim() !== '') return undefined
  return {
    kind: sign === '/' ? 'command' : 'mention',
    query: query.toLowerCase(),
    start,
    end: caret,
  }
}

const AT_END = /(?:^|\s)([/@])([^\s/@]{0,40})$/u

/** A command that a user can write with `/` at the start of a message. */
export interface ChatCommand {
  /** The name, without the slash and without spaces. */
  readonly name: string
  /** One line beside the name. */
  readonly description?: string | undefined
  /** The text that replaces the command in the field, for the user to send or to complete. */
  readonly prompt?: string | undefined
  /** Called in place of `prompt` when the command is chosen. The field is emptied. */
  readonly run?: (() => void) | undefined
}

/** An entry that a user can mention with `@`. */
export interface ChatMention {
  /** The text that is shown and searched. */
  readonly label: string
  /** One line beside the label. */
  readonly description?: string | undefined
  /** The text that is written into the message after the `@`. Default: the label. */
  readonly text?: string | undefined
}

/** One line of the list of completions. */
interface Choice {
  readonly label: string
  readonly description?: string | undefined
  /** The text that replaces the token. */
  readonly text: string
  readonly run?: (() => void) | undefined
}

const most = 8

/**
 * Returns at most 8 choices: first those that begin with the query, then those that contain it.
 * Leaves out those without a label.
 */
function rankChoices(choices: readonly Choice[], query: string): Choice[] {
  const rank = ({ label }: Choice): number => {
    const at = label.toLowerCase().replace(/^\//, '').indexOf(query)
    return at === -1 ? 2 : Math.min(at, 1)
  }
  return choices
    .filter((choice) => choice.label && rank(choice) < 2)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, most)
}

/** The sources of completions for a message. */
interface CompletionSources {
  readonly commands: readonly ChatCommand[]
  readonly mentions: readonly ChatMention[]
}

/** The list of completions, with the state and handlers that the field needs. */
interface Completion {
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

/** Shows the list of completions. The field keeps the focus and names the active line. */
export function CompletionList({
  listId,
  choices,
  active,
  accept,
}: Completion): ReactElement | null {
  const strings = useWords('composer', englishComposer)
  if (choices.length === 0) return null
  return (
    <div className="ambit-completion" id={listId} role="listbox" aria-label={strings.completions}>
      {choices.map((choice, index) => (
        <button
          type="button"
          key={`${choice.label} ${choice.text}`}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The list must not take the focus from the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => accept(choice)}
        >
          <span className="ambit-choice">{choice.label}</span>
          {choice.description && <span className="ambit-hint">{choice.description}</span>}
        </button>
      ))}
    </div>
  )
}
