import '@ambit/core/eager'

export {
  type Page,
  type Render,
  renderWithAgent,
  type RenderedWithAgent,
  type RenderWithAgentOptions,
} from './render-with-agent.tsx'
