/** The reason why a test of a cover is skipped in Firefox and WebKit. */
export const onlyChromium = 'Only Chromium notices a cover that lets presses through.'
