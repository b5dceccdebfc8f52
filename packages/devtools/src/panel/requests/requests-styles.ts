/** The styles of the tab "Requests". */
export const requestsStyles = ''
