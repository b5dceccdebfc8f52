/**
 * Returns a text as searches compare it: without case, accents, and the widths of letters. Marks of
 * scripts in which they are letters stay, such as those of Thai and Hindi. Of a run of marks, the
 * first eight count.
 */
export const fold = (text: string): string =>
  isPlain.test(text)
    ? text.toUpperCase()
    : text
        .replace(longRun, '$1')
        .toUpperCase()
        .normalize('NFKD')
        // A replacement by nothing is as many texts, which are joined when it is read.
        .split(/[\u0300-\u036f]+/)
        .join('')

// Nothing in such a text folds, and most long texts are such.
const isPlain = /^[ -~\s]*$/

// NFKD sorts a run of marks, in a time that grows with the square of its length. Two letters
// decompose to marks: those of the voiced sounds of Katakana.
const longRun = /([\p{M}\uff9e\uff9f]{8})[\p{M}\uff9e\uff9f]+/gu
