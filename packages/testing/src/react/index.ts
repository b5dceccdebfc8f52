import '@ambit/core/eager'
import '../act/leave-for-react.ts'

export type { Approve } from './answer-approvals.ts'
export type { Page, Render } from './render-on-page.tsx'
export {
  renderWithAgent,
  type RenderedWithAgent,
  type RenderWithAgentOptions,
} from './render-with-agent.tsx'
