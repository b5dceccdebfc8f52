/** The styles of the tab "History". */
export const historyStyles = ''
