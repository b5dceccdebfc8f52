/** Joins class names, as `cn` of an application with shadcn/ui does. */
export const cn = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
