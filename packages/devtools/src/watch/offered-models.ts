import type { AgentOptions } from '@ambit/core'
import { Store } from './store.ts'

/** A language model. */
export type Model = AgentOptions['model']

/** The models that the developer gave to choose among, by names for people. */
export type Models = Readonly<Record<string, Model>>

/** The models to choose among in the panel: one list for the page. */
class OfferedModels extends Store<Models> {
  constructor() {
    super({})
  }

  /** Replaces the models. */
  offer(models: Models): void {
    this.setState(models)
  }
}

export const offeredModels: OfferedModels = new OfferedModels()
