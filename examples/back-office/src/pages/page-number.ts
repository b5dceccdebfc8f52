import * as z from 'zod'

/** The number of a page of a list, in the address. */
export const pageNumber = z.number().int().min(1).default(1)
