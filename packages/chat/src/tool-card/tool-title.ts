import type { Agent, AssistantToolCall, CallRecord, ToolMessage } from '@ambit/core'
import { useSyncExternalStore } from 'react'
import { cleanText } from '../markdown/text-intake.ts'
import { knownTool } from './known-tool.ts'

const MOST_CHARS = 120

/**
 * Returns the name of a tool for people: its title, also when it has left the page. After a reload
 * that is known once the tool is back; until then its name in words. At most 120 characters.
 */
export function toolTitle(agent: Agent, name: string): string {
  const title = knownTool(agent, name)?.title
  return ((title !== undefined && cleanText(title)) || cleanText(inWords(name))).slice(
    0,
    MOST_CHARS,
  )
}

/** Returns the name, for people, of the tool of a call, and renders again when it changes. */
export function useTitleOfCall(agent: Agent, call: TitledCall): string {
  const read = (): string => titleOfCall(agent, call)
  return useSyncExternalStore(agent.scopes.subscribe, read, read)
}

type TitledCall = Pick<CallRecord, 'tool'> & Partial<Pick<CallRecord, 'parentCallId' | 'title'>>

/** Returns the name, for people, of the tool of a call: of another agent, as that agent has it. */
export function titleOfCall(agent: Agent, { tool, parentCallId, title }: TitledCall): string {
  if (parentCallId === undefined) return toolTitle(agent, tool)
  return cleanText(title ?? inWords(tool)).slice(0, MOST_CHARS)
}

/** Returns a title with the name of the row or card that a call is for, if the call has one. */
export function withLabel(title: string, label: string | undefined): string {
  const name = label === undefined ? '' : cleanText(label).slice(0, MOST_CHARS)
  return name ? `${title} — ${name}` : title
}

/** Returns the name of an answered call for people; undefined if it is not in the conversation. */
export function nameOfCall(agent: Agent, callId: string): string | undefined {
  const answer = agent.history.get(callId)
  if (answer?.role !== 'tool') return undefined
  return withLabel(toolTitle(agent, answer.name), answer.label)
}

/**
 * Returns the name, for people, of the row or card that a call is for. While the call waits for its
 * turn the page is asked, later the name is that of the start. Never reads text of the model.
 */
export function labelOf(
  { scopes }: Agent,
  { name, arguments: args }: AssistantToolCall,
  activity: CallRecord | undefined,
  answer: ToolMessage | undefined,
): string | undefined {
  const known = seen.get(args)
  if (answer) return answer.label ?? known
  try {
    const label = activity?.label ?? scopes.find(name)?.tool.subjectOf(args)?.label ?? known
    // A row that leaves before its call begins keeps its name.
    if (label !== undefined) seen.set(args, label)
    return label
  } catch {
    return known
  }
}

/** The last name of the row of each call, by the arguments of the call. */
const seen = new WeakMap<object, string>()

/** The argument that names a row or card by its id. */
export const idArgument = 'instance'

/**
 * Returns the arguments without the id of the row or card, if that has a name for people, or has
 * left the page.
 */
export const withoutId = <T>(
  args: Readonly<Record<string, T>>,
  label: string | undefined,
  isGone: boolean = false,
): Readonly<Record<string, T>> => {
  if ((!label && !isGone) || !Object.hasOwn(args, idArgument)) return args
  return Object.fromEntries(Object.entries(args).filter(([name]) => name !== idArgument))
}

export function inWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
