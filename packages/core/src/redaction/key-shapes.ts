/**
 * The forms of keys that providers document, and of credentials in general.
 *
 * Each pattern reads a text in time proportional to its length. A repeat without a limit is the end
 * of its pattern, or no other match can begin inside it. The tests try every pattern on texts that
 * are made to be slow.
 */
export const keyShapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /\bsk-[\w-]{16,}/g,
  /\b[rsp]k_(?:live|test)_\w{10,}/g,
  /\bwhsec_[\w+/]{16,}=*/g,
  /\bAIza[\w-]{35}/g,
  /\bya29\.[\w-]{20,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bgh[oprsu]_\w{30,}/g,
  /\bgithub_pat_\w{30,}/g,
  /\bglpat-[\w-]{20,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\bnpm_\w{30,}/g,
  /\bhf_\w{30,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  // Begins at the start of a run of word characters: a later begin would read the run again.
  /(?<![\w-])(?=[\w-]*?\beyJ[\w-]{8})[\w-]{11,}\.[\w-]{8,}\.[\w-]{8,}/g,
  /\b(?:[Bb][Ee][Aa][Rr][Ee][Rr]|[Bb][Aa][Ss][Ii][Cc])\s{1,20}[\w.~+/-]{16,}=*/g,
  /(?<=:\/\/[^\s:/@]*:)[^\s:/@]+(?=@)/g,
]

/** All of them as one pattern, which is faster on many short texts. */
export const anyKey: RegExp = new RegExp(keyShapes.map(({ source }) => source).join('|'), 'g')
