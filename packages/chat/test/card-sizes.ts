/** The pages of cards: phones, a tablet, a desktop, a desktop at 200 %, and one at 400 %. */
export const cardSizes = [
  [320, 640],
  [390, 844],
  [1024, 768],
  [1440, 900],
  [720, 450],
  [320, 256],
] as const
