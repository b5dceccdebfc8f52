import { type ReactElement, useContext, useState } from 'react'
import { ShellContext, useChat } from '../chat-context.ts'
import { chatParts } from '../chat-parts.ts'
import { ChatRoot } from '../chat-root.tsx'
import { useFrame } from '../frame/frame-context.ts'
import { PageLook } from '../page-look/page-look.tsx'
import { type PartProps, renderPart } from '../part.ts'
import { toolTitle } from '../tool-card/tool-title.ts'
import { useIsAsked } from '../approval/use-is-asked.ts'
import { englishOutside } from '../outside/outside-strings.ts'
import { runningOutside, useOutside } from '../outside/use-outside.ts'
import { useActivity } from '../use-activity.ts'
import { runningCall } from './running-call.ts'
import { englishComposer } from '../strings/composer-strings.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of `WorkingStrip`. */
export type WorkingStripState = { readonly status: 'working' | 'waiting' }

/** The props of `WorkingStrip`. */
export type WorkingStripProps = PartProps<WorkingStripState>

/**
 * Shows over the page where the agent works, or an agent from outside, and a button that stops it.
 * While the agent waits for the user, another button opens the popup or sidebar around it.
 * Renders nothing while the popup or sidebar around it is open. The place is the label of the scope
 * whose tool runs, or else the title of the tool. Works also without `Chat.Root`, inside an
 * `AgentProvider`.
 */
export function WorkingStrip(props: WorkingStripProps): ReactElement {
  const isInChat = useContext(ShellContext)?.chat !== undefined
  if (isInChat) return <Strip {...props} />
  return (
    <ChatRoot code={chatParts}>
      <PageLook />
      <Strip {...props} />
    </ChatRoot>
  )
}

function Strip(props: WorkingStripProps): ReactElement | null {
  const { agent } = useChat()
  const strings = useWords('chat', englishFrame)
  const outside = useWords('pending', englishOutside)
  const { stop } = useWords('composer', englishComposer)
  const { open, setOpen } = useFrame()
  const status = useActivity(agent, (activity) => activity.status)
  const waitingFor = useActivity(agent, (activity) => activity.waitingFor)
  const tool = useActivity(agent, (activity) => runningCall(activity)?.tool)
  const [last, setLast] = useState<string>()
  // The words stay between two calls, and until the end of the run.
  const words = tool === undefined ? last : wordsFor(tool)
  const fromOutside = runningOutside(useOutside(agent))
  const isAsked = useIsAsked(agent)
  const isIdle = status === 'idle'
  const kept = isIdle ? undefined : words
  if (kept !== last) setLast(kept)
  if ((isIdle && !fromOutside) || (open && setOpen)) return null

  const waits = waitingFor ?? (isIdle && isAsked ? 'user' : undefined)
  const doing =
    isIdle && fromOutside ? outside.outsideWorking(toolTitle(agent, fromOutside.tool)) : words
  const waitWords = {
    user: strings.waitingForUser,
    network: strings.offline,
    retry: strings.waiting,
  }
  return renderPart(
    'div',
    'strip',
    props,
    { status: waits === undefined ? 'working' : 'waiting' },
    {
      children: (
        <>
          <p role="status">{waits ? waitWords[waits] : (doing ?? strings.working)}</p>
          {waits === 'user' && setOpen && (
            <button type="button" className="ambit-button" onClick={() => setOpen(true)}>
              {strings.answer}
            </button>
          )}
          <button
            type="button"
            className="ambit-button"
            onClick={() =>
              isIdle ? agent.scopes.allowOutside(false) : agent.cancel({ kind: 'user' })
            }
          >
            {isIdle ? outside.outsideStop : stop}
          </button>
        </>
      ),
    },
  )

  function wordsFor(name: string): string {
    const scope = agent.scopes.find(name)?.scope
    return scope && scope.label !== scope.name
      ? strings.workingOn(scope.label)
      : strings.usingTool(toolTitle(agent, name))
  }
}
