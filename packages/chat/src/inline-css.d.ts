/** The text of a style sheet with those that it imports. The build writes it into a module. */
declare module '*.css?inline' {
  const text: string
  export default text
}
