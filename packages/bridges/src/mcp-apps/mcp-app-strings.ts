export const englishApp = {
  /** The name of the frame, from the names of the server and the tool. */
  title: (server: string, tool: string): string => `${tool}, app of ${server}`,
  /** The line over the app, from the server's name. */
  from: (server: string): string =>
    `App of ${server}. It is not part of this page: do not enter passwords.`,
  loading: 'The app is loading.',
  /** Shown with the result as text, if the app cannot be shown. */
  notShown: 'The app cannot be shown. Its result:',
  /** The question before a link is opened, from its host. */
  openLink: (host: string): string => `The app wants to open a page of ${host}:`,
  /** The question before a message of the app is sent. */
  sendMessage: 'The app wants to send this message:',
  open: 'Open',
  send: 'Send',
  no: 'No',
}

/** The texts around an app. */
export type McpAppStrings = Readonly<typeof englishApp>
