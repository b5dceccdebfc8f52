/** The steps of a user with one large conversation, in their order. */
export const largeSteps = [
  'import',
  'open',
  'first chat',
  'second chat',
  'older messages',
  'export',
  'delete',
] as const

/** One of these steps. */
export type LargeStep = (typeof largeSteps)[number]
