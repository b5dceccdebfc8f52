/** The texts about services that wait for the user to sign in. */
export interface SignInStrings {
  /** The line for a service that waits, from its name. */
  readonly signInWaiting: (label: string) => string
  /** The line while the user signs in, in a window of its own. */
  readonly signInRunning: (label: string) => string
  /** The button, from the name of the service. */
  readonly signIn: (label: string) => string
  /** The line after a try that failed without a reason. */
  readonly signInFailed: string
}

export const englishSignIns: SignInStrings = {
  signInWaiting: (label) => `The assistant cannot use ${label} until you sign in.`,
  signInRunning: (label) => `Sign in to ${label} in the other window.`,
  signIn: (label) => `Sign in to ${label}`,
  signInFailed: 'The sign-in failed. Try again.',
}
