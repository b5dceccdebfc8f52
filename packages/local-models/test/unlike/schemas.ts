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
export function instanceOf(labels: Readonly<Record<string, string>>): object {
  const schema = { type: 'string', description: 'The `id` of one that the end lists.' }
  labelsOf.set(schema, labels)
  return schema
}

/** The labels of the things that a parameter can be, which stand at the end of a request. */
export const labelsOf = new WeakMap<object, Readonly<Record<string, string>>>()
