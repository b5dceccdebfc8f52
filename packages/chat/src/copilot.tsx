import type { ReactElement } from 'react'
import type { ChatStrings } from './chat-strings.ts'
import { Chat, type ChatTheme } from './chat.tsx'
import { Composer, type ComposerProps } from './composer/composer.tsx'
import { Header } from './frame/header.tsx'
import { Notice } from './frame/notice.tsx'
import { Panel } from './frame/panel.tsx'
import { Popup } from './frame/popup.tsx'
import { Sidebar } from './frame/sidebar.tsx'
import type { DialogProps } from './frame/use-dialog.ts'
import { EmptyState } from './transcript/empty-state.tsx'
import { Transcript } from './transcript/transcript.tsx'

export interface CopilotProps
  extends DialogProps, Pick<ComposerProps, 'attachments' | 'commands' | 'mentions' | 'dictation'> {
  /**
   * `popup`: a button in the corner of the page opens it. `sidebar`: so too, at the edge of the screen and as wide as the person makes it. `inline`:
   * it fills the box it stands in. Default `popup`.
   */
  readonly form?: 'popup' | 'sidebar' | 'inline' | undefined
  /** What the person may say with one press, shown before the first message. Default: none. */
  readonly suggestions?: readonly string[] | undefined
  /** A plain line that stays under the title, such as that no language model answers. Default: none. */
  readonly notice?: string | undefined
  /** Texts to use instead of the English ones. Give the same object each time. */
  readonly strings?: Partial<ChatStrings> | undefined
  /** `system` follows the person's setting. Default `system`. */
  readonly theme?: ChatTheme | undefined
  /** Stands after the widget's own class, `ambit-chat`. */
  readonly className?: string | undefined
}

/**
 * The chat widget: a conversation with the agent of the nearest `AgentProvider`. Needs `@ambit/chat/styles.css`. It is nothing but the
 * exported parts put together: compose them yourself where you want another arrangement.
 */
export function Copilot(props: CopilotProps): ReactElement {
  const { form = 'popup', suggestions, notice, strings, theme, className } = props
  const { open, defaultOpen, onOpenChange } = props
  const { attachments, commands, mentions, dictation } = props
  const content = (
    <>
      <Header />
      {notice !== undefined && <Notice text={notice} />}
      <Transcript empty={<EmptyState suggestions={suggestions} />} />
      <Composer {...{ attachments, commands, mentions, dictation }} />
    </>
  )
  const Frame = form === 'sidebar' ? Sidebar : Popup
  return (
    <Chat strings={strings} theme={theme} className={className}>
      {form === 'inline' ? (
        <Panel>{content}</Panel>
      ) : (
        <Frame {...{ open, defaultOpen, onOpenChange }}>{content}</Frame>
      )}
    </Chat>
  )
}
