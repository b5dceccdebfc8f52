import type { ReactElement } from 'react'
import { LateModule } from './late/late-module.ts'
import { type CopilotProps, LateCopilot, type PanelModule } from './opening/late-copilot.tsx'

/** The panel of every `Copilot`. */
export const panel: PanelModule = new LateModule(() => import('./opening/panel-chunk.tsx'))

/**
 * The chat widget: a conversation with the agent of the nearest `AgentProvider`. Needs `@ambit/chat/styles.css`. It is nothing but the
 * exported parts put together: compose them yourself where you want another arrangement. What a closed one does not show is fetched when
 * somebody seems to want it, see `preload`; until it is there, an open one shows a plain field.
 */
export const Copilot = (props: CopilotProps): ReactElement => (
  <LateCopilot {...props} panel={panel} />
)
