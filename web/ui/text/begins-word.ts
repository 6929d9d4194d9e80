/**
 * Whether a name, or a word of it, begins like what is typed: for lists that narrow while one types.
 * @param name with what is to make no difference, such as case, taken out of it as of `typed`
 */
export function beginsWord(name: string, typed: string): boolean {
  return name.startsWith(typed) || name.split(' ').some((word) => word.startsWith(typed))
}
