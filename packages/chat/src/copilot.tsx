import type { ReactElement } from 'react'
import type { Feedback } from './actions/feedback.ts'
import type { ArtifactRenderers } from './artifacts/artifact-renderers.ts'
import type { ChatStrings } from './chat-strings.ts'
import { Chat, type ChatProps, type ChatTheme } from './chat.tsx'
import { Composer, type ComposerProps } from './composer/composer.tsx'
import { Header } from './frame/header.tsx'
import { Notice } from './frame/notice.tsx'
import { Panel } from './frame/panel.tsx'
import { Popup } from './frame/popup.tsx'
import { Sidebar } from './frame/sidebar.tsx'
import type { DialogProps } from './frame/use-dialog.ts'
import { latePart } from './late-part.ts'
import { ConversationMenu } from './menu/conversation-menu.tsx'
import { Meter, type MeterProps } from './meter/meter.tsx'
import { EmptyState } from './transcript/empty-state.tsx'
import { Transcript } from './transcript/transcript.tsx'
import { ViewButton } from './view/view-button.tsx'
import { View } from './view/view.tsx'

/** The props of `Copilot`, all optional. */
export interface CopilotProps
  extends
    DialogProps,
    Pick<ComposerProps, 'attachments' | 'commands' | 'mentions' | 'dictation'>,
    Pick<ChatProps, 'allowedImageOrigins'> {
  /**
   * The form of the widget. `popup`: a button in the corner of the page opens a dialog. `sidebar`:
   * a button opens a dialog at the edge of the screen, as wide as the person makes it. `inline`:
   * the chat fills the box around it. Default `popup`.
   */
  readonly form?: 'popup' | 'sidebar' | 'inline' | undefined
  /**
   * Messages that the person can send with one press, shown before the first message. Default:
   * none.
   */
  readonly suggestions?: readonly string[] | undefined
  /**
   * A line of plain text that stays under the title, such as that no language model answers.
   * Default: none.
   */
  readonly notice?: string | undefined
  /**
   * A line under the field that shows the usage and, with `model`, the model that answers. Default:
   * none.
   */
  readonly meter?: boolean | Pick<MeterProps, 'model'> | undefined
  /**
   * Receives the person's opinion of an answer. Default: the chat does not ask. Pass the same
   * function each time.
   */
  readonly onFeedback?: ((feedback: Feedback) => void) | undefined
  /**
   * Renderers of artifacts (data that tools give to the page), by type. Default: artifacts are
   * shown as text. Pass the same object each time.
   */
  readonly artifacts?: ArtifactRenderers | undefined
  /** Texts in place of the English ones. Pass the same object each time. */
  readonly strings?: Partial<ChatStrings> | undefined
  /** The colours. `system` follows the person's setting. Default `system`. */
  readonly theme?: ChatTheme | undefined
  /** A class name to add after the widget's own class, `ambit-chat`. */
  readonly className?: string | undefined
}

const LateAbilities = latePart(() =>
  import('./abilities/abilities.tsx').then(({ Abilities }) => Abilities),
)
const LateSessionList = latePart(() =>
  import('./sessions/session-list.tsx').then(({ SessionList }) => SessionList),
)

/**
 * Shows the chat widget: a conversation with the agent of the nearest `AgentProvider`. Needs
 * `@ambit/chat/styles.css`. Consists only of exported parts: compose them yourself for another
 * arrangement.
 */
export function Copilot(props: CopilotProps): ReactElement {
  const { form = 'popup', suggestions, notice, strings, theme, className } = props
  const { open, defaultOpen, onOpenChange, shortcut } = props
  const { attachments, commands, mentions, dictation, meter } = props
  const { onFeedback, artifacts, allowedImageOrigins } = props
  const content = (
    <>
      <Header>
        <ViewButton name="sessions" />
        <ViewButton name="abilities" />
        <ConversationMenu />
      </Header>
      {notice !== undefined && <Notice text={notice} />}
      <View name="conversation">
        <Transcript empty={<EmptyState suggestions={suggestions} />} />
      </View>
      <View name="sessions">
        <LateSessionList />
      </View>
      <View name="abilities">
        <LateAbilities />
      </View>
      <Composer {...{ attachments, commands, mentions, dictation }} />
      {meter && <Meter model={meter === true ? undefined : meter.model} />}
    </>
  )
  const Frame = form === 'sidebar' ? Sidebar : Popup
  return (
    <Chat {...{ strings, theme, className, onFeedback, artifacts, allowedImageOrigins }}>
      {form === 'inline' ? (
        <Panel>{content}</Panel>
      ) : (
        <Frame {...{ open, defaultOpen, onOpenChange, shortcut }}>{content}</Frame>
      )}
    </Chat>
  )
}
