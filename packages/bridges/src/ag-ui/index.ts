export type { AguiEvent } from './agui-event.ts'
export {
  type AguiModel,
  type AguiModelOptions,
  createAguiModel,
  type RemoteRun,
} from './agui-model.ts'
export { askPersonTool } from './ask-person-tool.ts'
export { type ToAguiOptions, toAguiEvents } from './to-agui-events.ts'
