/** The styles of the tab "State". */
export const stateStyles = ''
