/** The styles of the tab "History", beside those of lists. */
export const historyStyles = `
.history form { flex-basis: 100%; display: flex; gap: 6px; }
.history textarea {
  flex: 1; min-width: 0; color: var(--text); background: var(--surface);
  border: 1px solid var(--border); border-radius: 4px;
}
.history article { border-top: 1px solid var(--border); padding: 6px 0; }
.history .row b { max-width: 45%; overflow: hidden; text-overflow: ellipsis; }
.history .row small { color: var(--muted); }
.history .of { display: flex; flex-wrap: wrap; gap: 0 8px; margin: 0; }
.history .call { color: var(--accent); }
`
