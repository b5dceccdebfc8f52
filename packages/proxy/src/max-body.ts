const limits = new WeakMap<Request, number>()

/** Stores the most bytes that a body may have. The proxy calls it for its adapter. */
export const setMaxBody = (request: Request, maxBytes: number): void =>
  void limits.set(request, maxBytes)

/** Returns the most bytes that a body may have: 4 MiB where no proxy has a limit. */
export const maxBodyOf = (request: Request | undefined): number =>
  (request && limits.get(request)) ?? 4 * 1024 * 1024
