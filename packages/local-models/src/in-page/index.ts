export type { ChosenModel, ChosenModelState, LocalModel, LocalModelState } from '@ambit/core'
export { type ChoiceRequest, chooseModel, type ModelChoice } from './choose-model.ts'
export { constrained } from './constrained.ts'
export { promptApi, type PromptApiOptions } from './prompt-api.ts'
export { transformersJs, type TransformersJsOptions } from './transformers-js.ts'
export { wllama, type WllamaOptions } from './wllama.ts'
export type {
  TextEnd,
  TextEngine,
  TextMessage,
  TextModel,
  TextModelFound,
  TextRequest,
} from './text-model.ts'
