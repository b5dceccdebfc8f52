/** Returns a short hash of a text: 11 characters. It finds equal texts, and protects nothing. */
export function hash(text: string): string {
  let a = 0xde_ad_be_ef
  let b = 0x41_c6_ce_57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  const high = (b ^ (a >>> 16)) & 0x1f_ff_ff
  return (high * 0x1_00_00_00_00 + (a >>> 0)).toString(36).padStart(11, '0')
}
