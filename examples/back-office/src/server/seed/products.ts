/**
 * A product as a row: sku, name, category, price in cents, pieces in stock. After these come the
 * stock at which to order more, and how often the product sells.
 */
type Row = readonly [string, string, string, number, number, number, number]

const rows: readonly Row[] = [
  ['ESP-ONE', 'Barista One espresso machine', 'Machines', 64_900, 34, 12, 14],
  ['ESP-DUO', 'Barista Duo espresso machine', 'Machines', 94_900, 9, 6, 4],
  ['GRD-200', 'Conical grinder 200', 'Grinders', 22_900, 41, 15, 8],
  ['GRD-400', 'Flat burr grinder 400', 'Grinders', 38_500, 7, 8, 4],
  ['GRD-HND', 'Hand grinder', 'Grinders', 8_900, 65, 20, 7],
  ['KET-GSN', 'Gooseneck kettle', 'Brewing', 7_900, 52, 15, 8],
  ['KET-TMP', 'Kettle with thermostat', 'Brewing', 12_900, 4, 10, 5],
  ['V60-SET', 'Pour-over set', 'Brewing', 4_900, 88, 25, 10],
  ['FRP-800', 'French press 800 ml', 'Brewing', 3_900, 70, 20, 8],
  ['MOK-300', 'Moka pot', 'Brewing', 3_400, 12, 15, 6],
  ['COL-12L', 'Cold brew tower', 'Brewing', 18_900, 11, 5, 2],
  ['BEA-ETH', 'Ethiopia Guji, 1 kg', 'Beans', 3_290, 140, 60, 18],
  ['BEA-COL', 'Colombia Huila, 1 kg', 'Beans', 2_890, 175, 60, 18],
  ['BEA-BRA', 'Brazil Cerrado, 1 kg', 'Beans', 2_490, 190, 60, 20],
  ['BEA-DEC', 'Decaf blend, 1 kg', 'Beans', 2_690, 38, 40, 7],
  ['BEA-HSE', 'House blend, 1 kg', 'Beans', 2_190, 260, 80, 24],
  ['FLT-100', 'Paper filters, 100', 'Accessories', 690, 420, 100, 20],
  ['SCL-ONE', 'Scale with timer', 'Accessories', 5_900, 33, 15, 7],
  ['TMP-58', 'Tamper 58 mm', 'Accessories', 3_200, 29, 12, 5],
  ['JUG-600', 'Milk jug 600 ml', 'Accessories', 2_400, 47, 15, 6],
  ['CUP-SET', 'Espresso cups, set of 4', 'Accessories', 2_900, 5, 15, 7],
  ['CLN-KIT', 'Cleaning kit', 'Accessories', 1_900, 96, 30, 9],
  ['WTR-FLT', 'Water filter cartridge', 'Accessories', 1_490, 120, 40, 8],
  ['THR-500', 'Thermos 500 ml', 'Accessories', 3_490, 58, 20, 5],
]

export const products = rows.map(([sku, name, category, price, stock, reorderAt, weight]) => ({
  row: { sku, name, category, price_cents: price, stock, reorder_at: reorderAt },
  weight,
}))

/** The product with the most revenue, which was sold out in week 40. */
export const bestSeller = 'ESP-ONE'
