/** The texts around an app. */
export interface McpAppStrings {
  /** The name of the frame, from the names of the server and the tool. */
  readonly title: (server: string, tool: string) => string
  /** The line over the app, from the server's name. */
  readonly from: (server: string) => string
  readonly loading: string
  /** Shown with the result as text, if the app cannot be shown. */
  readonly notShown: string
  /** The question before a link is opened, from its host. */
  readonly openLink: (host: string) => string
  /** The question before a message of the app is sent. */
  readonly sendMessage: string
  readonly open: string
  readonly send: string
  readonly no: string
}

export const englishApp: McpAppStrings = {
  title: (server, tool) => `${tool}, app of ${server}`,
  from: (server) => `App of ${server}. It is not part of this page: do not enter passwords.`,
  loading: 'The app is loading.',
  notShown: 'The app cannot be shown. Its result:',
  openLink: (host) => `The app wants to open a page of ${host}:`,
  sendMessage: 'The app wants to send this message:',
  open: 'Open',
  send: 'Send',
  no: 'No',
}
