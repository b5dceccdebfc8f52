import { useCallback, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import type { Agent } from '@ambit/core'
import { usePending } from '@ambit/react'
import type { MarkOptions } from '../acting/marks.tsx'
import { useIsAsked } from '../approval/use-is-asked.ts'
import { useShell } from '../chat-context.ts'
import { type ChatProps, ChatRoot } from '../chat-root.tsx'
import type { ComposerOptions } from '../composer/composer.tsx'
import { draftsOf } from '../composer/draft.ts'
import { OwnHeader } from '../frame/header.tsx'
import { OwnLauncher } from '../frame/launcher.tsx'
import { Panel } from '../frame/panel.tsx'
import { Popup } from '../frame/popup.tsx'
import { Sidebar } from '../frame/sidebar.tsx'
import type { DialogProps } from '../frame/use-dialog.ts'
import { type LateModule, useLateModule } from '../late/late-module.ts'
import type { MeterOptions } from '../meter/meter.tsx'
import { useOutside } from '../outside/use-outside.ts'
import type { Start } from '../suggestions/use-offer.ts'
import type { ConversationModule } from '../transcript/late-transcript.tsx'
import { useActivity } from '../use-activity.ts'
import { EarlyChat } from './early-chat.tsx'
import type * as panelChunk from './panel-chunk.tsx'
import { createPortal } from 'react-dom'

/** The props of `Copilot`, all optional. */
export interface CopilotProps
  extends
    DialogProps,
    Pick<ChatProps, 'title' | 'icon' | 'messages' | 'parts' | 'strings' | 'theme'> {
  /**
   * The form of the widget. `popup`: a button in the corner of the page opens a dialog. `sidebar`:
   * a button opens a dialog at the edge of the screen, as wide as the user makes it. `inline`:
   * the chat fills the box around it. Default `popup`.
   */
  readonly form?: 'popup' | 'sidebar' | 'inline' | undefined
  /**
   * A line of plain text that stays under the title, such as that no language model answers.
   * Default: none.
   */
  readonly notice?: string | undefined
  /**
   * The greeting and the suggestions before the first message, or a function that returns them from
   * the scopes on the page. Default: a general sentence, and no suggestions.
   */
  readonly start?: Start | undefined
  /** What the text field can do beside writing: files, commands, mentions, dictation. */
  readonly composer?: ComposerOptions | undefined
  /**
   * A line under the field that shows the usage and, with `model`, the model that answers. With
   * `proxy`, what is left of the user's limit; with `onModelChange` too, the model can be chosen.
   * Default: none.
   */
  readonly meter?: boolean | MeterOptions | undefined
  /** What is shown on the page while the agent works there. Default: all of it. */
  readonly marks?: boolean | MarkOptions | undefined
  /** A class name to add after the widget's own class, `ambit-chat`. */
  readonly className?: string | undefined
  /** What needs the chat around it, such as `AskAbout`. Default: nothing. */
  readonly children?: ReactNode
}

/** The module of the panel, which may still have to be fetched. */
export type PanelModule = LateModule<typeof panelChunk>

/** The modules of a widget that are fetched when they are needed. */
interface LateCode {
  readonly panel: PanelModule
  readonly conversation: ConversationModule
}

type LateProps = CopilotProps & LateCode

/** Shows `Copilot` with the code of given modules. */
export function LateCopilot(props: LateProps): ReactElement {
  const { panel, form, open, defaultOpen, onOpenChange, place, shortcut } = props
  const { module } = useLateModule(panel)
  const content = (
    <>
      <Content {...props} />
      {props.children}
    </>
  )
  const Frame = form === 'sidebar' ? Sidebar : Popup
  const launcher = (
    <>
      <OwnLauncher />
      {module && <module.PanelMarks marks={props.marks} />}
    </>
  )
  return (
    <ChatRoot {...props} code={module?.chatParts} load={panel.load} portal={createPortal}>
      {form === 'inline' ? (
        <Panel>{content}</Panel>
      ) : (
        <Frame {...{ open, defaultOpen, onOpenChange, place, shortcut, launcher }}>{content}</Frame>
      )}
    </ChatRoot>
  )
}

/** Shows the header with the panel below it, or with the early field until the panel is fetched. */
function Content(props: LateProps): ReactElement {
  const { panel, conversation } = props
  const { agent, field } = useShell()
  const { module, hasFailed, isLoading } = useLateModule(panel)
  const earlyField = useRef<HTMLTextAreaElement>(null)
  const [isComposing, setComposing] = useState(false)
  const [isTaken, setTaken] = useState(false)
  usePrepare(props.form === 'inline' ? 'now' : agent.preloadAt, conversation)
  const takeOver = useCallback((): readonly string[] => {
    moveSelection(earlyField.current, field.current)
    setTaken(true)
    const drafts = draftsOf(agent)
    const { early } = drafts.get()
    if (early[0]) drafts.change({ early: [] })
    return early
  }, [agent, field])
  // The event for the end of a composition comes before the browser has handled the key that ended
  // it.
  const onComposing = (next: boolean): void =>
    next ? setComposing(true) : void setTimeout(() => setComposing(false))
  return (
    <>
      <OwnHeader>{module && <module.PanelControls />}</OwnHeader>
      {module && (
        <module.PanelBody
          options={props}
          conversation={conversation}
          isFieldBusy={isComposing && !isTaken}
          takeOver={takeOver}
        />
      )}
      {!isTaken && (
        <EarlyChat
          {...{ earlyField, hasFailed, isLoading, onComposing }}
          isPanelThere={module !== undefined}
          load={panel.load}
        />
      )}
    </>
  )
}

/**
 * Fetches the panel at the moment that the agent's `preload` names. In any case when the agent
 * works or waits for the user, and then with the conversation. While mounted, reports that a user
 * is there to answer.
 */
function usePrepare(preload: Agent['preloadAt'], conversation: ConversationModule): void {
  const { agent, prepare } = useShell()
  usePending()
  const isAsked = useIsAsked(agent)
  const isBusy = useActivity(agent, ({ status }) => status !== 'idle')
  const hasOutside = useOutside(agent).calls.length > 0
  const isWorking = isAsked || isBusy || hasOutside
  const isNow = isWorking || preload === 'now'
  useEffect(() => {
    // Both at once: the marks on the page and the cards do not wait for the panel.
    if (isWorking) void conversation.load()
  }, [conversation, isWorking])
  useEffect(() => {
    if (isNow) prepare()
    else if (preload === 'idle') return whenIdle(prepare)
    return undefined
  }, [isNow, preload, prepare])
}

/**
 * Calls `then` when the page has nothing else to do, at the latest after 5 seconds. Returns a
 * function that cancels the call.
 */
function whenIdle(then: () => void): () => void {
  // Safari has no idle callbacks.
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(then, 1000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(() => then(), { timeout: 5000 })
  return () => cancelIdleCallback(request)
}

/**
 * Copies the selection of one field to another, and moves the focus if the first field has it. Both
 * fields are in the page.
 */
function moveSelection(from: HTMLTextAreaElement | null, to: HTMLTextAreaElement | null): void {
  if (!from || !to || from === to) return
  const { selectionStart, selectionEnd, selectionDirection } = from
  if (from.matches(':focus')) to.focus({ preventScroll: true })
  to.setSelectionRange(selectionStart, selectionEnd, selectionDirection)
}
