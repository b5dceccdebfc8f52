import type { ComponentType, ReactNode } from 'react'
import { z } from 'zod'

/** A component that registers a tool, and the parent of a thousand of them. */
export interface Registering {
  readonly Row: ComponentType<{ readonly at: number }>
  readonly Around: ComponentType<{ readonly children: ReactNode }>
}

/** Creates the parameters of a tool: once, or in each render that calls this function. */
export const createParameters = (): z.ZodObject<{ id: z.ZodString; done: z.ZodBoolean }> =>
  z.object({ id: z.string().describe('Which'), done: z.boolean().describe('Or not') })

export const parameters: ReturnType<typeof createParameters> = createParameters()

export const describe = (at: number): { name: string; description: string } => ({
  name: `finish_row_${at}`,
  description: `Marks row ${at} as done or not.`,
})

/** The number of renders of rows. */
export const rendered = { count: 0 }
