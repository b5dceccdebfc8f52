const format = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })
const short = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'EUR',
  notation: 'compact',
  maximumFractionDigits: 1,
})

export const euros = (amount: number): string => format.format(amount)
export const shortEuros = (amount: number): string => short.format(amount)
