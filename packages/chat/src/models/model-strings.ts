import { formatBytes } from '../units.ts'

/** The texts of the list of models, for an agent whose model is one of `chooseModel`. */
export interface ModelStrings {
  /** The button that closes the list. */
  readonly closeModels: string
  /** What is spoken when another model answers from now on, from its name. */
  readonly nowAnswers: (name: string) => string
  /** The state of the model that answers, and of one that answers if those above it cannot. */
  readonly modelAnswers: string
  readonly modelNext: string
  /** The state of a model that is not on the device, from the bytes of its download. */
  readonly modelDownload: (bytes: number | undefined) => string
  /** The state of a model while it is downloaded or loaded, and the name of its progress bar. */
  readonly modelLoading: (percent: number | undefined, bytes: number | undefined) => string
  readonly modelProgress: (name: string) => string
  /** The state of a model while it is looked for. */
  readonly modelUnknown: string
  /** Why a model cannot run here. The application or the engine gives the reason, if any. */
  readonly modelUnavailable: (reason: string | undefined) => string
  /** Why a model does not answer: it could not be loaded, or failed with the last message. */
  readonly modelNotLoaded: string
  readonly modelFailed: string
  /** Why a model does not answer: what it may not get, or a rule of the application. */
  readonly modelLocalOnly: string
  readonly modelWhen: string
  /** The buttons of a model. The name of the model is added for screen readers. */
  readonly downloadModel: string
  readonly cancelDownload: string
  readonly deleteModel: string
  /** The question before a model is deleted, and the button that leaves it where it is. */
  readonly askDeleteModel: string
  readonly keepModel: string
  /** What is shown and spoken if a model could not be deleted. */
  readonly modelNotDeleted: string
}

export const englishModels: ModelStrings = {
  closeModels: 'Close the list of models',
  nowAnswers: (name) => `${name} answers now`,
  modelAnswers: 'Answers now',
  modelNext: 'Answers if those above cannot',
  modelDownload: (bytes) =>
    `Not on this device${bytes === undefined ? '' : ` (${formatBytes(bytes)})`}`,
  modelLoading: (percent, bytes) =>
    percent === undefined
      ? 'Loading'
      : `Downloading: ${percent} %${bytes === undefined ? '' : ` of ${formatBytes(bytes)}`}`,
  modelProgress: (name) => `Download of ${name}`,
  modelUnknown: 'Checking',
  modelUnavailable: (reason) => reason ?? 'It cannot run on this device.',
  modelNotLoaded: 'It could not be loaded.',
  modelFailed: 'It did not answer the last message.',
  modelLocalOnly: 'Not used for the last message: it must not leave the device.',
  modelWhen: 'Not used for messages like the last one.',
  downloadModel: 'Download',
  cancelDownload: 'Cancel',
  deleteModel: 'Delete',
  askDeleteModel: 'Delete it here? It must be downloaded again then.',
  keepModel: 'Keep',
  modelNotDeleted: 'It could not be deleted.',
}
