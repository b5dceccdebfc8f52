import * as z from 'zod'

/** The schema that a form of the page checks, and that a tool of the page takes. */
export const guest: z.ZodObject<{ name: z.ZodString }> = z.object({ name: z.string() })
