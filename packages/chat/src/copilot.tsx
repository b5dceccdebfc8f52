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

/** What `Copilot` takes. None is needed. */
export interface CopilotProps
  extends
    DialogProps,
    Pick<ComposerProps, 'attachments' | 'commands' | 'mentions' | 'dictation'>,
    Pick<ChatProps, 'allowedImageOrigins'> {
  /**
   * `popup`: a button in the corner of the page opens it. `sidebar`: so too, at the edge of the screen and as wide as the person makes it. `inline`:
   * it fills the box it stands in. Default `popup`.
   */
  readonly form?: 'popup' | 'sidebar' | 'inline' | undefined
  /** What the person may say with one press, shown before the first message. Default: none. */
  readonly suggestions?: readonly string[] | undefined
  /** A plain line that stays under the title, such as that no language model answers. Default: none. */
  readonly notice?: string | undefined
  /** A line under the field that says what was used, and which model answers. Default: none. */
  readonly meter?: boolean | Pick<MeterProps, 'model'> | undefined
  /** Told what the person thinks of an answer. Default: nobody is asked. Give the same function each time. */
  readonly onFeedback?: ((feedback: Feedback) => void) | undefined
  /** How data that tools give to the page is shown, by its type. Default: as text. Give the same object each time. */
  readonly artifacts?: ArtifactRenderers | undefined
  /** Texts to use instead of the English ones. Give the same object each time. */
  readonly strings?: Partial<ChatStrings> | undefined
  /** `system` follows the person's setting. Default `system`. */
  readonly theme?: ChatTheme | undefined
  /** Stands after the widget's own class, `ambit-chat`. */
  readonly className?: string | undefined
}

const LateAbilities = latePart(() =>
  import('./abilities/abilities.tsx').then(({ Abilities }) => Abilities),
)
const LateSessionList = latePart(() =>
  import('./sessions/session-list.tsx').then(({ SessionList }) => SessionList),
)

/**
 * The chat widget: a conversation with the agent of the nearest `AgentProvider`. Needs `@ambit/chat/styles.css`. It is nothing but the
 * exported parts put together: compose them yourself where you want another arrangement.
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
