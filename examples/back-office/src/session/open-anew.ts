/** Loads the application anew, so that no data of a user stays in memory. Keeps the model. */
export function openAnew(): void {
  const model = new URLSearchParams(location.search).get('model')
  location.assign(model === null ? '/' : `/?${new URLSearchParams({ model }).toString()}`)
}
