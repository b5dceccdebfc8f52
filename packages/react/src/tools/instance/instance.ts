/** Which one of a component's many mounts this is: an id, unique among them, and for the model a label. */
export type InstanceOption =
  | string
  | number
  | { readonly id: string | number; readonly label?: string | undefined }

/** The id as the model names it; undefined without one. */
export const idOf = (instance: InstanceOption | undefined): string | undefined =>
  instance === undefined ? undefined : String(typeof instance === 'object' ? instance.id : instance)
