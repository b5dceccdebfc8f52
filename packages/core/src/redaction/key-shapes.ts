import { hidden } from './redacted.ts'

/**
 * The forms of keys that some providers document, and of credentials in general.
 *
 * Each pattern reads a text in time proportional to its length. A repeat without a limit is the end
 * of its pattern, or no other match can begin inside it. The tests try every pattern on texts that
 * are made to be slow.
 */
export const keyShapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /\bsk-(?=[\w-]{0,48}\d)[\w-]{16,}/g,
  /\b[rsp]k_(?:live|test)_\w{10,}/g,
  /\bwhsec_[\w+/]{16,}=*/g,
  /\bAIza[\w-]{35}/g,
  /\bya29\.[\w-]{20,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bgh[oprsu]_\w{30,}/g,
  /\bgithub_pat_\w{30,}/g,
  /\bgl(?:pat|dt)-[\w-]{20,}/g,
  /\b(?:xox[abeoprs]|xapp)-[\w-]{10,}/g,
  /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{10,}/g,
  /\bAccountKey=[\w+/]{16,}=*/g,
  /\bdo[opr]_v1_\w{30,}/g,
  /\bshp(?:at|ca|pa|ss)_\w{20,}/g,
  /\bhv[bs]\.[\w-]{20,}/g,
  /\bpypi-Ag[\w-]{16,}/g,
  /\bdapi[a-f\d]{32}/g,
  /\blin_api_\w{20,}/g,
  /\b(?:pplx|xai)-\w{20,}/g,
  /\b(?:gsk|r8)_\w{20,}/g,
  /\bATATT[\w=-]{20,}/g,
  /\bnpm_\w{30,}/g,
  /\bhf_\w{30,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  // Begins at the start of a run of word characters: a later begin would read the run again.
  /(?<![\w-])(?=[\w-]*?\beyJ[\w-]{8})[\w-]{11,}\.[\w-]{8,}\.[\w-]{8,}/g,
  /\b(?:[Bb][Ee][Aa][Rr][Ee][Rr]|[Bb][Aa][Ss][Ii][Cc])\s{1,20}(?=[\w.~+/-]*(?:\d|[a-z][A-Z])|[\w.~+/-]{24})[\w.~+/-]{16,}=*/g,
  /(?<=:\/\/[^\s:/]*:)[^\s/"<>]+(?=@)/g,
]

/** All of them as one pattern, which is faster on many short texts. */
export const anyKey: RegExp = new RegExp(keyShapes.map(({ source }) => source).join('|'), 'g')

/**
 * Returns a text with `[redacted]` in place of keys of the usual forms. Names of fields make no
 * difference, as they do for `redaction`.
 */
export const hideKeys = (text: string): string => text.replaceAll(anyKey, hidden)
