import '../preload.ts'

export {
  type Page,
  type Render,
  renderWithAgent,
  type RenderedWithAgent,
  type RenderWithAgentOptions,
} from './render-with-agent.tsx'
