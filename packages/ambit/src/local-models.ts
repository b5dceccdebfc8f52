export {
  type ChosenModel,
  chooseModel,
  constrained,
  type LocalModel,
  promptApi,
  type TextEngine,
  type TextModel,
  transformersJs,
  wllama,
} from '@ambit/local-models/in-page'
