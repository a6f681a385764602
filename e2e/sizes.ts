import type { Page } from '@playwright/test';
import { sidewaysOf } from './faults.ts';

/** Runs in the page. Whatever a person sees and can press. */
const PRESSED =
  'button,a[href],summary,select,textarea,input:not([type=hidden]),[role=button],[role=tab],[role=switch],[role=option],[role=checkbox],[role=radio],[role^=menuitem]';

/**
 * What a finger misses at this width, and fields into which a phone zooms. A thing that is pressed has 44 px both ways: its
 * own, those of its label or those that are drawn around it. Smaller may be, by the exceptions of WCAG 2.5.5 and 2.5.8,
 * only `inline`, what stands in a line of words and is as high as the line, and `spacing`, anything of 24 px round whose
 * middle a circle of 44 px meets nothing else that is pressed.
 */
export function smallOf(page: Page): Promise<string[]> {
  return page.evaluate((pressed) => {
    const least = { finger: 44, own: 24, text: 16 };
    const found: string[] = [];
    const nameOf = (one: Element) => {
      const words = one.getAttribute('aria-label') ?? one.textContent;
      return `${one.tagName.toLowerCase()} «${words.trim().slice(0, 40)}» ${one.className.toString().slice(0, 60)}`;
    };
    const lineOf = (one: Node) => {
      let line = one.parentElement!;
      while (getComputedStyle(line).display.startsWith('inline')) line = line.parentElement!;
      return line;
    };
    const isInline = (one: Element) => {
      if (!getComputedStyle(one).display.startsWith('inline')) return false;
      const line = lineOf(one);
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        if (text.textContent?.trim() && !one.contains(text) && lineOf(text) === line) return true;
      return false;
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
      const isTiny = Math.min(width, height) < least.own;
      if (isCrowded || isTiny)
        found.push(
          `${nameOf(one)}: ${Math.round(width)}×${Math.round(height)} px${isCrowded ? ' beside another' : ''}`,
        );
    }
    return [...new Set(found)];
  }, PRESSED);
}

/**
 * Words that a window of this width cuts off, or boxes alone, where the window may be moved to them. What scrolls by itself
 * and what says «…» is left out.
 */
export function cutOf(page: Page, by: 'window' | 'boxes' = 'window'): Promise<string[]> {
  return page.evaluate((by) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim();
      const parent = text.parentElement;
      if (!words || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      range.selectNodeContents(text);
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      if (width <= 1) continue;
      let [from, to] = by === 'window' ? [0, innerWidth] : [-Infinity, Infinity];
      let [above, below] = [-Infinity, Infinity];
      for (
        let one: Element | null = parent;
        one && one !== document.documentElement;
        one = one.parentElement
      ) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath, position } =
          getComputedStyle(one);
        const isMeant =
          /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        if (isMeant || clipPath !== 'none') [from, to] = [-Infinity, Infinity];
        if (isMeant || clipPath !== 'none') [above, below] = [-Infinity, Infinity];
        if (isMeant || clipPath !== 'none' || position === 'fixed') break;
        const box = one.getBoundingClientRect();
        if (/hidden|clip/.test(overflowX)) [from, to] = [Math.max(from, box.left), Math.min(to, box.right)];
        if (/hidden|clip/.test(overflowY))
          [above, below] = [Math.max(above, box.top), Math.min(below, box.bottom)];
      }
      // Of a line a third may be lost above and below: letters do not reach there.
      const spare = (bottom - top) / 3;
      const isCut = left < from - 1 || right > to + 1 || top < above - spare || bottom > below + spare;
      const span = [left, right, from, to].map(Math.round).join(' ');
      if (isCut) found.push(`cut off: «${words.slice(0, 60)}» (${span})`);
    }
    return found;
  }, by);
}

/** Hints in empty fields that do not fit and do not say «…»: nobody knows that there is more. */
export function cutHintsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const pen = document.createElement('canvas').getContext('2d')!;
    for (const field of document.querySelectorAll<HTMLInputElement>('input:placeholder-shown')) {
      if (!field.checkVisibility({ visibilityProperty: true })) continue;
      const style = getComputedStyle(field);
      if (style.textOverflow === 'ellipsis') continue;
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const pad = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      const room = field.clientWidth - pad;
      const wide = pen.measureText(field.placeholder).width;
      if (room > 0 && wide > room + 1)
        found.push(`hint cut off: «${field.placeholder}» (${Math.round(wide)} of ${Math.round(room)})`);
    }
    return found;
  });
}

