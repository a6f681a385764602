import type { Page } from '@playwright/test';

/** Runs in the page. Whatever a person sees and can press. */
const PRESSED =
  'button,a[href],summary,select,textarea,input:not([type=hidden]),[role=button],[role=tab],[role=switch],[role=option],[role=checkbox],[role=radio],[role^=menuitem]';

/**
 * What a finger misses at this width, and fields into which a phone zooms. A thing that is pressed has 44 px both ways: its
 * own, those of its label or those that are drawn around it. Smaller may be, by the exceptions of WCAG 2.5.5 and 2.5.8,
 * only `inline`, what stands in a line of words and is as high as the line, and `spacing`, a link, or anything of 24 px,
 * round whose middle a circle of 44 px meets nothing else that is pressed.
 */
export function smallOf(page: Page): Promise<string[]> {
  return page.evaluate((pressed) => {
    const least = { finger: 44, own: 24, text: 16 };
    const found: string[] = [];
    const nameOf = (one: Element) => {
      const words = one.getAttribute('aria-label') ?? one.textContent;
      return `${one.tagName.toLowerCase()} «${words.trim().slice(0, 40)}» ${one.className.toString().slice(0, 60)}`;
    };
    const isInline = (one: Element) => {
      if (!getComputedStyle(one).display.startsWith('inline')) return false;
      let line = one.parentElement;
      while (line && getComputedStyle(line).display.startsWith('inline')) line = line.parentElement;
      const words = line?.textContent.trim() ?? '';
      return words.length > one.textContent.trim().length;
    };
    for (const one of document.querySelectorAll<HTMLElement>(pressed)) {
      if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: false })) continue;
      const { left, top, width, height } = one.getBoundingClientRect();
      const [middle, centre] = [left + width / 2, top + height / 2];
      const hit = (right: number, down: number) => document.elementFromPoint(middle + right, centre + down);
      const family = [one, ...(one instanceof HTMLInputElement ? (one.labels ?? []) : [])];
      const isOwn = (at: Element | null) => family.some((part) => part.contains(at));
      // What is hidden for the eyes, or lies under something, is pressed nowhere.
      if (!isOwn(hit(0, 0))) continue;
      const isTyped = one.matches(
        'select,textarea,input:not([type=checkbox],[type=radio],[type=file],[type=range])',
      );
      if (isTyped && Number.parseFloat(getComputedStyle(one).fontSize) < least.text)
        found.push(`${nameOf(one)}: text of ${getComputedStyle(one).fontSize}`);
      const reach = least.finger / 2 - 1;
      const ways = [
        [0, -reach],
        [0, reach],
        [-reach, 0],
        [reach, 0],
      ] as const;
      const outside = ways.map(([right, down]) => hit(right, down)).filter((at) => !isOwn(at));
      if (outside.length === 0 || isInline(one)) continue;
      const isCrowded = outside.some((at) => at?.closest(pressed));
      const isTiny = !one.matches('a') && Math.min(width, height) < least.own;
      if (isCrowded || isTiny)
        found.push(
          `${nameOf(one)}: ${Math.round(width)}×${Math.round(height)} px${isCrowded ? ' beside another' : ''}`,
        );
    }
    return [...new Set(found)];
  }, PRESSED);
}

/** Words that a window of this width cuts off. What scrolls by itself and what says «…» is left out. */
export function cutOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim();
      const parent = text.parentElement;
      if (!words || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      if (width <= 1) continue;
      let [from, to] = [0, innerWidth];
      for (
        let one: Element | null = parent;
        one && one !== document.documentElement;
        one = one.parentElement
      ) {
        const { overflowX, textOverflow, webkitLineClamp, clipPath, position } = getComputedStyle(one);
        const isMeant =
          /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        if (isMeant || clipPath !== 'none') [from, to] = [-Infinity, Infinity];
        if (isMeant || clipPath !== 'none' || position === 'fixed') break;
        if (!/hidden|clip/.test(overflowX)) continue;
        const box = one.getBoundingClientRect();
        [from, to] = [Math.max(from, box.left), Math.min(to, box.right)];
      }
      if (left < from - 1 || right > to + 1) found.push(`cut off: «${words.slice(0, 60)}»`);
    }
    return found;
  });
}

/** What still moves for a person who asked that nothing should. */
export function movingOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const longest = (times: string) => Math.max(...times.split(',').map(Number.parseFloat));
    const found = document
      .getAnimations()
      .filter((one) => Number(one.effect?.getTiming().duration ?? 0) > 1)
      .map((one) => `still runs: ${one.constructor.name}`);
    for (const one of document.querySelectorAll('body *')) {
      const { animationName, animationDuration, transitionProperty, transitionDuration } =
        getComputedStyle(one);
      const moves =
        (animationName !== 'none' && longest(animationDuration) > 0.001) ||
        (transitionProperty !== 'none' && longest(transitionDuration) > 0.001);
      if (moves) found.push(`moves: ${one.tagName} ${one.className.toString().slice(0, 60)}`);
    }
    return [...new Set(found)];
  });
}

/** In a person's own colours: fields without an edge, and marks that nobody sees. */
export function unseenOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const say = (one: Element, what: string) =>
      found.push(
        `${what}: ${one.tagName.toLowerCase()} «${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}»`,
      );
    const shown = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const lookOf = (one: Element) => {
      const { backgroundColor, borderTopColor, borderTopStyle, color, outlineStyle, textDecorationLine } =
        getComputedStyle(one);
      return [
        backgroundColor,
        borderTopColor,
        borderTopStyle,
        color,
        outlineStyle,
        textDecorationLine,
      ].join();
    };
    const edge = (one: Element) => Number.parseFloat(getComputedStyle(one).borderBottomWidth);
    const fields = 'select,textarea,input:not([type=hidden],[type=checkbox],[type=radio],[type=file])';
    for (const one of document.querySelectorAll(fields))
      if (shown(one) && edge(one) < 1 && edge(one.parentElement ?? one) < 1) say(one, 'no edge');
    const states = ['aria-pressed', 'aria-selected', 'aria-current', 'aria-checked'];
    for (const state of states)
      for (const one of document.querySelectorAll(`[${state}]:not([${state}=false])`)) {
        const role = one.getAttribute('role');
        const other = [...(one.parentElement?.parentElement?.querySelectorAll(one.tagName) ?? [])].find(
          (other) =>
            other.getAttribute('role') === role &&
            other.className === one.className &&
            (other.getAttribute(state) ?? 'false') === 'false' &&
            shown(other),
        );
        if (other && shown(one) && lookOf(one) === lookOf(other)) say(one, `${state} is not seen`);
      }
    return [...new Set(found)];
  });
}
