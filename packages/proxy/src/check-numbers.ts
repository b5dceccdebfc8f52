/**
 * Checks the numbers of a configuration. `Infinity` is one.
 *
 * @param name The function that takes them, for the message.
 * @param least The smallest number. Default: 0.
 * @throws TypeError that names the first one that is below `least`, or no number.
 */
export function checkNumbers(name: string, numbers: Record<string, number>, least = 0): void {
  for (const [key, value] of Object.entries(numbers)) {
    if (value >= least) continue
    throw new TypeError(`${name}: \`${key}\` is ${value}. Give a number of at least ${least}.`)
  }
}
