import * as z from 'zod'

export interface Product {
  sku: string
  name: string
  category: string
  price: number
  stock: number
  reorderAt: number
}

/** A change of stock: goods that came in or, with a negative quantity, went missing. */
export const stockChange = z.object({
  skus: z
    .array(z.string())
    .min(1)
    .max(100)
    .overwrite((skus) => [...new Set(skus)])
    .meta({ title: 'Products', description: 'The skus of products' }),
  quantity: z
    .number('Write a whole number.')
    .int('Write a whole number.')
    .min(-10_000)
    .max(10_000)
    .meta({ title: 'Pieces', unit: 'pieces', description: 'Pieces to add to each' }),
})
export type StockChange = z.infer<typeof stockChange>

export const isLow = ({ stock, reorderAt }: Product): boolean => stock <= reorderAt
