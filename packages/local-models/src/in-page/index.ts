export {
  type ChoiceRequest,
  type ChosenModel,
  type ChosenModelState,
  chooseModel,
  type ModelChoice,
} from './choose-model.ts'
export { constrained, type LocalModel } from './constrained.ts'
export type { LocalModelState } from './loading.ts'
export { promptApi, type PromptApiOptions } from './prompt-api.ts'
export { wllama, type WllamaOptions } from './wllama.ts'
export type {
  TextEnd,
  TextEngine,
  TextMessage,
  TextModel,
  TextModelFound,
  TextRequest,
} from './text-model.ts'
