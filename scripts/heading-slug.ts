/** Returns the anchor of a heading as GitHub makes it, so that links work there and on the site. */
export const headingSlug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
