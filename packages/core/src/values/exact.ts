/** A sum of decimals without the noise of binary fractions, to nine places. */
export const exact = (amount: number): number => Math.round(amount * 1e9) / 1e9
