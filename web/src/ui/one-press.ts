import type { KeyboardEvent, MouseEvent } from 'react';

/**
 * For the container of buttons that change place from step to step: the second half of a double click, or a key held
 * down, must not press what has just appeared under it. `<div {...onePress}>`.
 */
export const onePress = {
  onClickCapture(event: MouseEvent): void {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  },
  onKeyDownCapture(event: KeyboardEvent): void {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
  },
};
