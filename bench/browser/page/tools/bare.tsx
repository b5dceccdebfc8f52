import { useLayoutEffect } from 'react'
import {
  createParameters,
  describe,
  parameters,
  type Registering,
  rendered,
} from './registering.ts'

const tools = new Map<string, object>()

const toRegistering = (getParameters: () => object): Registering => ({
  Row: function Row({ at }) {
    rendered.count++
    const schema = getParameters()
    useLayoutEffect(() => {
      const { name, description } = describe(at)
      tools.set(name, { name, description, parameters: schema, handler: () => at })
      return () => void tools.delete(name)
      // oxlint-disable-next-line react/exhaustive-deps -- each render must register anew
    }, [at])
    return null
  },
  Around: ({ children }) => children,
})

/** The floor: an effect and a Map. */
export const bare: Registering = toRegistering(() => parameters)
export const bareInline: Registering = toRegistering(createParameters)
