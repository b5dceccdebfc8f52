import type { Agent, PendingApproval } from '@ambit/core'
import type { ReactElement } from 'react'
import type { ApprovalStrings } from './approval-strings.ts'
import { useChat } from '../chat-context.ts'
import { toolTitle } from '../tool-card/tool-title.ts'
import { WithinCalls } from '../tool-card/within-calls.tsx'
import { Fact } from './fact.tsx'
import { UnseenNote } from './fact-value.tsx'
import { shownName } from './shown-value.ts'
import { unseenChars } from './unseen-chars.ts'

interface ApprovalReasonProps {
  readonly request: PendingApproval
  readonly strings: ApprovalStrings
  readonly id: string
}

/**
 * Shows the reason why the user is asked: the cause, third-party text that came before, and that
 * the request has changed. Tells of characters that nobody sees in the title and in these texts.
 */
export function ApprovalReason({ request, strings, id }: ApprovalReasonProps): ReactElement {
  const { agent } = useChat()
  const { title, sentence = '', label = '', dropped, issues } = request
  // The form tells of its own issues.
  const isAnew = request.replaces !== undefined && !issues
  const isOutside = request.source !== undefined
  const taint = request.taint && withTitles(agent, request.taint)
  const why = whyAsked(agent, request, strings)
  const chars = unseenChars(title + sentence + label + (taint ?? ''))
  const isTold = why || isOutside || taint !== undefined || chars.length > 0
  // Nobody can have seen a fact without a size.
  if (!isTold && !isAnew && request.agent === undefined) return <div id={id} />
  return (
    <Fact id={id}>
      {isAnew && (
        <p className="ambit-warning" role="alert">
          {request.edited && !dropped ? strings.edited : strings.changed}
          {dropped && ` ${strings.dropped}`}
        </p>
      )}
      <WithinCalls callId={request.callId} agentName={request.agent} />
      {why && <p>{why}</p>}
      {(isOutside || taint !== undefined) && (
        <p className={isDangerous(agent, request) ? 'ambit-warning' : undefined} dir="auto">
          {isOutside
            ? strings.outside(shownName(taint ?? 'an agent outside this page', 600))
            : strings.taint(shownName(taint ?? '', 600))}
        </p>
      )}
      <UnseenNote {...{ chars, strings }} />
    </Fact>
  )
}

/** Whether the call removes something, or may tell others what is here. */
export const isDangerous = (agent: Agent, request: PendingApproval): boolean =>
  request.effect === 'destructive' ||
  (request.effect === 'egress' && request.taint !== undefined && !isOfMemory(agent, request))

/** Whether the call is of the memory plug-in, whose tools have this subject. */
const isOfMemory = ({ scopes }: Agent, { tool }: PendingApproval): boolean =>
  scopes.find(tool)?.tool.subject === 'memory'

/** Returns the words for what the call does, whatever asked the user, and those for what asked. */
function whyAsked(
  agent: Agent,
  request: PendingApproval,
  { cause: causes, memory }: ApprovalStrings,
): string {
  const { cause, effect } = request
  const isSent = effect === 'egress' || cause === 'taint'
  const sent = isSent && (isOfMemory(agent, request) ? memory : causes.taint)
  const danger = effect === 'destructive' ? causes.effect : sent
  const own = cause !== 'taint' && cause !== 'effect' && causes[cause]
  return [danger, own].filter(Boolean).join(' ')
}

/** Returns words about a text with the titles of tools, and no names, in quotation marks. */
const withTitles = (agent: Agent, words: string): string =>
  words.replaceAll(/"([^"]*)"/g, (_, name: string) => `“${namedBy(agent, name)}”`)

/** Returns the title of a tool, and everything that cannot be the name of a tool as it is. */
const namedBy = (agent: Agent, name: string): string =>
  /^[\w-]+$/.test(name) ? toolTitle(agent, name) : name
