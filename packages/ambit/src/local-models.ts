export {
  type ChosenModel,
  chooseModel,
  constrained,
  type LocalModel,
  promptApi,
  type TextEngine,
  type TextModel,
} from '@ambit/local-models/in-page'
