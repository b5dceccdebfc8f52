/** The styles of the tab "Timeline". */
export const timelineStyles = `
.row > .time { width: 76px; text-align: end; font-variant-numeric: tabular-nums; }
.row > .shrinks { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.row > .time + .shrinks { flex-shrink: 99; min-width: 40px; }
.row > .run { font-weight: 600; }
.row > .track { position: relative; width: 80px; height: 6px; background: var(--raised); }
.track > .piece {
  position: absolute; height: 100%; min-width: 2px; border-radius: 2px; background: currentColor;
}
@container (max-width: 640px) { .row > .time { width: 58px; } .row > .track { width: 40px; } }
`
