import type { ComponentType, ReactNode } from 'react'
import { z } from 'zod'

/** A component that registers a tool, and what stands around a thousand of them. */
export interface Registering {
  readonly Row: ComponentType<{ readonly at: number }>
  readonly Around: ComponentType<{ readonly children: ReactNode }>
}

/** The parameters of every tool: made once, or by each render that calls this. */
export const createParameters = (): z.ZodObject<{ id: z.ZodString; done: z.ZodBoolean }> =>
  z.object({ id: z.string().describe('Which'), done: z.boolean().describe('Or not') })

export const parameters: ReturnType<typeof createParameters> = createParameters()

export const describe = (at: number): { name: string; description: string } => ({
  name: `finish_row_${at}`,
  description: `Marks row ${at} as done or not.`,
})

/** How often rows were rendered. */
export const rendered = { count: 0 }
