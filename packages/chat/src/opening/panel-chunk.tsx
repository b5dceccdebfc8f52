import { useLayoutEffect, type ReactElement } from 'react'
import { ActingScopes } from '../acting/acting-scopes.tsx'
import { Composer, type ComposerProps } from '../composer/composer.tsx'
import { Notice } from '../frame/notice.tsx'
import { latePart } from '../late/late-part.tsx'
import { ConversationMenu } from '../menu/conversation-menu.tsx'
import { Meter, type MeterProps } from '../meter/meter.tsx'
import { EmptyState } from '../transcript/empty-state.tsx'
import { Transcript } from '../transcript/transcript.tsx'
import { useSend } from '../use-send.ts'
import { ViewButton } from '../view/view-button.tsx'
import { View } from '../view/view.tsx'

export { chatParts } from '../chat-parts.ts'

const LateSessionList = latePart(() =>
  import('../view/views-chunk.ts').then(({ SessionList }) => SessionList),
)
const LateAbilities = latePart(() =>
  import('../view/views-chunk.ts').then(({ Abilities }) => Abilities),
)

/** The options of the panel: props of `Copilot`. */
export interface PanelOptions extends Pick<
  ComposerProps,
  'attachments' | 'commands' | 'mentions' | 'dictation'
> {
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
}

export interface PanelBodyProps {
  readonly options: PanelOptions
  /**
   * True while an input method writes into the early field. The field must then stay in the page.
   */
  readonly isFieldBusy: boolean
  /**
   * Moves the focus and the selection from the early field to the composer. Returns the messages
   * that were sent from the early field.
   */
  readonly takeOver: () => readonly string[]
}

/** Shows the buttons in the header: one for each other view, and the menu of the conversation. */
export const PanelControls = (): ReactElement => (
  <>
    <ViewButton name="sessions" />
    <ViewButton name="abilities" />
    <ConversationMenu />
  </>
)

/** Shows all of an open chat but its header, and replaces the early field by the composer. */
export function PanelBody({ options, isFieldBusy, takeOver }: PanelBodyProps): ReactElement {
  const { suggestions, notice, meter, attachments, commands, mentions, dictation } = options
  const send = useSend()
  useLayoutEffect(() => {
    if (isFieldBusy) return
    for (const text of takeOver()) send(text)
  }, [isFieldBusy, send, takeOver])
  return (
    <>
      <ActingScopes />
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
      {!isFieldBusy && <Composer {...{ attachments, commands, mentions, dictation }} />}
      {meter && <Meter model={meter === true ? undefined : meter.model} />}
    </>
  )
}
