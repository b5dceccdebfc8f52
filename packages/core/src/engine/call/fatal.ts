/** What must end the run, whatever the error mode: a hook that threw, or a budget that is spent. */
export class Fatal {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}
