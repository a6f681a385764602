let shown: readonly string[] = [];

/** The addresses of the rows of the list from which a paper was opened, so that its page leads to those beside it. */
export const shownList = {
  /** Shows the paper of a row beside the list; set by whoever draws it. */
  peek: (_href: string): void => undefined,
  keep(hrefs: readonly string[]): void {
    shown = hrefs;
  },
  around(path: string) {
    const at = shown.indexOf(path);
    if (at < 0 || shown.length < 2) return null;
    return { place: at + 1, total: shown.length, previous: shown[at - 1], next: shown[at + 1] };
  },
};
