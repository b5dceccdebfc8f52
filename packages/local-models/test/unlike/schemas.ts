/** Creates the schema of a text. */
export const text = (description?: string): object => ({
  type: 'string',
  ...(description && { description }),
})

export const oneOf = (values: readonly string[], description?: string): object => ({
  type: 'string',
  enum: values,
  ...(description && { description }),
})

export const number = (description?: string): object => ({
  type: 'number',
  ...(description && { description }),
})

export const whole = (description?: string): object => ({
  type: 'integer',
  ...(description && { description }),
})

export const list = (description?: string): object => ({
  type: 'array',
  items: { type: 'string' },
  ...(description && { description }),
})

export const dateOf = (format: 'date' | 'date-time'): object => ({ type: 'string', format })

/** Creates the parameter of a tool that many components register, each as an instance. */
export const instanceOf = (labels: Readonly<Record<string, string>>): object => ({
  type: 'string',
  enum: Object.keys(labels),
  description: `Which one: ${Object.entries(labels)
    .map(([id, label]) => `"${id}" (${label})`)
    .join(', ')}.`,
})
