import '@ambit/core/eager'

export {
  renderWithAgent,
  type RenderedWithAgent,
  type RenderWithAgentOptions,
} from './render-with-agent.tsx'
export type { Page, Render } from './render-on-page.tsx'
