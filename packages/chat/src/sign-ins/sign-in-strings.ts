/** The texts about services that wait for the person to sign in. */
export interface SignInStrings {
  /** The line for a service that waits, from its name. */
  readonly waiting: (label: string) => string
  /** The line while the person signs in, in a window of its own. */
  readonly running: (label: string) => string
  /** The button, from the name of the service. */
  readonly signIn: (label: string) => string
  /** The line after a try that failed without a reason. */
  readonly failed: string
}

export const englishSignIns: SignInStrings = {
  waiting: (label) => `The assistant cannot use ${label} until you sign in.`,
  running: (label) => `Sign in to ${label} in the other window.`,
  signIn: (label) => `Sign in to ${label}`,
  failed: 'The sign-in failed. Try again.',
}
