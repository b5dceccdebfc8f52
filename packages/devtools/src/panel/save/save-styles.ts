/** The styles of the tab "Save". */
export const saveStyles = ''
