import { Store } from './store.ts'

/** A sign-in that a part of the page offers to the person. */
export interface SignInOffer {
  /** The id of what waits for the sign-in. A later offer with the same id takes its place. */
  readonly id: string
  /** The name for people of what they sign in to, such as `Tickets`. */
  readonly label: string
  /** The reason for which the last try failed, for the person. */
  readonly problem?: string | undefined
  /**
   * Signs the person in. Called in the task of a press, so it may open a window at once. May be
   * called again while it runs: the person may have closed that window.
   */
  readonly start: () => void | PromiseLike<void>
}

/** The sign-ins that wait for the person. */
export interface SignInsState {
  /** Oldest first. */
  readonly waiting: readonly SignInOffer[]
}

/** The sign-ins that wait for the person: a zustand store, which the chat shows. */
export class SignIns extends Store<SignInsState> {
  constructor() {
    super({ waiting: [] })
  }

  /** Offers a sign-in, until the returned function is called. */
  offer(offer: SignInOffer): () => void {
    const { waiting } = this.getState()
    const isKnown = waiting.some(({ id }) => id === offer.id)
    this.setState({
      waiting: isKnown
        ? waiting.map((other) => (other.id === offer.id ? offer : other))
        : [...waiting, offer],
    })
    return () => {
      const now = this.getState().waiting
      // A later offer with this id is not taken back.
      if (now.includes(offer)) this.setState({ waiting: now.filter((other) => other !== offer) })
    }
  }
}
