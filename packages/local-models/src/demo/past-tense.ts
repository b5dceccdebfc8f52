const irregular = new Map(
  'set=set put=put send=sent find=found get=got make=made buy=bought choose=chose write=wrote read=read go=went undo=undid give=gave take=took reset=reset tell=told hide=hid hold=held bring=brought drag=dragged hear=heard see=saw'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/** Returns the past tense of an English verb: "add" is "added". */
export function pastTense(verb: string): string {
  const known = irregular.get(verb)
  if (known) return known
  if (verb.endsWith('e')) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  if (/^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) || verb === 'submit')
    return `${verb}${verb.at(-1)}ed`
  return `${verb}ed`
}
