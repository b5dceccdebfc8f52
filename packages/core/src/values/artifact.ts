/** Data a tool gives to the page and the model never sees. */
export interface Artifact {
  /** Unique in the run; one of the same id takes the place of the earlier. */
  readonly id: string
  /** What kind of thing it is, as `chart`: renderers choose by it. */
  readonly type: string
  readonly title?: string | undefined
  readonly data: unknown
}
