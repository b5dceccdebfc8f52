/** Whether the packages are on npm. Until then, what installs them says so. */
export const isPublished: boolean = false

/** The sentence below a block that installs packages of Ambit. `start` leads to `docs/start.md`. */
export const notPublished = (start: string): string =>
  `Not on npm yet: [from a clone](${start}#1-install).`

/** Whether a block of code installs packages of Ambit. */
export const installsAmbit = (code: string): boolean => /^npm install .*\bambit\b/m.test(code)