const looks = {
  /** WCAG 1.4.12: whoever needs it spaces lines, letters, words and paragraphs. */
  spaced: () => {
    const style = document.createElement('style');
    style.dataset.look = '';
    style.textContent =
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';
    document.head.append(style);
  },
  /** WCAG 1.4.4: the text alone is twice as large. */
  doubled: () => {
    const sizes = [...document.querySelectorAll<HTMLElement>('body *')].map(
      (one) => [one, Number.parseFloat(getComputedStyle(one).fontSize)] as const,
    );
    for (const [one, size] of sizes) {
      one.dataset.look = one.getAttribute('style') ?? '';
      one.style.setProperty('font-size', `${size * 2}px`, 'important');
    }
  },
};

/** A size arrives with the frame after it, and whoever asked that nothing moves has animations of a moment. */
export const arrive = (page: Page) =>
  page.evaluate(async () => {
    let frames = 0;
    do await new Promise(requestAnimationFrame);
    while (document.getAnimations().length > 0 && (frames += 1) < 60);
  });

/** What is cut off or pushed out of the window for a person who reads text in this way. */
export async function lostOf(page: Page, look: keyof typeof looks): Promise<string[]> {
  await page.evaluate(looks[look]);
  await arrive(page);
  // A table of doubled text may be wider than the window: it is read by moving the page.
  const lost =
    look === 'spaced' ? [...(await sidewaysOf(page)), ...(await cutOf(page))] : await cutOf(page, 'boxes');
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-look]')) {
      const { look = '' } = one.dataset;
      if (one.matches('style')) one.remove();
      else if (look) one.setAttribute('style', look);
      else one.removeAttribute('style');
      one.removeAttribute('data-look');
    }
  });
  await arrive(page);
  return lost.map((fault) => `${look}: ${fault}`);
}

/** What has the focus and lies behind a bar that stays (WCAG 2.4.11). Of many rows the first and the last two are tried. */
export function coveredOf(page: Page): Promise<string[]> {
  return page.evaluate(async (pressed) => {
    const found: string[] = [];
    const staysOver = (at: Element | null, one: Element) => {
      for (let bar = at; bar && !bar.contains(one); bar = bar.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(bar).position)) return true;
      return false;
    };
    const isSeen = (one: HTMLElement) => {
      const label = one instanceof HTMLInputElement ? one.labels?.[0] : null;
      const own = one.getBoundingClientRect();
      const { left, top, right, bottom } = own.width > 1 ? own : (label ?? one).getBoundingClientRect();
      // What of it is in the window: a list of tabs shows the edge of the next one.
      const [x, y] = [Math.max(left, 0), Math.max(top, 0)];
      const [wide, high] = [Math.min(right, innerWidth) - x, Math.min(bottom, innerHeight) - y];
      if (wide < 1 || high < 1) return false;
      const shares = [0.1, 0.5, 0.9];
      return shares.some((across) =>
        shares.some((down) => {
          const at = document.elementFromPoint(x + wide * across, y + high * down);
          return at !== null && !staysOver(at, one);
        }),
      );
    };
    for (const one of document.querySelectorAll<HTMLElement>(pressed)) {
      const rows = one.closest('tr,li')?.parentElement?.children;
      const at = rows ? [...rows].indexOf(one.closest('tr,li')!) : 0;
      if (rows && at > 1 && at < rows.length - 2) continue;
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      one.focus();
      if (document.activeElement !== one) continue;
      // What comes into sight with the focus takes a moment.
      for (let frames = 0; !isSeen(one) && frames < 30; frames += 1) await new Promise(requestAnimationFrame);
      // What was moved by an answer after it had the focus is not what a bar hides.
      if (!isSeen(one)) one.blur();
      one.focus();
      const name = (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40);
      if (isSeen(one)) continue;
      const { x, y, width, height } = one.getBoundingClientRect();
      const over = document.elementFromPoint(x + width / 2, y + height / 2);
      found.push(
        `hidden with the focus at ${Math.round(x)}, ${Math.round(y)}: ${one.tagName.toLowerCase()} «${name}» by ${over?.tagName} ${over?.className}`,
      );
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return found;
  }, PRESSED);
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
        (transitionProperty !== 'none' && longest(transitionDuration) > 0);
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
