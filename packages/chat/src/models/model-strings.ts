import { formatBytes } from '../units.ts'

export const englishModels = {
  /** The button that closes the list. */
  closeModels: 'Close the list of models',
  /** What is spoken when another model answers from now on, from its name. */
  nowAnswers: (name: string): string => `${name} answers now`,
  /** The state of the model that answers, and of one that answers if those above it cannot. */
  modelAnswers: 'Answers now',
  modelNext: 'Answers if those above cannot',
  /** The state of a model that is not on the device, from the bytes of its download. */
  modelDownload: (bytes: number | undefined): string =>
    `Not on this device${bytes === undefined ? '' : ` (${formatBytes(bytes)})`}`,
  /** The state of a model while it is downloaded or loaded, and the name of its progress bar. */
  modelLoading: (percent: number | undefined, bytes: number | undefined): string =>
    percent === undefined
      ? 'Loading'
      : `Downloading: ${percent} %${bytes === undefined ? '' : ` of ${formatBytes(bytes)}`}`,
  modelProgress: (name: string): string => `Download of ${name}`,
  /** The state of a model while it is looked for. */
  modelUnknown: 'Checking',
  /** Why a model cannot run here. The application or the engine gives the reason, if any. */
  modelUnavailable: (reason: string | undefined): string =>
    reason ?? 'It cannot run on this device.',
  /** Why a model does not answer: it could not be loaded, or failed with the last message. */
  modelNotLoaded: 'It could not be loaded.',
  modelFailed: 'It did not answer the last message.',
  /** Why a model does not answer: what it may not get, or a rule of the application. */
  modelLocalOnly: 'Not used for the last message: it must not leave the device.',
  modelWhen: 'Not used for messages like the last one.',
  /** The buttons of a model. The name of the model is added for screen readers. */
  downloadModel: 'Download',
  cancelDownload: 'Cancel',
  deleteModel: 'Delete',
  /** The question before a model is deleted, and the button that leaves it where it is. */
  askDeleteModel: 'Delete it here? It must be downloaded again then.',
  keepModel: 'Keep',
  /** What is shown and spoken if a model could not be deleted. */
  modelNotDeleted: 'It could not be deleted.',
}

/** The texts of the list of models, for an agent whose model is one of `chooseModel`. */
export type ModelStrings = Readonly<typeof englishModels>
