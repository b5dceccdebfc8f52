export const englishSignIns = {
  /** The line for a service that waits, from its name. */
  signInWaiting: (label: string): string => `The assistant cannot use ${label} until you sign in.`,
  /** The line while the user signs in, in a window of its own. */
  signInRunning: (label: string): string => `Sign in to ${label} in the other window.`,
  /** The button, from the name of the service. */
  signIn: (label: string): string => `Sign in to ${label}`,
  /** The line after a try that failed without a reason. */
  signInFailed: 'The sign-in failed. Try again.',
}

/** The texts about services that wait for the user to sign in. */
export type SignInStrings = Readonly<typeof englishSignIns>
