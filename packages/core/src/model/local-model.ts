// The reasons: decisions/0096.
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'

/** What a user interface shows of a model in the page. */
export interface LocalModelState {
  /**
   * - `unknown`: nobody has looked for it yet.
   * - `unavailable`: it cannot run here; `reason` says why.
   * - `downloadable`: it runs after a download of `bytes`, which `load` starts.
   * - `available`: it is on the device, and the next call loads it.
   * - `loading`: it is downloaded or loaded.
   * - `ready`: it is in memory.
   * - `failed`: it could not be loaded; `reason` says why. `load` tries again.
   */
  readonly status:
    | 'unknown'
    | 'unavailable'
    | 'downloadable'
    | 'available'
    | 'loading'
    | 'ready'
    | 'failed'
  /** The share of the download that is here, from 0 to 1. */
  readonly progress?: number | undefined
  /** The bytes of the download. */
  readonly bytes?: number | undefined
  /** A sentence for people, in English. */
  readonly reason?: string | undefined
}

/** A language model in the page. Its requests go nowhere. */
export interface LocalModel extends LanguageModelV4 {
  /** Says that requests stay on the device. */
  readonly isLocal: true
  /** What is known of the model now: a new object after each change. */
  readonly state: LocalModelState
  /** Calls a listener after each change of `state`. Returns a function that ends it. */
  subscribe(listener: () => void): () => void
  /** Looks whether the model can be used here, without a download. Never rejects. */
  check(): Promise<LocalModelState>
  /**
   * Downloads what is missing, and loads the model. Call it when a user asks for it: a call of
   * the model downloads nothing. Rejects with `ModelError` if it does not answer in 60 seconds, or
   * cannot run here.
   */
  load(): Promise<void>
  /** Stops a download or a load. */
  cancel(): void
  /** Whether `remove` deletes a download. A model of the browser stays where it is. */
  readonly isRemovable: boolean
  /** Deletes what was downloaded, and frees the memory. */
  remove(): Promise<void>
  /** The most tokens of a prompt and its answer together, once the model is loaded. */
  readonly contextTokens: number | undefined
}

/** A model that is made of others. */
export interface ChosenModel extends LanguageModelV4 {
  /** Says that it gives what must stay on the device only to models with `isLocal`. */
  readonly isLocal: true
  /** As of any model. */
  doStream(
    options: LanguageModelV4CallOptions,
    /** The agent that asks. */
    asker?: {
      /** The id of its session, as `agent.sessions.current` has it. */
      readonly sessionId: string
      /** Awaited before each of the models that gets the request. A rejection ends the call. */
      admit(model: LanguageModelV4): PromiseLike<void>
    },
  ): ReturnType<LanguageModelV4['doStream']>
  /** What is known of its models now: a new object after each change. */
  readonly state: ChosenModelState
  /** Calls a listener after each change of `state`. Returns a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void
}

/** What a user interface shows of a {@link ChosenModel}. */
export interface ChosenModelState {
  /**
   * The model that answers: the one that gave the last answer, or is giving it. After a download or
   * a deletion, the first that can answer. Undefined while it is not known.
   */
  readonly current: LanguageModelV4 | undefined
  /** The session of the last request; undefined before the first. */
  readonly sessionId?: string | undefined
  /** The models in their order. */
  readonly choices: readonly {
    readonly model: LanguageModelV4 | LocalModel
    /** The name for people. Default: the model's id. */
    readonly label?: string | undefined
    /** Why the model does not answer, as a sentence for people in English. */
    readonly reason?: string | undefined
    /**
     * The kind of the reason.
     *
     * - `local_only`: content of the conversation must not leave the device.
     * - `when`: its rule refused the last request.
     * - `not_loaded`: it must be downloaded first, or is being downloaded.
     * - `unavailable`: it cannot run here, or could not be loaded.
     * - `failed`: it failed with the last request.
     */
    readonly kind?: 'local_only' | 'when' | 'not_loaded' | 'unavailable' | 'failed' | undefined
  }[]
}

/** Whether a model is made of others. It is known by the request alone which of them answers. */
export const isChosen = (model: object): model is ChosenModel =>
  'choices' in Object((model as Partial<ChosenModel>).state)

/** A model that the machine of a developer has. */
export interface MachineModel {
  readonly id: string
  /** The name for people. */
  readonly label: string
}

/** The models that the demo model offers in development in its place. */
export interface MachineModels {
  /** What is known now: a new object after each change. */
  readonly state: MachineModelsState
  /** Calls a listener after each change of `state`. Returns a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void
  /** Looks again for the models. Loads none, and never rejects. */
  look(): Promise<void>
  /** Lets a model answer from now on, also after a reload; undefined for the demo model. */
  use(model: MachineModel | undefined): Promise<void>
}

/** What a user interface shows of {@link MachineModels}. */
export interface MachineModelsState {
  /** True until the first look has ended. */
  readonly isLooking: boolean
  /** The models, the best one first. */
  readonly models: readonly MachineModel[]
  /** The model that answers. Undefined for the demo model. */
  readonly current: MachineModel | undefined
  /** The share of a download that is here, from 0 to 1, while there is one. */
  readonly loading?: number | undefined
  /** Why a model could not be taken, as a sentence for people. */
  readonly problem?: string | undefined
}
