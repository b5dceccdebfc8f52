import { useLayoutEffect, type ReactElement, type ReactNode } from 'react'
import type { MarkOptions } from '../acting/marks.tsx'
import { WorkingStrip } from '../acting/working-strip.tsx'
import { Composer } from '../composer/composer.tsx'
import { MachineNotice } from '../dev/machine-notice.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Notice, OfflineNotice } from '../frame/notice.tsx'
import { latePart } from '../late/late-part.tsx'
import { lateParts } from '../late/late-parts.ts'
import { ConversationMenu } from '../menu/conversation-menu.tsx'
import { PageLook } from '../page-look/page-look.tsx'
import { OwnPart, replaceable } from '../own-part.tsx'
import { useReplaced } from '../replaced-parts.ts'
import { addStyles } from '../styles/bring-styles.ts'
import panelText from '../styles/panel.css?inline'
import { PageSuggestions } from '../suggestions/page-suggestions.tsx'
import { EmptyState } from '../transcript/empty-state.tsx'
import { type ConversationModule, LateTranscript } from '../transcript/late-transcript.tsx'
import type { StatusProps } from '../transcript/status.tsx'
import { useSend } from '../use-send.ts'
import { View } from '../view/view.tsx'
import type { CopilotProps } from './late-copilot.tsx'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

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

/**
 * Returns a part of the panel whose errors leave the page and the rest of the chat. From the first
 * on, `instead` is shown.
 */
function panelPart<Props extends object>(
  Part: (props: Props) => ReactNode,
  instead?: ReactNode,
): (props: Props) => ReactElement {
  return function PanelPart(props) {
    return (
      <ErrorBoundary of={Part} instead={instead}>
        <Part {...props} />
      </ErrorBoundary>
    )
  }
}

const OneView = panelPart(replaceable('View', View))
const Menu = panelPart(replaceable('Menu', ConversationMenu))
const Line = panelPart(
  replaceable('Status', ({ notice = '' }: StatusProps) => {
    try {
      if (process.env.NODE_ENV !== 'production') return <MachineNotice text={notice} />
    } catch {
      // A page without a bundler has no `process`.
    }
    return <Notice text={notice} />
  }),
)
const Empty = panelPart(replaceable('Empty', EmptyState))
const Sessions = panelPart(replaceable('Sessions', LateSessionList))
const Abilities = panelPart(replaceable('Abilities', LateAbilities))
const Artifact = panelPart(replaceable('Artifact', LateArtifactPanel))
const Suggestions = panelPart(replaceable('Suggestions', PageSuggestions))
// With options that it cannot use, the field is there without them.
const PlainField = panelPart(Composer)
const Field = panelPart(replaceable('Composer', Composer), <PlainField />)
const Strip = panelPart(WorkingStrip)
const Usage = panelPart(replaceable('Meter', LateMeter))

/** The props of `Copilot` that are for the panel. */
type PanelOptions = Pick<CopilotProps, 'form' | 'notice' | 'start' | 'composer' | 'meter' | 'marks'>

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
export function PanelControls(): ReactElement {
  return (
    <>
      <OneView name="sessions" button />
      <OneView name="abilities" button />
      <Menu />
    </>
  )
}

/** Shows on the page what the agent does there: by default the strip, beside a closed chat. */
export function PanelMarks(props: Pick<CopilotProps, 'marks'>): ReactElement | null {
  const marks = marksOf(props.marks)
  if (!marks.touched && !marks.strip) return null
  return (
    <OwnPart name="Marks" given={marks}>
      {marks.strip && <Strip />}
    </OwnPart>
  )
}

const marksOf = (marks: CopilotProps['marks'] = true): Record<keyof MarkOptions, boolean> =>
  typeof marks === 'object'
    ? { touched: marks.touched ?? true, strip: marks.strip ?? true }
    : { touched: marks, strip: marks }

/** Shows all of an open chat but its header, and replaces the early field by the composer. */
export function PanelBody(props: PanelBodyProps): ReactElement {
  const { conversation, options, isFieldBusy, takeOver } = props
  const { notice, start, composer, meter } = options
  const send = useSend()
  useLayoutEffect(() => {
    if (isFieldBusy) return
    for (const text of takeOver()) send(text)
  }, [isFieldBusy, send, takeOver])
  const isMarksReplaced = useReplaced().Marks !== undefined
  const touched = !isMarksReplaced && marksOf(options.marks).touched
  return (
    <>
      <PageLook />
      {options.form === 'inline' && isMarksReplaced && <PanelMarks marks={options.marks} />}
      <OfflineNotice />
      {notice !== undefined && <Line notice={notice} />}
      <div className="ambit-views">
        <OneView name="conversation">
          <LateTranscript {...{ conversation, touched }} empty={<Empty start={start} />} />
        </OneView>
        <OneView name="sessions">
          <Sessions />
        </OneView>
        <OneView name="abilities">
          <Abilities />
        </OneView>
        <OneView name="artifact">
          <Artifact />
        </OneView>
      </div>
      <Suggestions start={start} />
      {!isFieldBusy && <Field {...composer} />}
      {meter && <Usage {...(meter === true ? {} : meter)} />}
    </>
  )
}
