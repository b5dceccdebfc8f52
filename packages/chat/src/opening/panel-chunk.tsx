import { useLayoutEffect, type ReactElement } from 'react'
import { Composer } from '../composer/composer.tsx'
import { Notice } from '../frame/notice.tsx'
import { OfflineNotice } from '../frame/offline-notice.tsx'
import { latePart } from '../late/late-part.tsx'
import { lateParts } from '../late/late-parts.ts'
import { ConversationMenu } from '../menu/conversation-menu.tsx'
import { PageLook } from '../page-look/page-look.tsx'
import { addStyles } from '../styles/bring-styles.ts'
import panelText from '../styles/panel.css?inline'
import { PageSuggestions } from '../suggestions/page-suggestions.tsx'
import { EmptyState } from '../transcript/empty-state.tsx'
import { type ConversationModule, LateTranscript } from '../transcript/late-transcript.tsx'
import { useSend } from '../use-send.ts'
import { View } from '../view/view.tsx'
import type { CopilotProps } from './late-copilot.tsx'

export { WorkingStrip } from '../acting/working-strip.tsx'
export { chatParts } from '../chat-parts.ts'

addStyles(panelText)

const LateSessionList = latePart(lateParts, ({ SessionList }) => SessionList)
const LateAbilities = latePart(lateParts, ({ Abilities }) => Abilities)
const LateArtifactPanel = latePart(lateParts, ({ ArtifactPanel }) => ArtifactPanel)
// The chat is whole without it. The field must not move when it comes.
const LateMeter = latePart(
  lateParts,
  ({ Meter }) => Meter,
  () => <p className="ambit-meter" />,
)

/** The options of the panel: props of `Copilot`. */
export interface PanelOptions extends Pick<
  CopilotProps,
  'notice' | 'start' | 'composer' | 'meter'
> {
  /** True to mark on the page what the agent works on and what its calls changed. */
  readonly touched: boolean
}

export interface PanelBodyProps {
  readonly conversation: ConversationModule
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
    <View name="sessions" button />
    <View name="abilities" button />
    <ConversationMenu />
  </>
)

/** Shows all of an open chat but its header, and replaces the early field by the composer. */
export function PanelBody(props: PanelBodyProps): ReactElement {
  const { conversation, options, isFieldBusy, takeOver } = props
  const { notice, start, composer, meter, touched } = options
  const send = useSend()
  useLayoutEffect(() => {
    if (isFieldBusy) return
    for (const text of takeOver()) send(text)
  }, [isFieldBusy, send, takeOver])
  return (
    <>
      <PageLook />
      <OfflineNotice />
      {notice !== undefined && <Notice text={notice} />}
      <div className="ambit-views">
        <View name="conversation">
          <LateTranscript
            {...{ conversation, touched }}
            empty={<EmptyState start={start} />}
          />
        </View>
        <View name="sessions">
          <LateSessionList />
        </View>
        <View name="abilities">
          <LateAbilities />
        </View>
        <View name="artifact">
          <LateArtifactPanel />
        </View>
      </div>
      <PageSuggestions start={start} />
      {!isFieldBusy && <Composer {...composer} />}
      {meter && <LateMeter {...(meter === true ? {} : meter)} />}
    </>
  )
}
