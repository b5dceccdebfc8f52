/** From now on a call does not end with its tool's place in the registry. */
export function outlive(call: { release?: (() => void) | undefined }): void {
  const { release } = call
  call.release = undefined
  release?.()
}
