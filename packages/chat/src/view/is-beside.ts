/** Whether the conversation can be seen beside the current view, in the panel of the field. */
export const isBeside = (field: HTMLElement | null): boolean => {
  const behind = field?.closest('.ambit-panel')?.querySelector('.ambit-view[data-behind]')
  return behind !== null && behind !== undefined && behind.getClientRects().length > 0
}
