// The reasons: decisions/0107.
import {
  createProxyModel,
  listProxyModels,
  type LocalModel,
  localModelsPath,
  type MachineModel,
  type MachineModels,
  type MachineModelsState,
} from '@ambit/core'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { Listeners, report } from '../in-page/listeners.ts'
import { findMs, isInTime } from '../in-page/loading.ts'
import { promptApi } from '../in-page/prompt-api.ts'

/** Where the browser keeps which model was pressed. */
const storageKey = 'ambit-machine-model'

/** The storage of the browser, which Node does not have. */
const storage = () =>
  (
    globalThis as unknown as {
      readonly localStorage: Record<'getItem', (key: string) => string | null> &
        Record<'setItem' | 'removeItem', (key: string, text?: string) => void>
    }
  ).localStorage

const connection = { baseURL: localModelsPath }
const ofBrowser: MachineModel = { id: 'browser', label: 'the browser’s model' }

/** The models of this machine, and the one that answers. */
export class Machine implements MachineModels {
  state: MachineModelsState
  readonly #listeners = new Listeners()
  readonly subscribe: (listener: () => void) => () => void = this.#listeners.add
  readonly #browser: LocalModel = promptApi()
  /** The model that answers. Undefined for the rules. */
  model: LanguageModelV4 | undefined
  /** The numbers of looks and of presses: what ends late, and is not the last, changes nothing. */
  #looks = 0
  #presses = 0

  constructor() {
    this.state = { isLooking: true, models: [], current: undefined }
    this.#browser.subscribe(() => {
      const { status, progress } = this.#browser.state
      this.#set({ loading: status === 'loading' ? progress : undefined })
    })
  }

  /** Looks for the models. What was pressed before answers from now on: who looks names it. */
  async look(): Promise<void> {
    const nth = ++this.#looks
    const chosen = nth === 1 && this.#presses === 0 ? readChosen() : undefined
    if (chosen) this.#take(chosen)
    const browser = async (): Promise<MachineModel[]> => {
      const { status } = await this.#browser.check()
      return status === 'unavailable' ? [] : [ofBrowser]
    }
    let near: MachineModel[] = []
    const looking = browser().then((models) => void (near = models))
    const [servers] = await Promise.all([
      listProxyModels(connection, AbortSignal.timeout(findMs)).catch(() => []),
      isInTime(looking.catch(report), findMs),
    ])
    if (nth === this.#looks) this.#set({ isLooking: false, models: [...servers, ...near] })
  }

  async use(model: MachineModel | undefined): Promise<void> {
    const nth = ++this.#presses
    if (model?.id === ofBrowser.id) {
      this.#set({ problem: undefined })
      // A press is what lets the browser download it.
      const failure = await this.#browser.load().then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      if (nth !== this.#presses) return
      if (failure !== undefined) {
        this.#set({ problem: `It could not be loaded: ${String(Object(failure).message)}` })
        return
      }
    }
    this.#take(model)
    try {
      if (model) storage().setItem(storageKey, JSON.stringify(model))
      else storage().removeItem(storageKey)
    } catch {
      // Where the browser keeps nothing, the press is for this page.
    }
  }

  #take(model: MachineModel | undefined): void {
    this.model = model && this.#modelOf(model)
    this.#set({ current: model, problem: undefined })
  }

  #modelOf({ id }: MachineModel): LanguageModelV4 {
    return id === ofBrowser.id ? this.#browser : createProxyModel({ ...connection, modelId: id })
  }

  #set(change: Partial<MachineModelsState>): void {
    this.state = { ...this.state, ...change }
    this.#listeners.call()
  }
}

/** Returns the model that was chosen before. */
function readChosen(): MachineModel | undefined {
  try {
    const { id, label } = Object(JSON.parse(storage().getItem(storageKey) ?? '')) as Partial<
      Record<string, unknown>
    >
    return typeof id === 'string' && typeof label === 'string' ? { id, label } : undefined
  } catch {
    return undefined
  }
}
