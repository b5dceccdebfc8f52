export {
  constrained,
  type LocalModel,
  type LocalModelState,
  promptApi,
  type PromptApiOptions,
  type TextEnd,
  type TextEngine,
  type TextMessage,
  type TextModel,
  type TextModelFound,
  type TextRequest,
} from '@ambit/local-models/in-page'
