'use client'

import type { ReactElement } from 'react'
import { checkProps } from './dev/check-props.ts'
import { LateModule } from './late/late-module.ts'
import { type CopilotProps, LateCopilot, type PanelModule } from './opening/late-copilot.tsx'
import type { ConversationModule } from './transcript/late-transcript.tsx'

/** The module of the panel, shared by every `Copilot`. */
export const panel: PanelModule = new LateModule(() => import('./opening/panel-chunk.tsx'))

/** The module of the conversation, shared by every `Copilot`. */
export const conversation: ConversationModule = new LateModule(
  () => import('./transcript/transcript-chunk.tsx'),
)

/**
 * Shows the chat widget: a conversation with the agent of the nearest `AgentProvider`. Needs
 * `ambit/chat/styles.css`. The parts of the widget are exported: compose them yourself for another
 * arrangement.
 *
 * A closed widget does not fetch the code of its panel until somebody seems to want it, or when the
 * agent's `preload` says. Until the panel is there, an open widget shows a plain field.
 *
 * @example
 * <AgentProvider agent={agent}>
 *   <Page />
 *   <Copilot start={{ suggestions: ['Add honey to the list'] }} />
 * </AgentProvider>
 */
export function Copilot(props: CopilotProps): ReactElement {
  checkProps('Copilot', props)
  return <LateCopilot {...props} panel={panel} conversation={conversation} />
}
